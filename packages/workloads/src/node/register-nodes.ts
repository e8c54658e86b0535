/**
 * Makes the nodes that a cluster shall have, at the start. One that somebody deletes stays deleted, as a kubelet registers once.
 */
import type { Client } from '@reeve/client';
import { Node } from '@reeve/kinds/core/v1';
import { isAlreadyExists, retry } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import type { Runnable } from '@reeve/runtime';
import { virtualNode, type VirtualNodeOptions } from './virtual-node.ts';

/** The nodes wanted: so many of the usual kind, or these. */
export const nodesOf = (wanted: number | readonly VirtualNodeOptions[]): readonly VirtualNodeOptions[] =>
  typeof wanted === 'number' ? Array.from({ length: wanted }, (_, at) => ({ name: `node-${at + 1}` })) : wanted;

/** Creates those nodes that are not there, and tries again while the server refuses. */
export function registerNodes(
  client: Client,
  host: Host,
  nodes: readonly VirtualNodeOptions[],
): Runnable & { readonly registered: Promise<void> } {
  let tell = (): void => undefined;
  const registered = new Promise<void>((resolve) => (tell = resolve));
  return {
    name: 'register-nodes',
    group: 'others',
    registered,
    async run(signal) {
      for (const node of nodes) await registerNode(client, host, node, signal);
      tell();
    },
  };
}

async function registerNode(client: Client, host: Host, node: VirtualNodeOptions, signal: AbortSignal): Promise<void> {
  const create = async (): Promise<void> => {
    try {
      await client.create(Node, virtualNode(node), { signal, fieldManager: 'kubelet' });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  };
  const backoff = { steps: Infinity, durationMs: 1000, factor: 1, jitter: 0.1 };
  await retry(host, create, { retryable: () => !signal.aborted, backoff, signal });
}
