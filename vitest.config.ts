import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const packages = fileURLToPath(new URL('packages', import.meta.url));

/**
 * Tests run on the sources: a package's name leads to its `src/index.ts`, without a build in between.
 * Threads without isolation: modules are loaded once per worker, so a test keeps no state at module level.
 */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@reeve\/([^/]+)$/, replacement: `${packages}/$1/src/index.ts` },
      { find: /^create-reeve$/, replacement: `${packages}/create-reeve/src/index.ts` },
      { find: /^reeve$/, replacement: `${packages}/reeve/src/index.ts` },
      { find: /^reeve\/(testing|cli|plugin)$/, replacement: `${packages}/reeve/src/$1.ts` },
      { find: /^reeve\/kinds\/(.+)$/, replacement: `${packages}/reeve/src/generated/kinds/$1.ts` },
      { find: /^@reeve\/kinds\/(.+)$/, replacement: `${packages}/kinds/src/generated/kinds/$1.ts` },
    ],
  },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'examples/*/test/**/*.test.ts', 'scripts/test/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    // A loaded machine is slow, not wrong: only what hangs is cut off.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
