/**
 * The cluster that the flags name, by kubectl's rules: the named file, else KUBECONFIG, else the file in the home folder, else the pod; flags count over what is found.
 */
import type { Client, Cluster } from '@reeve/client';
import type { Host } from '@reeve/machinery';
import type { Flags } from '../command/flags.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { overridesOf } from './connection-flags.ts';

/** A connection, and what verbs need around it. */
export interface OpenCluster extends AsyncDisposable {
  readonly cluster: Cluster;
  readonly client: Client;
  /** The namespace of `-n`, else that of the context, else `default`. */
  readonly namespace: string;
  /** Whether the namespace was asked for on the command line. */
  readonly isNamespaceGiven: boolean;
  /** Where the configuration comes from, for people. */
  readonly source: string;
}

/** How a cluster is found. */
export interface OpenOptions {
  readonly flags: Flags;
  readonly terminal: Terminal;
  readonly host: Host;
  /** Whether the home folder or the pod is looked at first; `kubectl` unless given. */
  readonly order?: 'kubectl' | 'controller';
}

/** Opens the connection; nothing is sent yet. */
export async function openCluster({ flags, terminal, host, order = 'kubectl' }: OpenOptions): Promise<OpenCluster> {
  const { connect, loadConfig, Client: ClientClass } = await import('@reeve/client');
  const say = (message: string): void => terminal.stderr.write(`Warning: ${message}\n`);
  const { environment } = terminal;
  const kubeconfig = flags.text('kubeconfig');
  const config = await loadConfig({ kubeconfig, order, environment, overrides: overridesOf(flags), onWarning: say });
  const cluster = connect(config, {
    host,
    environment,
    userAgent: 'reeve',
    timeoutMs: flags.durationMs('request-timeout'),
    onWarning: ({ text }) => say(text),
  });
  return {
    cluster,
    client: ClientClass.of(cluster, { host }),
    namespace: cluster.namespace,
    isNamespaceGiven: flags.text('namespace') !== undefined,
    source: config.source ?? config.server,
    [Symbol.asyncDispose]: () => cluster.close(),
  };
}
