/**
 * The requests that are mutated: every request of the committed probes, and every recorded body in protobuf.
 */
import { readFileSync } from 'node:fs';
import { library } from '../../packages/apiserver/test/differential/probe-library.mjs';
import { bytesOf } from '../differential/request-body.mjs';
import { fillText } from '../differential/symbols.mjs';

/** @typedef {{ method: string, path: string, headers: Record<string, string>, body: Uint8Array }} FuzzRequest */

const run = { id: 'xfuzzx', answers: new Map() };
const longest = 16 * 1024;

/** @returns {FuzzRequest[]} */
export function seedRequests() {
  return [...ofProbes(), ...ofRecordedBodies()];
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

/** Objects live in the namespace that every server has; versions out of answers are any number. @param {string} path */
const filled = (path) => fillText(path.replaceAll('<ns>', 'default'), run).replaceAll(/<[^>]*>/g, '7');
