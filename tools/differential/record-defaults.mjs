/**
 * `node tools/differential/record-defaults.mjs`: sends manifests that leave things out to a real kube-apiserver and keeps what comes back, so that our
 * defaults can be compared with it. What differs from start to start is left out. Nothing is stored: every request is a dry run.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { startRealCluster } from '../real-cluster/start.mjs';
import { ApiClient } from './builtin/api-client.mjs';
import { collectionPath, kindOf } from './builtin/collection.mjs';
import { otherManifests } from './builtin/other-manifests.mjs';
import { podManifests } from './builtin/pod-manifests.mjs';
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
  /** @type {Record<string, Record<string, { input: object, output: object }>>} */
  const recorded = {};
  for (const [resource, cases] of Object.entries({ ...podManifests, ...otherManifests })) {
    for (const [name, manifest] of Object.entries(cases)) {
      const input = {
        ...(await kindOf(client, resource)),
        ...manifest,
        metadata: { name: 'x', .../** @type {any} */ (manifest).metadata },
      };
      const { status, body } = await client.send('POST', `${await collectionPath(client, resource)}?dryRun=All`, input);
      if (status !== 201) throw new Error(`${resource} (${name}): ${body.message}`);
      (recorded[resource] ??= {})[name] = { input, output: withoutIdentity(body) };
    }
  }
  mkdirSync(target, { recursive: true });
  writeFileSync(new URL('defaulted.json', target), printed(recorded));
}

/** @param {Record<string, Record<string, object>>} recorded One case per line, so that changes read well. */
function printed(recorded) {
  const resources = Object.entries(recorded).map(([resource, cases]) => {
    const lines = Object.entries(cases).map(([name, each]) => `${JSON.stringify(name)}: ${JSON.stringify(each)}`);
    return `${JSON.stringify(resource)}: {\n${lines.join(',\n')}\n}`;
  });
  return `{\n${resources.join(',\n')}\n}\n`;
}
