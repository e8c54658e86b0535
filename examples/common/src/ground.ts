/**
 * The cluster under an example. Nothing but what is named on the command line is ever used: no kubeconfig of the person who tries it out.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from '@reeve/apiserver';
import { Client, connect, loadConfig } from '@reeve/client';
import type { Transport } from '@reeve/machinery';
import { Workloads } from '@reeve/workloads';

export interface Ground {
  readonly client: Client;
  readonly transport: Transport;
  readonly url: string;
  readonly kubeconfig: string;
  /** Ends what was started. */
  leave(): Promise<void>;
}

/** A cluster in this process: an API server, and workloads that bring pods to ready. */
export async function embeddedGround(): Promise<Ground> {
  const server = await ApiServer.start({ port: 0, profile: 'cluster' });
  const workloads = await Workloads.start({ transport: server.transport });
  const folder = mkdtempSync(join(tmpdir(), 'reeve-example-'));
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, server.kubeconfig(), { mode: 0o600 });
  return {
    client: new Client({ transport: server.transport }),
    transport: server.transport,
    url: server.url,
    kubeconfig,
    async leave() {
      await workloads.stop();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The cluster of a kubeconfig. One without controllers and nodes gets ours, for as long as the example plays. */
export async function namedGround(kubeconfig: string): Promise<Ground> {
  const config = await loadConfig({ kubeconfig });
  const cluster = connect(config);
  console.log(`This example now works on ${config.server}, as ${kubeconfig} says.`);
  const workloads = await Workloads.start({ transport: cluster.transport });
  return {
    client: Client.of(cluster),
    transport: cluster.transport,
    url: config.server,
    kubeconfig,
    async leave() {
      await workloads.stop();
      await cluster.close();
    },
  };
}
