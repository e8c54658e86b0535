/**
 * What rules cost where they are used: conforming and validating an object whose schema has five of them, and creating it in the embedded API server.
 */
import { setImmediate } from 'node:timers/promises';
import { ApiServer } from '@reeve/apiserver';
import { compileSchema } from '@reeve/schema';
import { cpuPerKey } from '../queue/cpu.mjs';
import { complete, customObject, customSchema } from '../schema/website.mjs';
import { schemaWithRules } from './website-rules.mjs';

const turns = 1000;
const creates = 300;

/** Nanoseconds of CPU to parse an object, and to conform and validate it without and with rules. */
export async function objectCosts() {
  const text = JSON.stringify(customObject);
  const object = complete();
  const [plain, ruled] = [compileSchema(customSchema), compileSchema(schemaWithRules)];
  const errors = ruled.validate(ruled.conform(object).object);
  if (errors.length > 0) throw new Error(`the object is refused: ${JSON.stringify(errors)}`);
  const [parse = NaN, without = NaN, withRules = NaN] = await cpuPerKey(
    [
      load(() => JSON.parse(text)),
      load(() => plain.validate(plain.conform(object).object)),
      load(() => ruled.validate(ruled.conform(object).object)),
    ],
    { rounds: 15 },
  );
  return { parse, without, withRules };
}

/** @param {() => unknown} work */
function load(work) {
  return () => {
    for (let turn = 0; turn < turns; turn++) work();
    return turns;
  };
}

/** Nanoseconds of CPU of a create in a server in this process, without and with rules. */
export async function createCosts() {
  const server = await ApiServer.start();
  try {
    const [plain, ruled] = [
      await defined(server, 'plains', customSchema),
      await defined(server, 'ruleds', schemaWithRules),
    ];
    const [without = NaN, withRules = NaN] = await cpuPerKey([creating(server, plain), creating(server, ruled)], {
      rounds: 15,
    });
    return { without, withRules };
  } finally {
    await server.stop();
  }
}

const group = 'bench.example.com';

/** @param {ApiServer} server @param {string} plural @param {unknown} schema */
async function defined(server, plural, schema) {
  const kind = plural.slice(0, 1).toUpperCase() + plural.slice(1, -1);
  await send(server, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  });
  const path = `/apis/${group}/v1/namespaces/default/${plural}`;
  while ((await server.transport.request({ method: 'GET', path })).status !== 200) await setImmediate();
  return { path, kind };
}

/** What a round made is taken away again. @param {ApiServer} server @param {{ path: string, kind: string }} resource */
function creating(server, { path, kind }) {
  const { spec, status, metadata } = customObject;
  return async () => {
    const snapshot = server.snapshot();
    for (let made = 0; made < creates; made++) {
      const name = `b${made}`;
      await send(server, path, {
        apiVersion: `${group}/v1`,
        kind,
        metadata: { name, labels: metadata.labels },
        spec,
        status,
      });
    }
    server.restore(snapshot);
    return creates;
  };
}

/** @param {ApiServer} server @param {string} path @param {object} object */
async function send(server, path, object) {
  const headers = { 'content-type': 'application/json' };
  const body = Buffer.from(JSON.stringify(object));
  const answer = await server.transport.request({ method: 'POST', path, headers, body });
  const pieces = [];
  for await (const piece of answer.body) pieces.push(piece);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${Buffer.concat(pieces).toString()}`);
}
