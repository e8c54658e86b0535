import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The suites that need a real kube-apiserver and etcd. One cluster is started for all of them, and stopped at the end. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test-real/**/*.test.ts', 'packages/*/test-real/**/*.test.ts'],
    globalSetup: ['tools/real-cluster/vitest-global-setup.mjs'],
    passWithNoTests: true,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
