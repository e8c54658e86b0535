/**
 * `npm run facts`: asks a real kube-apiserver, and the Go types of the same version, what the built-in kinds are, and writes the answers as
 * data into `packages/kinds/src/generated`. Run once per Kubernetes minor. Facts only: descriptions and other sentences of upstream are left out.
 */
import { mkdirSync } from 'node:fs';
import { startRealCluster } from '../real-cluster/start.mjs';
import { readColumns } from './columns.mjs';
import { readDiscovery } from './discovery.mjs';
import { readFieldLabels } from './field-labels.mjs';
import { readSchemas } from './open-api.mjs';
import { RawClient } from './raw-client.mjs';
import { readSeeds } from './seeds.mjs';
import { readTypeTable } from './type-table.mjs';
import { writeModule } from './write-module.mjs';

const target = new URL('../../packages/kinds/src/generated/', import.meta.url);
mkdirSync(target, { recursive: true });
const cluster = await startRealCluster();
const client = new RawClient(cluster);
try {
  await collect();
} finally {
  client.close();
  await cluster.stop();
}

async function collect() {
  const seeds = await readSeeds(client); // first, while the server is as it was born
  const { gitVersion } = await client.json('/version');
  const groups = await readDiscovery(client);
  const { schemas, schemaOfKind } = await readSchemas(client, groups);
  for (const { group, version, path, resource } of listable(groups)) {
    console.error(`facts: ${path}`);
    resource.columns = await readColumns(client, path);
    resource.fieldLabels = await readFieldLabels(
      client,
      path,
      schemas,
      schemaOfKind.get(`${group}/${version}/${resource.kind}`),
    );
  }
  writeModule(target, 'resources', { version: gitVersion, groups });
  writeModule(target, 'schemas', schemas);
  writeModule(target, 'type-table', await readTypeTable());
  writeModule(target, 'seed-objects', seeds);
}

/** @param {readonly import('./discovery.mjs').GroupFacts[]} groups */
function listable(groups) {
  return groups.flatMap(({ name: group, versions }) =>
    versions.flatMap(({ version, path, resources }) =>
      resources
        .filter(({ verbs }) => verbs.includes('list'))
        .map((resource) => ({ group, version, path: `${path}/${resource.plural}`, resource })),
    ),
  );
}
