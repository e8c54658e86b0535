/**
 * A cluster in virtual time with everything that workloads have, for tests about its nodes.
 */
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { Node, Pod } from '@reeve/kinds/core/v1';
import type { PodSpec } from '@reeve/kinds/core/v1';
import { VirtualHost } from '@reeve/machinery';
import { Workloads, type WorkloadsOptions } from '@reeve/workloads';

export interface World {
  readonly host: VirtualHost;
  readonly client: Client;
  readonly server: ApiServer;
  readonly workloads: Workloads;
  readonly requests: { readonly verb: string; readonly path: string }[];
  fail(node: string, how: string | null): Promise<Node>;
  pod(name: string, spec?: Partial<PodSpec>): Promise<Pod>;
  taints(node: string): Promise<string[]>;
}

/** Runs a test with workloads on an embedded server. */
export async function withWorkloads(
  options: Omit<WorkloadsOptions, 'transport' | 'host'>,
  test: (world: World) => Promise<void>,
): Promise<void> {
  const host = new VirtualHost({ seed: 7 });
  const requests: { verb: string; path: string }[] = [];
  await using server = await ApiServer.start({
    host,
    profile: 'cluster',
    onRequest: ({ method, target }) => requests.push({ verb: method, path: target }),
  });
  const client = new Client({ transport: server.transport, host });
  await host.run(async () => {
    await using workloads = await Workloads.start({ transport: server.transport, host, ...options });
    await host.sleep(1000);
    await test({
      host,
      client,
      server,
      workloads,
      requests,
      fail: (node, how) =>
        client.patch(Node, node, { type: 'merge', patch: { metadata: { annotations: { 'reeve.dev/fail': how } } } }),
      pod: (name, spec = {}) =>
        client.create(Pod, {
          metadata: { name, namespace: 'default' },
          spec: { containers: [{ name: 'main', image: 'nginx' }], ...spec },
        }),
      taints: async (node) => {
        const { spec } = await client.get(Node, node);
        return (spec?.taints ?? []).map(({ key, effect }) => `${key}:${effect}`).toSorted();
      },
    });
  });
}
