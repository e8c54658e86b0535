// The Go clients that tests run against our server, built from the sources in this folder.

import { fileURLToPath } from 'node:url';
import { buildGoPrograms } from '../real-cluster/build-go-programs.mjs';

/** The folder of the sources. */
export const sources = fileURLToPath(new URL('.', import.meta.url));

/**
 * Builds the programs when they are absent, and returns their folder; undefined where they are absent and there is no Go.
 * @param {{ env?: NodeJS.ProcessEnv, log?: (line: string) => void, signal?: AbortSignal | undefined }} [options]
 */
export const buildGoClients = (options) =>
  buildGoPrograms(
    {
      name: 'go-clients',
      sources,
      programs: { 'go-clients': { package: '.' }, 'envtest.test': { package: './envtest', isTest: true } },
    },
    options,
  );
