import { defineConfig } from 'vitest/config';

/**
 * Tests run on the sources: the `@reeve/source` condition of every package points at `src/index.ts`.
 * Threads without isolation: modules are loaded once per worker, so a test keeps no state at module level.
 */
export default defineConfig({
  resolve: { conditions: ['@reeve/source'] },
  ssr: { resolve: { conditions: ['@reeve/source'] } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'scripts/test/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    sequence: { hooks: 'stack' },
    typecheck: { enabled: false },
  },
});
