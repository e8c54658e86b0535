/**
 * `node tools/differential/record-strategies.mjs`: asks a real kube-apiserver of every resource that can be written what a PUT to a missing name does, whether
 * it insists on a version, whether generations are counted, what a delete answers with, and what it says about names. Our table of facts is compared with it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { startRealCluster } from '../real-cluster/start.mjs';
import { ApiClient } from './builtin/api-client.mjs';
import { collectionPath, kindOf } from './builtin/collection.mjs';
import { strategyManifests } from './builtin/strategy-manifests.mjs';

const target = new URL('../../packages/apiserver/test/builtin/fixtures/', import.meta.url);
const names = ['a.b', 'A', 'a:b', '1a', '-a', 'a/b', '..', '%', 'x'.repeat(64), 'x'.repeat(254)];
const prefixes = ['a.', 'a-', 'a_', 'a/'];
/** Sentences are long and few: resources name them by number. @type {string[]} */
const sentences = [];
const cluster = await startRealCluster();
const client = new ApiClient(cluster);
try {
  await record();
} finally {
  client.close();
  await cluster.stop();
}

async function record() {
  /** @type {Record<string, object>} */
  const recorded = {};
  for (const [resource, manifest] of Object.entries(strategyManifests)) {
    const input = { ...(await kindOf(client, resource)), ...manifest, metadata: { name: 'x', ...manifest.metadata } };
    const path = await collectionPath(client, resource);
    recorded[resource] = { ...(await askFacts(path, input)), names: await askNames(path, input) };
  }
  mkdirSync(target, { recursive: true });
  const lines = Object.entries(recorded).map(
    ([resource, facts]) => `${JSON.stringify(resource)}: ${JSON.stringify(facts)}`,
  );
  const printed = `{"sentences": ${JSON.stringify(sentences, null, 1)},\n"resources": {\n${lines.join(',\n')}\n}}\n`;
  writeFileSync(new URL('strategies.json', target), printed);
}

/** @param {string} path @param {any} input */
async function askFacts(path, input) {
  const object = `${path}/${input.metadata.name}`;
  const marked = { ...input, metadata: { ...input.metadata, generation: 7 } };
  const put = await client.send('PUT', `${object}?dryRun=All`, marked);
  const made = await client.send('POST', path, marked);
  if (made.status !== 201) throw new Error(`${path}: ${made.body.message}`);
  const {
    resourceVersion: _version,
    managedFields: _fields,
    finalizers: _finalizers,
    ...metadata
  } = made.body.metadata;
  const replaced = await client.send('PUT', object, { ...made.body, metadata });
  if (replaced.status !== 200) await client.send('PUT', object, withoutFinalizers(await read(object)));
  const statusChanges = await askStatus(object);
  const deleted = await client.send('DELETE', `${object}?propagationPolicy=Background`);
  return {
    createsOnUpdate: put.status === 201,
    updatesUnconditionally: replaced.status === 200,
    countsGenerations: made.body.metadata.generation === 1,
    ...(statusChanges && { statusChanges }),
    returnsDeleted:
      deleted.body.kind !== 'Status' && !deleted.body.metadata.finalizers && deleted.body.kind !== 'Namespace',
  };
}

/** @param {string} object The parts of metadata that a write to the status changes; nothing where there is no status. */
async function askStatus(object) {
  const before = (await read(object)).metadata;
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'x', uid: '1' };
  const wanted = {
    labels: { z: '1' },
    annotations: { z: '1' },
    finalizers: ['example.com/z'],
    ownerReferences: [owner],
  };
  const headers = { 'content-type': 'application/merge-patch+json' };
  const { status, body } = await client.send('PATCH', `${object}/status?dryRun=All`, { metadata: wanted }, headers);
  if (status !== 200) return undefined;
  return Object.keys(wanted).filter((name) => JSON.stringify(body.metadata[name]) !== JSON.stringify(before[name]));
}

/** @param {string} object */
async function read(object) {
  return (await client.send('GET', object)).body;
}

/** @param {any} object */
function withoutFinalizers(object) {
  return { ...object, metadata: { ...object.metadata, finalizers: undefined } };
}

/** @param {string} path @param {any} input */
async function askNames(path, input) {
  /** @type {Record<string, number[]>} */
  const problems = {};
  for (const name of names) problems[name] = await ask(path, { ...input, metadata: { name } }, 'metadata.name', name);
  for (const prefix of prefixes) {
    problems[`${prefix}*`] = await ask(
      path,
      { ...input, metadata: { generateName: prefix } },
      'metadata.generateName',
      prefix,
    );
  }
  return Object.fromEntries(Object.entries(problems).filter(([, texts]) => texts.length > 0));
}

/** @param {string} path @param {object} input @param {string} field @param {string} value */
async function ask(path, input, field, value) {
  const { body } = await client.send('POST', `${path}?dryRun=All`, input);
  const causes = body.details?.causes ?? [];
  return causes
    .filter((/** @type {any} */ cause) => cause.field === field)
    .map((/** @type {any} */ cause) =>
      sentence(cause.message.replace(`Invalid value: ${JSON.stringify(value)}: `, '')),
    );
}

/** @param {string} text */
function sentence(text) {
  if (!sentences.includes(text)) sentences.push(text);
  return sentences.indexOf(text);
}
