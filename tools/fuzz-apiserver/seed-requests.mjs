/**
 * The requests that are mutated: every request of the committed probes, every recorded body in protobuf, and definitions with rules and their objects.
 */
import { readFileSync } from 'node:fs';
import { library } from '../../packages/apiserver/test/differential/probe-library.mjs';
import { bytesOf } from '../differential/request-body.mjs';
import { randomRuleCases } from '../differential/schema/rule-cases.mjs';
import { fillText } from '../differential/symbols.mjs';

/** @typedef {{ method: string, path: string, headers: Record<string, string>, body: Uint8Array }} FuzzRequest */

const run = { id: 'xfuzzx', answers: new Map() };
const longest = 16 * 1024;

/** @returns {FuzzRequest[]} */
export function seedRequests() {
  return [...ofProbes(), ...ofRecordedBodies(), ...ofRules()];
}

function ofProbes() {
  return Object.values(library)
    .flatMap((probes) => probes.flatMap(({ steps }) => steps))
    .filter(({ kind }) => kind === 'request' || kind === 'watch')
    .map(({ method = 'GET', path = '/', headers = {}, body }) => ({
      method,
      path: filled(path),
      headers: { accept: 'application/json', ...headers },
      body: body ? bytesOf(body, run) : new Uint8Array(),
    }))
    .filter(({ body }) => body.length <= longest);
}

/** @returns {FuzzRequest[]} */
function ofRecordedBodies() {
  const file = new URL('../../packages/apiserver/test/codec/fixtures/recorded-bodies.json', import.meta.url);
  /** @type {{ path: string, protobuf?: string }[]} */
  const recorded = JSON.parse(readFileSync(file, 'utf8'));
  return recorded.flatMap(({ path, protobuf }) => {
    if (protobuf === undefined) return [];
    const type = 'application/vnd.kubernetes.protobuf';
    const body = Buffer.from(protobuf, 'base64');
    const headers = { accept: type, 'content-type': type };
    const collection = path.replace(/\/[^/]+$/, '');
    return [
      { method: 'POST', path: collection, headers, body },
      { method: 'PUT', path, headers, body },
    ];
  });
}

/** Definitions with rules, and objects that follow them or do not. @returns {FuzzRequest[]} */
function ofRules() {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  return randomRuleCases(40, 20_261_119).flatMap(({ schema, objects }, at) => {
    const [group, plural, kind] = ['rules.fuzz.example.com', `fuzzed${at}s`, `Fuzzed${at}`];
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: { plural, kind },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    };
    const path = `/apis/${group}/v1/namespaces/default/${plural}`;
    const made = objects.map((object) => ({ apiVersion: `${group}/v1`, kind, metadata: { name: 'a' }, ...object }));
    return [
      {
        method: 'POST',
        path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
        headers,
        body: bytes(definition),
      },
      ...made.map((object) => ({ method: 'POST', path, headers, body: bytes(object) })),
      ...made.map((object) => ({ method: 'PUT', path: `${path}/a`, headers, body: bytes(object) })),
    ];
  });
}

/** @param {unknown} value @returns {Uint8Array} */
const bytes = (value) => Buffer.from(JSON.stringify(value));

/** Objects live in the namespace that every server has; versions out of answers are any number. @param {string} path */
const filled = (path) => fillText(path.replaceAll('<ns>', 'default'), run).replaceAll(/<[^>]*>/g, '7');
