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
  /** Where the address of the running manager is written. */
  readonly managerFile: string;
}

/** The ground that the flags ask for. */
export async function openGround(context: CommandContext): Promise<DevGround> {
  const folder = join(context.terminal.folder, '.reeve');
  await context.terminal.files.write(join(folder, '.gitignore'), '*\n');
  return namesCluster(context.flags) ? await namedGround(context, folder) : await embeddedGround(context, folder);
}

async function namedGround(context: CommandContext, folder: string): Promise<DevGround> {
  const { say, style, terminal } = context;
  const { cluster, client, source } = await context.cluster();
  say(
    style.err.yellow(
      `This runs on ${cluster.server} (${source}): definitions are applied there, and controllers write there.`,
    ),
  );
  const managerFile = join(folder, 'manager.json');
  return {
    cluster,
    client,
    url: cluster.server,
    source,
    kubeconfig: undefined,
    populate: () => undefined,
    folder,
    managerFile,
    [Symbol.asyncDispose]: () => terminal.files.remove(managerFile),
  };
}

async function embeddedGround({ flags, terminal, host, say }: CommandContext, folder: string): Promise<DevGround> {
  const port = flags.integer('port', { most: 65_535 }) ?? 0;
  const isStrictPort = flags.has('strict-port');
  const certificates = certificatesFolder(terminal);
  const nodes = flags.integer('nodes', { most: 1000 }) ?? 1;
  const options = { port, isStrictPort, certificates, profile: 'cluster', nodes } as const;
  const starting = startInThread(options, (error) => say(`the embedded cluster has a mistake: ${error.message}`));
  const [{ Client: ClientClass, connect, KubeConfig }, embedded] = await Promise.all([
    import('@reeve/client'),
    starting,
  ]);
  const kubeconfig = join(folder, 'kubeconfig');
  const managerFile = join(folder, 'manager.json');
  await terminal.files.write(kubeconfig, embedded.kubeconfig, { isPrivate: true });
  const cluster = connect((await KubeConfig.parse(embedded.kubeconfig)).connection(), { host });
  return {
    cluster,
    client: ClientClass.of(cluster, { host }),
    url: embedded.url,
    source: 'embedded, in this process',
    kubeconfig: relative(terminal.folder, kubeconfig),
    populate: () => embedded.populate(),
    folder,
    managerFile,
    async [Symbol.asyncDispose]() {
      await terminal.files.remove(managerFile);
      await cluster.close();
      await embedded.stop();
    },
  };
}
