/**
 * An embedded cluster on a port of this machine: the API server, and what stands behind it. Certificates are kept, so that a kubeconfig stays good from one start to the
 * next. A port that is taken leads to the next free one, unless it must be that one.
 */
import type { ApiServer, DataFolder, Profile } from '@reeve/apiserver';
import { hasCode, nodeHost } from '@reeve/machinery';
import type { Transport } from '@reeve/machinery';
import type { Workloads } from '@reeve/workloads';
import { CliError } from '../error/cli-error.ts';
import { lazyPodRuntime } from './lazy-pod-runtime.ts';

/** How an embedded cluster is made. Plain data, since it also goes to a thread. */
export interface EmbeddedOptions {
  /** 0 takes any. */
  readonly port: number;
  /** True takes no other port. */
  readonly isStrictPort: boolean;
  readonly profile: Profile;
  /** How many nodes a cluster has. */
  readonly nodes: number;
  /** Who may do what: the modes of kube-apiserver's flag, with commas. */
  readonly authorizationMode: string;
  /** Where certificates are kept. */
  readonly certificates: string;
  /** The folder where data outlives the server; in memory without it. */
  readonly data?: string;
}

/** Who hears of what a cluster has to say. */
export interface EmbeddedListener {
  /** A mistake of the server. */
  onBug(error: unknown): void;
  /** Something worth knowing that is no failure, as a sentence. */
  onReport(sentence: string): void;
}

/** Where an embedded cluster is. */
export interface EmbeddedAddress {
  readonly url: string;
  /** The kubeconfig of its administrator, as text. */
  readonly kubeconfig: string;
}

/** An embedded cluster. */
export interface EmbeddedCluster extends EmbeddedAddress {
  /** Brings nodes and workloads to life, where the profile has them. Comes after the server, so that whoever waits for the server need not wait for it. */
  populate(): void;
  stop(): Promise<void>;
}

/** A port that is taken and must be that one, or twenty in a row that are. */
export class PortTakenError extends CliError {
  constructor(port: number, last: number) {
    const ports = last === port ? `port ${port} is` : `ports ${port} to ${last} are`;
    super('REEVE_PORT_TAKEN', `${ports} taken: end who listens there, or choose another`, {
      next: 'add --port 0 for any that is free',
    });
  }
}

const portsToTry = 20;

/** Starts an embedded cluster in this thread. */
export async function serveEmbedded(options: EmbeddedOptions, listener: EmbeddedListener): Promise<EmbeddedCluster> {
  const { onBug } = listener;
  const data = await openData(options, listener);
  const server = await orLetGo(data, listening(options, data, onBug));
  let starting: Promise<Workloads> | undefined;
  return {
    url: server.url,
    kubeconfig: server.kubeconfig(),
    populate() {
      if (options.profile !== 'cluster') return;
      starting ??= startWorkloads(server, options.nodes);
      starting.catch(onBug);
    },
    async stop() {
      const workloads = await starting?.catch(() => undefined); // was told
      await workloads?.stop();
      try {
        await server.stop();
      } finally {
        await data?.[Symbol.asyncDispose]();
      }
    },
  };
}

async function startWorkloads({ transport }: ApiServer, nodes: number): Promise<Workloads> {
  const { Workloads: loaded } = await import('@reeve/workloads');
  return await loaded.start({ transport, nodes });
}

async function openData({ data }: EmbeddedOptions, { onReport }: EmbeddedListener): Promise<DataFolder | undefined> {
  if (data === undefined) return undefined;
  const { DataFolder: folder } = await import('@reeve/apiserver');
  return await folder.open(data, { onReport });
}

/** A server that does not start has no data folder. */
async function orLetGo<T>(data: DataFolder | undefined, starting: Promise<T>): Promise<T> {
  try {
    return await starting;
  } catch (error) {
    await data?.[Symbol.asyncDispose]();
    throw error;
  }
}

async function listening(
  options: EmbeddedOptions,
  data: DataFolder | undefined,
  onBug: (error: unknown) => void,
): Promise<ApiServer> {
  const { ApiServer: server, keptCertificates, parseModes } = await import('@reeve/apiserver');
  const authorization = { modes: parseModes(options.authorizationMode) };
  const certificates = await keptCertificates(options.certificates, '127.0.0.1', nodeHost().clock.now());
  const last = options.isStrictPort || options.port === 0 ? options.port : options.port + portsToTry - 1;
  const way: { transport?: Transport } = {};
  const podRuntime = options.profile === 'cluster' ? { podRuntime: lazyPodRuntime(() => way.transport) } : {};
  const kept = data && { journal: data, serviceAccounts: { privateKey: await data.serviceAccountKey() } };
  for (let port = options.port; ; port += 1) {
    try {
      const { profile } = options;
      const started = await server.start({ port, profile, authorization, certificates, onBug, ...podRuntime, ...kept });
      way.transport = started.transport;
      return started;
    } catch (error) {
      if (!hasCode(error, 'EADDRINUSE')) throw error;
      if (port >= last) throw new PortTakenError(options.port, last);
    }
  }
}
