/**
 * `node tools/differential/record-verdicts.mjs`: sends objects with something wrong to a real kube-apiserver and keeps its verdicts, so that our validation can
 * be compared with it, cause by cause.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { startRealCluster } from '../real-cluster/start.mjs';
import { ApiClient } from './builtin/api-client.mjs';
import { collectionPath, kindOf } from './builtin/collection.mjs';
import { refusedChanges, refusedNew } from './builtin/verdict-manifests.mjs';
import { withoutIdentity } from './builtin/without-identity.mjs';

const target = new URL('../../packages/apiserver/test/builtin/fixtures/', import.meta.url);
/** The uid of an object stands in what is said about it, too. */
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
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
  const keep = (/** @type {string} */ name, /** @type {object} */ verdict) =>
    lines.push(`${JSON.stringify(name)}: ${JSON.stringify(verdict)}`);
  for (const [resource, cases] of Object.entries(refusedNew)) {
    for (const [name, manifest] of Object.entries(cases))
      keep(`new ${resource}: ${name}`, await judgeNew(resource, manifest));
  }
  for (const [resource, cases] of Object.entries(refusedChanges)) {
    let count = 0;
    for (const [name, { old, change }] of Object.entries(cases)) {
      keep(`changed ${resource}: ${name}`, await judgeChange(resource, `x${(count += 1)}`, old, change));
    }
  }
  mkdirSync(target, { recursive: true });
  writeFileSync(new URL('verdicts.json', target), `{\n${lines.join(',\n')}\n}\n`);
}

/** @param {string} resource @param {any} manifest */
async function judgeNew(resource, manifest) {
  const path = await collectionPath(client, resource);
  const object = { ...(await kindOf(client, resource)), ...manifest, metadata: { name: 'x', ...manifest.metadata } };
  return {
    resource,
    object,
    causes: causesOf(await client.send('POST', `${path}?dryRun=All`, object), resource, object),
  };
}

/** @param {string} resource @param {string} name @param {any} manifest @param {any} change */
async function judgeChange(resource, name, manifest, change) {
  const path = await collectionPath(client, resource);
  const made = await client.send('POST', path, {
    ...(await kindOf(client, resource)),
    ...manifest,
    metadata: { name },
  });
  if (made.status !== 201) throw new Error(`${resource} ${name}: ${made.body.message}`);
  const object = merged(made.body, change);
  const verdict = await client.send('PUT', `${path}/${name}?dryRun=All`, object);
  await client.send('DELETE', `${path}/${name}?gracePeriodSeconds=0&propagationPolicy=Background`);
  return {
    resource,
    old: withoutIdentity(made.body),
    object: withoutIdentity(object),
    causes: causesOf(verdict, resource, change),
  };
}

/** @param {import('./builtin/api-client.mjs').Answer} answer @param {string} resource @param {object} sent */
function causesOf({ status, body }, resource, sent) {
  if (status === 422) return JSON.parse(JSON.stringify(body.details.causes).replaceAll(uuid, 'the-uid'));
  throw new Error(`${resource} ${JSON.stringify(sent)} was not refused as invalid: ${status} ${body.message ?? ''}`);
}

/** @param {any} value @param {any} change A merge patch without nulls. @returns {any} */
function merged(value, change) {
  if (typeof change !== 'object' || Array.isArray(change)) return change;
  const base = typeof value === 'object' && !Array.isArray(value) ? value : {};
  return {
    ...base,
    ...Object.fromEntries(Object.entries(change).map(([name, each]) => [name, merged(base[name], each)])),
  };
}
