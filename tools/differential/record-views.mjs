/**
 * `node tools/differential/record-views.mjs`: writes events and autoscalers to a real kube-apiserver and reads each in both of the versions that it is shown
 * in, so that our conversions can be compared with its.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { startRealCluster } from '../real-cluster/start.mjs';
import { ApiClient } from './builtin/api-client.mjs';
import { collectionPath, kindOf } from './builtin/collection.mjs';
import { views } from './builtin/view-manifests.mjs';
import { withoutIdentity } from './builtin/without-identity.mjs';

const target = new URL('../../packages/apiserver/test/builtin/fixtures/', import.meta.url);
const cluster = await startRealCluster();
const client = new ApiClient(cluster);
try {
  await record();
} finally {
  client.close();
  await cluster.stop();
}

async function record() {
  /** @type {string[]} */
  const lines = [];
  for (const { kept, shown, manifests } of views) {
    for (const [resource, cases] of Object.entries(manifests)) {
      for (const [name, manifest] of Object.entries(cases)) {
        await make(resource, name, manifest);
        const pair = { written: resource, kept: await read(kept, name), shown: await read(shown, name) };
        lines.push(`${JSON.stringify(`${resource} ${name}`)}: ${JSON.stringify(pair)}`);
      }
    }
  }
  mkdirSync(target, { recursive: true });
  writeFileSync(new URL('views.json', target), `{\n${lines.join(',\n')}\n}\n`);
}

/** @param {string} resource @param {string} name @param {any} manifest */
async function make(resource, name, { status, metadata, ...manifest }) {
  const path = await collectionPath(client, resource);
  const input = { ...(await kindOf(client, resource)), ...manifest, metadata: { name, ...metadata } };
  const made = await client.send('POST', path, input);
  if (made.status !== 201) throw new Error(`${resource} ${name}: ${made.body.message}`);
  if (status) await client.send('PUT', `${path}/${name}/status`, { ...made.body, status });
}

/** @param {string} resource @param {string} name */
async function read(resource, name) {
  return withoutIdentity((await client.send('GET', `${await collectionPath(client, resource)}/${name}`)).body);
}
