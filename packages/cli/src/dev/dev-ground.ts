/**
 * Where a program is developed: on an embedded cluster of its own, or on the cluster that the flags name, which is said before anything touches it. The current context of
 * a kubeconfig is never used by itself.
 */
import { join, relative } from 'node:path';
import type { Client, Cluster } from '@reeve/client';
import type { CommandContext } from '../command/command-context.ts';
import { namesCluster } from '../cluster/connection-flags.ts';
import { certificatesFolder } from '../embedded/certificates-folder.ts';
import { startInThread } from '../embedded/start-in-thread.ts';
import { requireNoCluster, writeKubeconfig } from '../folder/embedded-kubeconfig.ts';
import { ownFolder } from '../folder/own-folder.ts';

/** A cluster to develop on. */
export interface DevGround extends AsyncDisposable {
  readonly cluster: Cluster;
  readonly client: Client;
  readonly url: string;
  /** What it is, for people. */
  readonly source: string;
  /** Where its kubeconfig was written, when it is ours. */
  readonly kubeconfig: string | undefined;
  /** Called when the program runs: nodes and workloads come to life. */
  populate(): void;
  /** The folder for what a session writes. */
  readonly folder: string;
}

/** The ground that the flags ask for. */
export async function openGround(context: CommandContext): Promise<DevGround> {
  const folder = await ownFolder(context.terminal);
  return namesCluster(context.flags) ? await namedGround(context, folder) : await embeddedGround(context, folder);
}

async function namedGround(context: CommandContext, folder: string): Promise<DevGround> {
  const { say, style } = context;
  const { cluster, client, source } = await context.cluster();
  say(
    style.err.yellow(
      `This runs on ${cluster.server} (${source}): definitions are applied there, and controllers write there.`,
    ),
  );
  return {
    cluster,
    client,
    url: cluster.server,
    source,
    kubeconfig: undefined,
    populate: () => undefined,
    folder,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function embeddedGround(context: CommandContext, folder: string): Promise<DevGround> {
  const { flags, terminal, host, say } = context;
  const kubeconfig = join(folder, 'kubeconfig');
  const shown = relative(terminal.folder, kubeconfig);
  await requireNoCluster(kubeconfig, `end that one, or use it: reeve dev FILE --kubeconfig ${shown}`, context);
  const port = flags.integer('port', { most: 65_535 }) ?? 0;
  const isStrictPort = flags.has('strict-port');
  const certificates = certificatesFolder(terminal);
  const nodes = flags.integer('nodes', { most: 1000 }) ?? 1;
  const authorizationMode = 'AlwaysAllow';
  const options = { port, isStrictPort, certificates, profile: 'cluster', nodes, authorizationMode } as const;
  const starting = startInThread(
    { ...options, ...(flags.has('persist') && { data: join(folder, 'data') }) },
    { onEnd: (error) => say(`the embedded cluster has a mistake: ${error.message}`), onReport: say },
  );
  const [{ Client: ClientClass, connect, KubeConfig }, embedded] = await Promise.all([
    import('@reeve/client'),
    starting,
  ]);
  await writeKubeconfig(kubeconfig, embedded.kubeconfig, terminal);
  const cluster = connect((await KubeConfig.parse(embedded.kubeconfig)).connection(), { host });
  return {
    cluster,
    client: ClientClass.of(cluster, { host }),
    url: embedded.url,
    source: 'embedded, in this process',
    kubeconfig: shown,
    populate: () => embedded.populate(),
    folder,
    async [Symbol.asyncDispose]() {
      await cluster.close();
      await embedded.stop();
    },
  };
}
