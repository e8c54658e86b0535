/**
 * `node tools/differential/record-decode.mjs`: sends odd and wrong bodies to a real kube-apiserver, once with warnings and once strictly, and keeps its
 * verdicts, so that our decoding can be compared with them.
 */
import { writeFileSync } from 'node:fs';
import { startRealCluster } from '../real-cluster/start.mjs';
import { decodeCases } from './codec/decode-cases.mjs';
import { exchange } from './codec/exchange.mjs';
import { httpsTransport } from './https-transport.mjs';

/**
 * @typedef {object} Verdict
 * @property {number} status
 * @property {string} [message] Of a refusal.
 * @property {string[]} [warnings]
 * @property {Record<string, unknown>} [values] By pointer; absent ones are left out.
 */

const cluster = await startRealCluster();
const transport = httpsTransport(cluster);
try {
  const recorded = await record();
  writeFileSync(
    new URL('../../packages/apiserver/test/codec/fixtures/decode-verdicts.json', import.meta.url),
    `[\n${recorded.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`,
  );
  console.error(`recorded ${recorded.length} verdicts`);
} finally {
  transport.close();
  await cluster.stop();
}

async function record() {
  const recorded = [];
  for (const { path, query = '', at, bodies } of decodeCases) {
    for (const [index, body] of bodies.entries()) {
      const text = named(body, `d${index}`);
      const warned = await verdict(`${path}?fieldValidation=Warn${query}`, text, at);
      const strict = warned.warnings ? await verdict(`${path}?fieldValidation=Strict${query}`, text, at) : undefined;
      recorded.push({ path, at, text, warned, ...(strict?.status === 400 && { strict: strict.message }) });
    }
  }
  return recorded;
}

/**
 * @param {string} path @param {string} body @param {readonly string[]} at
 * @returns {Promise<Verdict>}
 */
async function verdict(path, body, at) {
  const { status, bytes, warnings } = await exchange(transport, 'POST', path, { body });
  const answer = JSON.parse(bytes.toString());
  const unknown = warnings.filter((warning) => warning.startsWith('unknown field'));
  return {
    status,
    ...(status === 400 && { message: answer.message }),
    ...(unknown.length > 0 && { warnings: unknown }),
    ...(status === 201 && { values: valuesAt(at, answer) }),
  };
}

/** @param {readonly string[]} pointers @param {any} object */
function valuesAt(pointers, object) {
  return Object.fromEntries(
    pointers.map((pointer) => [
      pointer,
      pointer
        .split('/')
        .slice(1)
        .reduce((value, key) => value?.[key], object),
    ]),
  );
}

/** @param {string | object} body @param {string} name */
function named(body, name) {
  if (typeof body === 'string') return body.replace('NAME', name);
  const { metadata = {}, ...rest } = /** @type {{ metadata?: unknown }} */ (body);
  const isObject = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata);
  return JSON.stringify({ metadata: isObject ? { name, ...metadata } : metadata, ...rest });
}
