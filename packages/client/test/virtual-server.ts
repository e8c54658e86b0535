/**
 * A client of an embedded server in virtual time, where minutes pass in no time.
 */
import { VirtualHost } from '@reeve/machinery';
import { ApiServer } from '@reeve/apiserver';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { Client } from '@reeve/client';

export interface VirtualWorld {
  readonly host: VirtualHost;
  readonly server: ApiServer;
  readonly client: Client;
}

/** Runs a program against a fresh server. The server's modules are loaded before time turns: it does not wait for them. */
export async function inVirtualWorld(program: (world: VirtualWorld) => Promise<void>): Promise<void> {
  const host = new VirtualHost({ seed: 1 });
  await using server = await ApiServer.start({ host });
  const client = new Client({ transport: server.transport, host });
  await client.dryRun().create(ConfigMap, { metadata: { name: 'warm-up', namespace: 'default' } });
  await host.run(() => program({ host, server, client }));
}
