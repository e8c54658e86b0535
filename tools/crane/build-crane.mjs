// crane, a registry and a client for images that is not ours, built from its Go module.

import { fileURLToPath } from 'node:url';
import { buildGoPrograms } from '../real-cluster/build-go-programs.mjs';

/**
 * Builds it when it is absent, and returns its folder; undefined where it is absent and there is no Go.
 * @param {{ env?: NodeJS.ProcessEnv, log?: (line: string) => void, signal?: AbortSignal | undefined }} [options]
 */
export const buildCrane = (options) =>
  buildGoPrograms(
    {
      name: 'crane',
      sources: fileURLToPath(new URL('.', import.meta.url)),
      programs: { crane: { package: 'github.com/google/go-containerregistry/cmd/crane' } },
    },
    options,
  );
