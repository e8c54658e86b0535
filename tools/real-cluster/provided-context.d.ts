// The type of what vitest-global-setup.mjs hands to tests: a test that imports `ProvidedCluster` from here makes
// `inject('realCluster')` known to the compiler.

import type { ProvidedContext } from 'vitest';

/** How to reach the real cluster of a test run. */
export type ProvidedCluster = NonNullable<ProvidedContext['realCluster']>;

declare module 'vitest' {
  interface ProvidedContext {
    /** Null where there is no real cluster to test with. */
    readonly realCluster: {
      readonly url: string;
      /** The path of a kubeconfig file. */
      readonly kubeconfig: string;
      readonly kubeconfigText: string;
      /** PEM; may be absent for a cluster named by REEVE_TEST_KUBECONFIG, as may the next two. */
      readonly ca: string | undefined;
      readonly cert: string | undefined;
      readonly key: string | undefined;
      /** Instead of a certificate, when REEVE_TEST_KUBECONFIG has one. */
      readonly token: string | undefined;
      /** The folder of the programs that were started. */
      readonly assets: string | undefined;
    } | null;
  }
}
