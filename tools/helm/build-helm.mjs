// helm, which renders and checks the charts that we write, built from its Go module.

import { fileURLToPath } from 'node:url';
import { buildGoPrograms } from '../real-cluster/build-go-programs.mjs';

/**
 * Builds it when it is absent, and returns its folder; undefined where it is absent and there is no Go.
 * @param {{ env?: NodeJS.ProcessEnv, log?: (line: string) => void, signal?: AbortSignal | undefined }} [options]
 */
export const buildHelm = (options) =>
  buildGoPrograms(
    {
      name: 'helm',
      sources: fileURLToPath(new URL('.', import.meta.url)),
      programs: { helm: { package: 'helm.sh/helm/v3/cmd/helm' } },
    },
    options,
  );
