/**
 * `node tools/differential/record-warnings.mjs`: sends objects to a real kube-apiserver that it takes with a word of warning, and keeps the words.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { startRealCluster } from '../real-cluster/start.mjs';
import { ApiClient } from './builtin/api-client.mjs';
import { collectionPath, kindOf } from './builtin/collection.mjs';
import { warningManifests } from './builtin/warning-manifests.mjs';

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
  for (const [resource, cases] of Object.entries(warningManifests)) {
    const path = await collectionPath(client, resource);
    for (const [name, manifest] of Object.entries(cases)) {
      const object = {
        ...(await kindOf(client, resource)),
        ...manifest,
        metadata: { name: 'x', ...manifest.metadata },
      };
      const { status, body, warnings } = await client.send('POST', `${path}?dryRun=All`, object);
      if (status !== 201) throw new Error(`${resource} (${name}): ${body.message}`);
      lines.push(
        JSON.stringify(`${resource}: ${name}`) +
          `: ${JSON.stringify({ resource, object, warnings: warnings.map(textOf) })}`,
      );
    }
  }
  mkdirSync(target, { recursive: true });
  writeFileSync(new URL('warnings.json', target), `{\n${lines.join(',\n')}\n}\n`);
}

/** @param {string} header `299 - "text"`, with quotes escaped. */
function textOf(header) {
  return JSON.parse(header.slice(header.indexOf('"')));
}
