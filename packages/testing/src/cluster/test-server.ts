/**
 * The server that a test runs on: the embedded one in memory or over TLS, real programs, or one that somebody else has started. What only the embedded one can do (faults,
 * snapshots) is refused by the others with a word about it.
 * Upstream: controller-runtime envtest.Environment.
 */
import { ApiServer } from '@reeve/apiserver';
import type { ApiServerOptions, FaultPlan, Snapshot } from '@reeve/apiserver';
import { connect, KubeConfig, loadKubeConfig } from '@reeve/client';
import type { Cluster } from '@reeve/client';
import { ReeveError } from '@reeve/machinery';
import type { Transport } from '@reeve/machinery';

/**
 * Where a test runs: on the embedded server, in memory (the default) or over TLS; on real programs; on the cluster of a kubeconfig file, or of
 * its text. The ambient kubeconfig is never used.
 */
export type TestGround =
  | 'memory'
  | 'tls'
  /** A real `etcd` and `kube-apiserver`, where the variables of kubebuilder say (`KUBEBUILDER_ASSETS`, or `TEST_ASSET_ETCD` and so on). */
  | 'binaries'
  | { readonly kubeconfig: string }
  | { readonly kubeconfigText: string }
  /** The same from a folder; they run as long as the test. */
  | { readonly assets: string };

/** A server to test on. */
export interface TestServer {
  readonly transport: Transport;
  /** The connection behind the transport; none in memory. */
  readonly cluster?: Cluster;
  /** For kubectl and others; empty in memory. */
  readonly kubeconfig: string;
  readonly embedded?: ApiServer;
  close(): Promise<void>;
}

/** Something that only the embedded server can do was asked of another one. */
export class OnlyEmbeddedError extends ReeveError {
  constructor(what: string) {
    super('REEVE_ONLY_EMBEDDED', `${what} need the embedded server: start the cluster with on: 'memory' or 'tls'`);
  }
}

/** Starts a server, or connects to one. */
export async function openServer(
  on: TestGround,
  options: Pick<ApiServerOptions, 'host' | 'profile' | 'podRuntime' | 'outbound'>,
): Promise<TestServer> {
  if (on === 'memory') return inMemory(await ApiServer.start(options));
  if (on === 'tls') return overTls(await ApiServer.start({ ...options, port: 0 }));
  if (on === 'binaries') return await onPrograms(undefined);
  if ('assets' in on) return await onPrograms(on.assets);
  const cluster = connect((await kubeconfigOf(on)).connection());
  const text = 'kubeconfigText' in on ? on.kubeconfigText : '';
  return { transport: cluster.transport, cluster, kubeconfig: text, close: () => cluster.close() };
}

const kubeconfigOf = (on: Exclude<TestGround, string | { readonly assets: string }>): Promise<KubeConfig> =>
  'kubeconfig' in on ? loadKubeConfig({ kubeconfig: on.kubeconfig }) : KubeConfig.parse(on.kubeconfigText);

/** Things to go wrong, where the server can do that. */
export function faultsOf({ embedded }: TestServer): FaultPlan {
  if (embedded === undefined) throw new OnlyEmbeddedError('faults');
  return embedded.faults;
}

/** Everything as it is, where the server can do that. */
export function snapshotOf({ embedded }: TestServer): Snapshot {
  if (embedded === undefined) throw new OnlyEmbeddedError('snapshots');
  return embedded.snapshot();
}

const inMemory = (embedded: ApiServer): TestServer => ({
  transport: embedded.transport,
  kubeconfig: '',
  embedded,
  close: () => embedded.stop(),
});

async function overTls(embedded: ApiServer): Promise<TestServer> {
  const kubeconfig = embedded.kubeconfig();
  const cluster = connect((await KubeConfig.parse(kubeconfig)).connection());
  const close = async (): Promise<void> => {
    await cluster.close();
    await embedded.stop();
  };
  return { transport: cluster.transport, cluster, kubeconfig, embedded, close };
}

async function onPrograms(assets: string | undefined): Promise<TestServer> {
  const { startControlPlane } = await import('./control-plane.ts'); // few tests need it
  const plane = await startControlPlane(assets);
  const cluster = connect((await KubeConfig.parse(plane.kubeconfig)).connection());
  const close = async (): Promise<void> => {
    await cluster.close();
    await plane.stop();
  };
  return { transport: cluster.transport, cluster, kubeconfig: plane.kubeconfig, close };
}
