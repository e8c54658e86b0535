/**
 * `node tools/differential/record-bodies.mjs`: creates objects of the stable kinds on a real kube-apiserver and keeps how it gives them back, as JSON and as
 * protobuf, so that the codec can be compared with it where there is no real server.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { startRealCluster } from '../real-cluster/start.mjs';
import { answers, bodies } from './codec/bodies.mjs';
import { exchange } from './codec/exchange.mjs';
import { httpsTransport } from './https-transport.mjs';

/** @typedef {{ path: string, json: any, protobuf: string }} RecordedBody */

const protobuf = 'application/vnd.kubernetes.protobuf';
const target = new URL('../../packages/apiserver/test/codec/fixtures/', import.meta.url);
const cluster = await startRealCluster();
const transport = httpsTransport(cluster);
try {
  const recorded = [...(await recordObjects()), ...(await recordAnswers())];
  mkdirSync(target, { recursive: true });
  writeFileSync(
    new URL('recorded-bodies.json', target),
    `[\n${recorded.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`,
  );
  console.error(`recorded ${recorded.length} bodies`);
} finally {
  transport.close();
  await cluster.stop();
}

async function recordObjects() {
  const recorded = [];
  for (const [path, objects] of Object.entries(bodies)) {
    for (const object of objects) {
      const { status, bytes } = await exchange(transport, 'POST', path, { body: object });
      const created = JSON.parse(bytes.toString());
      if (status !== 201) throw new Error(`${path}: ${created.message}`);
      recorded.push(await inBothForms('GET', `${path}/${created.metadata.name}`));
    }
  }
  return recorded;
}

async function recordAnswers() {
  const recorded = [];
  for (const { method, path, body } of answers) recorded.push(await inBothForms(method, path, body));
  return recorded;
}

/**
 * The same answer twice; again, if the server changed the object in between.
 * @param {string} method @param {string} path @param {object} [body]
 * @returns {Promise<RecordedBody>}
 */
async function inBothForms(method, path, body) {
  const before = await exchange(transport, method, path, { body });
  const binary = await exchange(transport, method, path, { body, accept: protobuf });
  const after = await exchange(transport, method, path, { body });
  if (!before.bytes.equals(after.bytes)) return inBothForms(method, path, body);
  return { path, json: JSON.parse(before.bytes.toString()), protobuf: binary.bytes.toString('base64') };
}
