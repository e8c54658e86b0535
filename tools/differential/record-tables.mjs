/**
 * `node tools/differential/record-tables.mjs`: makes objects in all sorts of states on a real kube-apiserver and keeps the rows that it prints for them, with
 * the objects beside, so that our cells can be compared with them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { startRealCluster } from '../real-cluster/start.mjs';
import { ApiClient } from './builtin/api-client.mjs';
import { collectionPath, kindOf } from './builtin/collection.mjs';
import { certificateRequest } from './builtin/strategy-manifests.mjs';
import { tableManifests } from './builtin/table-manifests.mjs';

const target = new URL('../../packages/apiserver/test/builtin/fixtures/', import.meta.url);
const table = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
/** Of what the server makes for itself, so many rows are enough. */
const seeds = 3;
const start = Date.now();
const cluster = await startRealCluster();
const client = new ApiClient(cluster);
try {
  for (const [resource, cases] of Object.entries(tableManifests)) {
    for (const [name, manifest] of Object.entries(cases)) await make(resource, name, inTime(manifest));
  }
  await record();
} finally {
  client.close();
  await cluster.stop();
}

/** @param {any} value Times and the certificate request in their places. */
function inTime(value) {
  const text = JSON.stringify(value)
    .replaceAll(/"@@-(\d+)"/g, (_all, seconds) => JSON.stringify(time(seconds).replace('Z', '.000000Z')))
    .replaceAll(/"@-(\d+)"/g, (_all, seconds) => JSON.stringify(time(seconds)))
    .replaceAll('"@request"', JSON.stringify(certificateRequest));
  return JSON.parse(text);
}

/** @param {string} seconds */
function time(seconds) {
  return `${new Date(start - Number(seconds) * 1000).toISOString().slice(0, 19)}Z`;
}

/** @param {string} resource @param {string} name @param {any} manifest */
async function make(resource, name, { status, approval, isDeleted, ...manifest }) {
  const path = await collectionPath(client, resource);
  const input = { ...(await kindOf(client, resource)), ...manifest, metadata: { name, ...manifest.metadata } };
  const made = await sent('POST', path, input);
  const object = `${path}/${made.metadata.name}`;
  if (status) await sent('PUT', `${object}/status`, { ...made, status });
  if (approval) await sent('PUT', `${object}/approval`, { ...made, status: approval });
  if (isDeleted) await sent('DELETE', object, undefined);
}

/** @param {string} method @param {string} path @param {any} body */
async function sent(method, path, body) {
  const answer = await client.send(method, path, body);
  if (answer.status > 202) throw new Error(`${method} ${path}: ${answer.body.message}`);
  return answer.body;
}

async function record() {
  /** @type {Record<string, { now: number, rows: unknown[] }>} */
  const recorded = {};
  for (const resource of [
    ...Object.keys(tableManifests),
    'autoscaling/v1/horizontalpodautoscalers',
    'events.k8s.io/v1/events',
  ]) {
    const path = (await collectionPath(client, resource)).replace('/namespaces/default/', '/');
    const now = Math.floor(Date.now() / 1000) * 1000;
    const { rows } = (await client.send('GET', `${path}?includeObject=Object`, undefined, table)).body;
    const kind = await kindOf(client, resource);
    const own = rows.filter((/** @type {any} */ { object }) => isOwn(resource, object.metadata.name));
    const chosen = own.length > 0 ? own : rows.slice(0, seeds);
    recorded[resource] = {
      now,
      rows: chosen.map((/** @type {any} */ row) => ({ ...row, object: { ...kind, ...bare(row.object) } })),
    };
  }
  mkdirSync(target, { recursive: true });
  const lines = Object.entries(recorded).map(
    ([resource, { now, rows }]) =>
      `${JSON.stringify(resource)}: {"now": ${now}, "rows": [\n${rows.map(print).join(',\n')}\n]}`,
  );
  writeFileSync(new URL('tables.json', target), `{\n${lines.join(',\n')}\n}\n`);
}

/** @param {unknown} row */
function print(row) {
  return JSON.stringify(row);
}

/** @param {string} resource @param {string} name */
function isOwn(resource, name) {
  const cases =
    tableManifests[resource] ?? tableManifests[resource.replace('v1', 'v2')] ?? tableManifests['v1/events'] ?? {};
  return Object.entries(cases).some(([each, manifest]) => name === (manifest.metadata?.name ?? each));
}

/** @param {any} object Without what no column shows. */
function bare({ metadata: { managedFields: _fields, uid: _uid, resourceVersion: _version, ...metadata }, ...rest }) {
  return { ...rest, metadata };
}
