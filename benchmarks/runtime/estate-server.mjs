/**
 * A process with an API server over TLS and many primaries in it. Sends its kubeconfig, and on every message how many requests there were.
 */
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { nodeHost } from '@reeve/machinery';
import { installDefinitions } from '@reeve/testing';
import { Farm, farmDefinition } from './farm.mjs';

const primaries = Number(process.argv[2]);
const counts = { writes: 0, reads: 0 };
const server = await ApiServer.start({
  port: 0,
  onRequest: ({ method }) => void (counts[method === 'GET' ? 'reads' : 'writes'] += 1),
});
const client = new Client({ transport: server.transport });
await installDefinitions({ client, host: nodeHost() }, { crds: [farmDefinition] });
for (let nth = 0; nth < primaries; nth += 1) await makeFarm(nth);
process.on('message', () => process.send?.(counts));
process.on('disconnect', () => process.exit());
process.send?.({ kubeconfig: server.kubeconfig() });

/** @param {number} nth */
async function makeFarm(nth) {
  const metadata = { name: `farm-${nth}`, namespace: 'default' };
  await client.create(Farm, { metadata, spec: { fields: 1 + (nth % 5) } });
}
