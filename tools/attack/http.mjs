/**
 * Malformed, cut, pipelined and enormous requests against the embedded server, byte by byte over sockets. After each the server has to answer a right request as ever.
 */
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { stopwatch, Victim } from './victim.mjs';

/** @typedef {import('./main.mjs').Group} Group */
/** @typedef {import('@reeve/machinery').SeededRandom} SeededRandom */

/**
 * @typedef {object} RawCase
 * @property {string} name
 * @property {readonly (string | Buffer)[]} pieces what is written, one piece after the other
 * @property {RegExp} [expects] what comes back has to match; without it anything may that is no 5xx
 * @property {boolean} [cuts] ends the connection behind the last piece, without waiting
 * @property {number} [limitMs] the time for a right request beside it
 */

const path = '/api/v1/namespaces/default/configmaps';
const json = 'content-type: application/json\r\n';
const head = (/** @type {string} */ line, /** @type {string} */ headers = '') =>
  `${line} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`;
const get = head('GET /version');
const map = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'attack-' }, data: {} });
const post = (/** @type {string} */ body, /** @type {string} */ type = 'application/json') =>
  head(`POST ${path}`, `content-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body, 'latin1')}\r\n`) + body;
const patch = (/** @type {string} */ body) =>
  head(
    `PATCH ${path}/kept`,
    `content-type: application/merge-patch+json\r\ncontent-length: ${Buffer.byteLength(body, 'latin1')}\r\n`,
  ) + body;
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
/** A definition whose objects have a list of texts, and a rule. @param {string} rule */
const withRule = (rule) => {
  const items = { type: 'array', items: { type: 'string' } };
  const openAPIV3Schema = { type: 'object', properties: { items }, 'x-kubernetes-validations': [{ rule }] };
  const body = JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'ruled.attack.test' },
    spec: {
      group: 'attack.test',
      scope: 'Namespaced',
      names: { plural: 'ruled', kind: 'Ruled' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  });
  return head(`POST ${definitions}`, `${json}content-length: ${body.length}\r\n`) + body;
};
const refused = /^HTTP\/1\.1 (?:4\d\d|501|505)/;
const chunked = (/** @type {string} */ chunks) =>
  `${head(`POST ${path}`, `${json}transfer-encoding: chunked\r\n`)}${chunks}`;
const nested = (/** @type {number} */ depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const lines = (/** @type {number} */ count) => Array.from({ length: count }, (_, n) => `  k${n}: v${n}`).join('\n');
const yamlHead = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: big}\ndata:\n';

/** @type {readonly RawCase[]} */
const fixed = [
  { name: 'a line that is no request', pieces: ['X\r\n\r\n'], expects: refused },
  { name: 'bytes that are no text', pieces: [Buffer.from([0, 255, 254, 0, 13, 10, 13, 10])], expects: refused },
  { name: 'HTTP of version 0.9', pieces: ['GET /version\r\n\r\n'], expects: refused },
  { name: 'the preface of HTTP/2 in clear text', pieces: ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], expects: refused },
  { name: 'NUL in a header', pieces: [head('GET /version', 'x: a\0b\r\n')], expects: refused },
  { name: 'a space before the colon', pieces: [head('GET /version', 'x : a\r\n')], expects: refused },
  { name: 'a folded header', pieces: [head('GET /version', 'x: a\r\n b\r\n')], expects: refused },
  {
    name: 'a length and chunks',
    pieces: [`${head(`POST ${path}`, `${json}content-length: 5\r\ntransfer-encoding: chunked\r\n`)}0\r\n\r\n`],
    expects: refused,
  },
  {
    name: 'two lengths',
    pieces: [`${head(`POST ${path}`, `${json}content-length: 2\r\ncontent-length: 3\r\n`)}{} `],
    expects: refused,
  },
  {
    name: 'a length with a sign',
    pieces: [`${head(`POST ${path}`, `${json}content-length: +2\r\n`)}{}`],
    expects: refused,
  },
  {
    name: 'a length of twenty digits',
    pieces: [head(`POST ${path}`, `${json}content-length: ${'9'.repeat(20)}\r\n`)],
    cuts: true,
  },
  { name: 'a chunk size that overflows', pieces: [chunked(`${'f'.repeat(17)}\r\n{}\r\n`)], expects: refused },
  { name: 'a negative chunk size', pieces: [chunked('-2\r\n{}\r\n0\r\n\r\n')], expects: refused },
  {
    name: 'chunks of bytes in gzip that say so',
    pieces: [`${head(`POST ${path}`, `${json}transfer-encoding: gzip, chunked\r\n`)}2\r\n{}\r\n0\r\n\r\n`],
    expects: refused,
  },
  {
    name: 'an address of 20 KB',
    pieces: [head(`GET ${path}?labelSelector=${'a'.repeat(20_000)}`)],
    expects: /^HTTP\/1\.1 [24]/,
  },
  {
    name: 'ten thousand headers',
    pieces: [head('GET /version', 'a: b\r\n'.repeat(10_000))],
    expects: /^HTTP\/1\.1 [24]/,
  },
  { name: 'a head without end', pieces: Array.from({ length: 40 }, () => `x: ${'a'.repeat(50_000)}\r\n`), cuts: true },
  { name: 'a right request and then rubbish', pieces: [post(map) + 'X\r\n\r\n'], expects: /^HTTP\/1\.1 201/ },
  { name: 'two right requests in one piece', pieces: [get + get], expects: /^HTTP\/1\.1 200[^]*HTTP\/1\.1 200/ },
  {
    name: 'a request that asks to close, and another',
    pieces: [head('GET /version', 'connection: close\r\n') + get],
    expects: /^HTTP\/1\.1 200/,
  },
  { name: 'a body that is cut', pieces: [head(`POST ${path}`, `${json}content-length: 1000\r\n`), '{"a'], cuts: true },
  { name: 'a watch that is cut at once', pieces: [head(`GET ${path}?watch=true`)], cuts: true },
  {
    name: 'an upgrade to nothing known',
    pieces: [head('GET /version', 'connection: upgrade\r\nupgrade: tea\r\n')],
    expects: /^HTTP\/1\.1/,
  },
  { name: 'TRACE', pieces: [head('TRACE /', 'x-secret: shown\r\n')], expects: /^HTTP\/1\.1 (?!.*x-secret)/s },
  { name: 'CONNECT', pieces: [head('CONNECT example.com:443')], expects: /^(?:HTTP\/1\.1 4|$)/ },
  { name: 'a path with dots and zeros', pieces: [head('GET /api/v1/../../%00/%2e%2e/etc')], expects: /^HTTP\/1\.1 4/ },
  { name: 'a merge patch nested 5,000 levels', pieces: [patch(nested(5000))], expects: /^HTTP\/1\.1 [24]/ },
  { name: 'JSON nested 200,000 levels', pieces: [post(nested(200_000))], expects: /^HTTP\/1\.1 4/ },
  { name: 'a body of 4 MB', pieces: [post(JSON.stringify({ a: 'x'.repeat(4 << 20) }))], expects: /^HTTP\/1\.1 413/ },
  {
    name: 'YAML with 40,000 keys',
    pieces: [post(yamlHead + lines(40_000), 'application/yaml')],
    expects: /^HTTP\/1\.1/,
    limitMs: 2500,
  },
  {
    name: 'YAML with aliases of aliases',
    pieces: [
      post(
        `a: &a [x,x]\n${Array.from({ length: 26 }, (_, n) => `b${n}: &b${n} [*${n === 0 ? 'a' : `b${n - 1}`},*${n === 0 ? 'a' : `b${n - 1}`}]`).join('\n')}`,
        'application/yaml',
      ),
    ],
    expects: /^HTTP\/1\.1 4/,
  },
  {
    name: 'YAML nested 50,000 levels',
    pieces: [post('['.repeat(50_000), 'application/yaml')],
    expects: /^HTTP\/1\.1 4/,
  },
  {
    name: 'protobuf that is cut',
    pieces: [post('k8s\0\x0a\xff\xff\xff\x0f', 'application/vnd.kubernetes.protobuf')],
    expects: /^HTTP\/1\.1 4/,
  },
  {
    name: 'a rule of 20,000 parentheses',
    pieces: [withRule(`${'('.repeat(20_000)}1${')'.repeat(20_000)} == 1`)],
    expects: /^HTTP\/1\.1 422/,
  },
  {
    name: 'a rule of 50,000 terms',
    pieces: [withRule(`1 == 1${' && 1 == 1'.repeat(50_000)}`)],
    expects: /^HTTP\/1\.1 422/,
  },
  {
    name: 'a rule whose cost has no bound',
    pieces: [withRule('self.items.all(a, self.items.all(b, a == b))')],
    expects: /^HTTP\/1\.1 422/,
  },
  {
    name: 'a text of two million digits',
    pieces: [post(JSON.stringify({ ...JSON.parse(map), data: { a: '0'.repeat(2_000_000) } }))],
    expects: /^HTTP\/1\.1 422/,
  },
  {
    name: 'a number of two million digits',
    pieces: [post(map.replace('{}', `{"a":${'7'.repeat(2_000_000)}}`))],
    expects: /^HTTP\/1\.1 4/,
  },
  { name: 'a number beyond all numbers', pieces: [post(map.replace('{}', '{"a":1e999}'))], expects: /^HTTP\/1\.1 4/ },
  {
    name: 'a field called __proto__',
    pieces: [post(map.replace('{}', '{"__proto__":"x"}'))],
    expects: /^HTTP\/1\.1 [24]/,
  },
];

/** @type {Group} */
export const group = {
  name: 'http',
  fixed: fixed.length,
  quick: fixed.length + 60,
  async start() {
    const victim = new Victim('server');
    await victim.start();
    await create(victim, 'kept');
    return {
      caseOf: (number, random) => {
        const one = fixed[number] ?? mutated(random);
        return { name: one.name, run: () => judge(victim, one) };
      },
      stop: () => victim.stop(),
    };
  },
};

/** A right request with a few changes, in pieces, perhaps cut. @param {SeededRandom} random @returns {RawCase} */
function mutated(random) {
  /** @type {readonly string[]} */
  const sources = [
    get,
    post(map),
    post(yamlHead, 'application/yaml'),
    patch('{"data":{"a":"b"}}'),
    chunked('2\r\n{}\r\n0\r\n\r\n'),
    get + post(map) + get,
  ];
  /** @type {Buffer} */
  let bytes = Buffer.from(sources[random.integer(sources.length)] ?? get, 'latin1');
  for (let left = 1 + random.integer(4); left > 0; left -= 1) bytes = changed(bytes, random);
  const pieces = [];
  for (let at = 0; at < bytes.length;) {
    const size = random.integer(3) === 0 ? bytes.length : 1 + random.integer(40);
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  const shown = JSON.stringify(bytes.subarray(0, 120).toString('latin1'));
  return { name: `changed bytes ${shown}`, pieces, cuts: random.integer(4) === 0 };
}

/** @param {Buffer} bytes @param {SeededRandom} random */
function changed(bytes, random) {
  const at = random.integer(bytes.length);
  const end = Math.min(bytes.length, at + 1 + random.integer(12));
  const words = [
    '\r\n',
    '\n',
    '\0',
    '\xff',
    ' ',
    ':',
    ',',
    '{',
    '"',
    '%00',
    '0',
    'transfer-encoding: chunked\r\n',
    'content-length: 7\r\n',
    '\x1b[2J',
  ];
  const word = Buffer.from(words[random.integer(words.length)] ?? '', 'latin1');
  switch (random.integer(5)) {
    case 0:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
    case 1:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), word, bytes.subarray(at)]);
    case 3:
      return bytes.subarray(0, at + 1);
    default: {
      const copy = Buffer.from(bytes);
      copy[at] = random.integer(256);
      return copy;
    }
  }
}

/** @param {Victim} victim @param {RawCase} one */
async function judge(victim, one) {
  await victim.start();
  const began = performance.now();
  const [answer, beside] = await Promise.all([sent(victim.greeting['url'], one), healthy(victim, one.limitMs ?? 2000)]);
  if (beside !== undefined) return `${beside}, while this was sent`;
  const { answer: told, problem } = await victim.ask({}, 5000);
  if (problem !== undefined) return problem;
  if (told?.['bugs'].length > 0) return `the server calls it a bug of its own: ${told?.['bugs'][0]}`;
  if (one.expects && !one.expects.test(answer))
    return `it answered ${JSON.stringify(answer.slice(0, 200))}, not ${String(one.expects)}`;
  if (!one.expects && /^HTTP\/1\.1 500/m.test(answer)) return `it answered ${JSON.stringify(answer.slice(0, 300))}`;
  const after = await healthy(victim, 2000);
  return after && `${after}, ${Math.round(performance.now() - began)} ms after this began`;
}

/** What comes back on a connection of its own, until it is closed or silent. @param {string} url @param {RawCase} one @returns {Promise<string>} */
function sent(url, { pieces, cuts = false }) {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
    const end = () => {
      socket.destroy();
      resolve(answer);
    };
    let silence = setTimeout(end, 10_000);
    socket.setEncoding('latin1').on('data', (data) => {
      if (answer.length < 100_000) answer += data;
      clearTimeout(silence);
      silence = setTimeout(end, 150);
    });
    socket
      .on('error', () => {})
      .on('close', () => {
        clearTimeout(silence);
        resolve(answer);
      });
    const write = async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return;
        socket.write(piece, 'latin1');
        if (pieces.length > 1) await new Promise((next) => setImmediate(next));
      }
      if (cuts) socket.destroy();
      else if (answer === '') {
        clearTimeout(silence);
        silence = setTimeout(end, pieces.join('').length > 100_000 ? 10_000 : 600);
      }
    };
    socket.on('connect', () => void write());
  });
}

/** Writes and reads an object, as anybody would. @param {Victim} victim @param {number} limitMs @returns {Promise<string | undefined>} */
export async function healthy(victim, limitMs) {
  const name = `healthy-${(made += 1)}`;
  const isLate = stopwatch(() => victim.cpuMs(), limitMs);
  const status = await create(victim, name).catch((error) => String(error));
  const read = await ask(victim, 'GET', `${path}/${name}`).catch((error) => ({ status: String(error), body: '' }));
  const late = isLate();
  await ask(victim, 'DELETE', `${path}/${name}`).catch(() => undefined);
  if (status !== 201 || read.status !== 200 || JSON.parse(read.body).metadata.name !== name)
    return `a right request was answered by ${status} and ${read.status}`;
  return late && `a right request took ${late}`;
}

let made = 0;

/** @param {Victim} victim @param {string} name */
export async function create(victim, name, data = { a: '1' }) {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
  return (await ask(victim, 'POST', path, JSON.stringify(object))).status;
}

/** @param {Victim} victim @param {string} method @param {string} where @param {string} [body] @returns {Promise<{ status: number | undefined, body: string }>} */
function ask(victim, method, where, body) {
  return new Promise((resolve, reject) => {
    const asking = request(
      new URL(where, victim.greeting['url']),
      { method, headers: body ? { 'content-type': 'application/json' } : {}, timeout: 20_000 },
      (response) => void text(response).then((read) => resolve({ status: response.statusCode, body: read }), reject),
    );
    asking.on('error', reject).on('timeout', () => asking.destroy(new Error('no answer in 20 s')));
    asking.end(body);
  });
}
