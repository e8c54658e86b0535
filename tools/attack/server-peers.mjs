/**
 * Hostile and broken API servers against the client and the informers: answers without end, without sense, of another kind, with tokens that repeat. Requests have to be few, every call has to end, nothing
 * that is wrong may pass for right.
 */
import { gzipSync } from 'node:zlib';
import { answer, chunk, chunkedHead, pourInto, withHostileServer } from './hostile-server.mjs';
import { Victim } from './victim.mjs';

/** @typedef {import('./hostile-server.mjs').Behaviour} Behaviour */
/** @typedef {import('./hostile-server.mjs').Asked} Asked */
/** @typedef {import('@reeve/machinery').SeededRandom} SeededRandom */

/**
 * @typedef {object} PeerCase
 * @property {string} name
 * @property {'get' | 'list' | 'pages' | 'patch' | 'delete' | 'informer'} way
 * @property {Behaviour} behave
 * @property {'error' | readonly string[]} [expects] that the call fails, or what the informer holds in the end
 * @property {number} [mostRequests]
 * @property {number} [forMs] how long an informer is followed
 * @property {number} [timeoutMs] of the call
 */

const usualRequests = 40;
const kind = (/** @type {string} */ name, /** @type {number} */ version, a = '1') => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', uid: name, resourceVersion: String(version) },
  data: { a },
});
const map = JSON.stringify(kind('a', 5));
const listOf = (/** @type {object[]} */ items, /** @type {object} */ metadata = {}) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMapList', metadata: { resourceVersion: '10', ...metadata }, items });
const one = listOf([kind('a', 5)]);
const isWatch = (/** @type {Asked} */ { target }) => target.includes('watch=');
const event = (/** @type {string} */ type, /** @type {object} */ object) => `${JSON.stringify({ type, object })}\n`;
const always =
  (/** @type {string} */ text) => (/** @type {Asked} */ _, /** @type {import('node:net').Socket} */ socket) =>
    void socket.write(text);

/**
 * A server that lists one object, and does something else for watches.
 * @param {Behaviour} onWatch
 * @param {string} [list]
 * @returns {Behaviour}
 */
const listThen =
  (onWatch, list = one) =>
  (asked, socket) =>
    isWatch(asked) ? onWatch(asked, socket) : void socket.write(answer(200, list));

const quiet = (/** @type {import('node:net').Socket} */ socket) => void socket.write(chunkedHead());

/** @type {readonly PeerCase[]} */
const fixed = [
  { name: 'get answered by 204', way: 'get', behave: always(answer(204, '')), expects: 'error' },
  ...[302, 304].flatMap((status) =>
    /** @type {const} */ (['patch', 'delete', 'get']).map((way) => ({
      name: `${way} answered by ${status}`,
      way,
      behave: always(answer(status, '', { location: '/login' })),
      expects: /** @type {const} */ ('error'),
    })),
  ),
  {
    name: 'a get answered by another kind',
    way: 'get',
    behave: always(answer(200, map.replace('ConfigMap', 'Secret'))),
    expects: 'error',
  },
  {
    name: 'a get answered by another name',
    way: 'get',
    behave: always(answer(200, map.replaceAll('"a"', '"b"'))),
    expects: 'error',
  },
  {
    name: 'a list answered by a list of another kind',
    way: 'list',
    behave: always(answer(200, one.replace('ConfigMapList', 'SecretList'))),
    expects: 'error',
  },
  {
    name: 'a list whose items are no objects',
    way: 'list',
    behave: always(answer(200, listOf([]).replace('[]', '[5,null,"x"]'))),
    expects: 'error',
  },
  {
    name: 'an answer that shows the request again',
    way: 'get',
    behave: ({ head }, socket) => void socket.write(answer(200, head, { 'content-type': 'text/plain' })),
    expects: 'error',
  },
  {
    name: 'a refusal that shows the request again',
    way: 'get',
    behave: ({ head }, socket) => void socket.write(answer(403, head, { 'content-type': 'text/plain' })),
    expects: 'error',
  },
  {
    name: 'a body without end',
    way: 'get',
    timeoutMs: 5000,
    behave: (_, socket) => (socket.write('HTTP/1.1 200 X\r\n\r\n'), pourInto(socket, `"${'x'.repeat(1 << 16)}`)),
    expects: 'error',
  },
  {
    name: 'a refusal without end',
    way: 'get',
    timeoutMs: 5000,
    behave: (_, socket) => (socket.write(chunkedHead(500)), pourInto(socket, chunk('x'.repeat(1 << 16)))),
    expects: 'error',
  },
  {
    name: 'a megabyte that becomes a gigabyte',
    way: 'get',
    timeoutMs: 5000,
    behave: (_, socket) => {
      const body = gzipSync(`{"a":"${'x'.repeat(300 << 20)}"}`);
      socket.write(
        `HTTP/1.1 200 X\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      socket.write(body);
    },
    expects: 'error',
  },
  {
    name: 'a head without end',
    way: 'get',
    behave: (_, socket) => (socket.write('HTTP/1.1 200 X\r\n'), pourInto(socket, `x: ${'y'.repeat(1000)}\r\n`)),
    expects: 'error',
  },
  { name: 'no answer', way: 'get', behave: () => {}, expects: 'error' },
  {
    name: 'an answer that ends in its middle',
    way: 'get',
    behave: (_, socket) => void socket.end(answer(200, map).slice(0, -20)),
    expects: 'error',
  },
  {
    name: 'a wait of 31 years',
    way: 'get',
    behave: always(answer(429, '', { 'retry-after': '999999999' })),
    expects: 'error',
  },
  {
    name: 'a list that repeats its continue token',
    way: 'pages',
    behave: always(answer(200, listOf([kind('a', 5)], { continue: 'same' }))),
    expects: 'error',
  },
  {
    name: 'JSON nested 100,000 levels',
    way: 'get',
    behave: always(answer(200, '['.repeat(100_000))),
    expects: 'error',
  },
  {
    name: 'a length and chunks',
    way: 'get',
    behave: always(`HTTP/1.1 200 X\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    expects: 'error',
  },
  { name: 'two answers for one request', way: 'get', behave: always(answer(200, map) + answer(200, map)) },
  {
    name: 'a field called __proto__',
    way: 'get',
    behave: always(answer(200, map.replace('"a":"1"', '"__proto__":"x"'))),
  },

  {
    name: 'a watch that ends after every event',
    way: 'informer',
    behave: listThen(
      ({ nth }, socket) =>
        void socket.end(chunkedHead() + chunk(event('MODIFIED', kind('a', 100 + nth))) + '0\r\n\r\n'),
    ),
  },
  {
    name: 'a watch that ends after a bookmark',
    way: 'informer',
    behave: listThen(
      ({ nth }, socket) =>
        void socket.end(
          chunkedHead() +
            chunk(event('BOOKMARK', { ...kind('', 100 + nth), metadata: { resourceVersion: String(100 + nth) } })) +
            '0\r\n\r\n',
        ),
    ),
  },
  {
    name: 'a watch that ends at once',
    way: 'informer',
    behave: listThen((_, socket) => void socket.end(`${chunkedHead()}0\r\n\r\n`)),
  },
  {
    name: 'a watch that is refused',
    way: 'informer',
    behave: listThen((_, socket) => void socket.write(answer(500, 'no', { 'content-type': 'text/plain' }))),
  },
  {
    name: 'a list that repeats its continue token, for an informer',
    way: 'informer',
    behave: always(answer(200, listOf([kind('a', 5)], { continue: 'same' }))),
  },
  {
    name: 'a second page that is always expired, and a whole list that has pages again',
    way: 'informer',
    behave: ({ target }, socket) =>
      void socket.write(
        target.includes('continue=')
          ? answer(
              410,
              JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 410, reason: 'Expired' }),
            )
          : answer(200, listOf([kind('a', 5)], { continue: 'next' })),
      ),
  },
  {
    name: 'a list that is refused without end',
    way: 'informer',
    behave: (_, socket) => (socket.write(chunkedHead(500)), pourInto(socket, chunk('x'.repeat(1 << 16)))),
  },
  {
    name: 'a list with text without end before its items',
    way: 'informer',
    behave: (_, socket) => (
      socket.write(chunkedHead()),
      socket.write(chunk('{"kind":"ConfigMapList","x":"')),
      pourInto(socket, chunk('y'.repeat(1 << 16)))
    ),
  },
  {
    name: 'a list with one item without end',
    way: 'informer',
    behave: (_, socket) => (
      socket.write(chunkedHead()),
      socket.write(chunk('{"kind":"ConfigMapList","items":[{"data":{"a":"')),
      pourInto(socket, chunk('y'.repeat(1 << 16)))
    ),
  },
  {
    name: 'an event without end',
    way: 'informer',
    behave: listThen(
      (_, socket) => (
        socket.write(chunkedHead()),
        socket.write(chunk('{"type":"ADDED","object":{"data":{"a":"')),
        pourInto(socket, chunk('y'.repeat(1 << 16)))
      ),
    ),
  },
  {
    name: 'an event whose JSON is broken, and a right one after it',
    way: 'informer',
    forMs: 2500,
    behave: ({ nth, target }, socket) => {
      if (!target.includes('watch='))
        return void socket.write(
          answer(200, nth === 0 ? one : listOf([kind('a', 11, '2'), kind('b', 12)], { resourceVersion: '12' })),
        );
      if (nth > 1) return quiet(socket);
      socket.write(
        chunkedHead() +
          chunk('{"type":"MODIFIED","object":{"metadata":{"name":"a","resourceVersion":"11"},"data":{"a":2x}}}\n'),
      );
      socket.write(chunk(event('ADDED', kind('b', 12))));
    },
    expects: ['a=2', 'b=1'],
  },
  {
    name: 'a relist of another kind, after a watch that has expired',
    way: 'informer',
    behave: ({ nth, target }, socket) => {
      if (target.includes('watch='))
        return void socket.end(
          chunkedHead() + chunk(event('ERROR', { kind: 'Status', code: 410, reason: 'Expired' })) + '0\r\n\r\n',
        );
      socket.write(
        answer(
          200,
          nth === 0 ? one : '{"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"20"},"items":[]}',
        ),
      );
    },
    expects: ['a=1'],
  },
  {
    name: 'a version that goes backwards',
    way: 'informer',
    behave: listThen(
      (_, socket) => (
        quiet(socket),
        void socket.write(chunk(event('MODIFIED', kind('a', 12, '3'))) + chunk(event('MODIFIED', kind('a', 11, '2'))))
      ),
    ),
  },
];

/** @type {import('./main.mjs').Group} */
export const group = {
  name: 'server-peers',
  fixed: fixed.length,
  quick: fixed.length + 8,
  async start() {
    const victim = new Victim('client');
    return {
      caseOf: (number, random) => {
        const peer = fixed[number] ?? mutated(random);
        return { name: peer.name, run: () => judge(victim, peer) };
      },
      stop: () => victim.stop(),
    };
  },
};

/** A right answer or stream with changed bytes, cut somewhere, in pieces. @param {SeededRandom} random @returns {PeerCase} */
function mutated(random) {
  const way = /** @type {const} */ (['get', 'list', 'pages', 'informer'])[random.integer(4)] ?? 'get';
  const stream = chunkedHead() + chunk(event('ADDED', kind('b', 12))) + chunk(event('MODIFIED', kind('a', 13, '2')));
  const change = (/** @type {string} */ text) => {
    const bytes = Buffer.from(text, 'latin1');
    for (let left = 1 + random.integer(3); left > 0; left -= 1)
      bytes[random.integer(bytes.length)] = random.integer(256);
    return random.integer(3) === 0 ? bytes.subarray(0, random.integer(bytes.length)) : bytes;
  };
  const seen = [answer(200, way === 'get' ? map : one), stream].map(change);
  return {
    name: `${way} answered by ${JSON.stringify(seen.map((bytes) => bytes.toString('latin1').slice(0, 90)))}`,
    way,
    behave: (asked, socket) => void socket.write(/** @type {Buffer} */ (seen[isWatch(asked) ? 1 : 0])),
  };
}

/** @param {Victim} victim @param {PeerCase} peer */
async function judge(victim, { way, behave, expects, mostRequests = usualRequests, forMs = 900, timeoutMs = 1000 }) {
  const { asked, result } = await withHostileServer(withoutInitialEvents(behave), async (server) => {
    const answered = await victim.ask({ url: server.url, way, timeoutMs, forMs }, 4000 + forMs + timeoutMs);
    return { asked: server.asked(), result: answered };
  });
  if (result.problem !== undefined) return result.problem;
  const { error, leaks, held, object, count } = result.answer ?? {};
  if (asked > mostRequests) return `there were ${asked} requests`;
  if (leaks) return `the token is in the error: ${error ?? ''}`;
  if (/\b(?:TypeError|RangeError|ReferenceError)\b/.test(String(error))) return `the error is one of ours: ${error}`;
  if (expects === 'error' && error === undefined)
    return `it passed for right: ${JSON.stringify(object ?? count ?? 'done')}`;
  if (Array.isArray(expects) && JSON.stringify(held) !== JSON.stringify(expects))
    return `the informer holds ${JSON.stringify(held)}, not ${JSON.stringify(expects)}`;
  return await healthy(victim);
}

/**
 * A server that knows no watches with initial events, as older ones: what informs is listed first, and the numbers of requests begin with the list.
 * @param {Behaviour} behave
 * @returns {Behaviour}
 */
function withoutInitialEvents(behave) {
  let refused = 0;
  return (asked, socket) => {
    if (!asked.target.includes('sendInitialEvents')) return behave({ ...asked, nth: asked.nth - refused }, socket);
    refused += 1;
    const status = {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      code: 422,
      reason: 'Invalid',
      message: 'sendInitialEvents: Forbidden',
    };
    socket.write(answer(422, JSON.stringify(status)));
  };
}

/** The same process asks a server that is right. @param {Victim} victim */
async function healthy(victim) {
  const { problem, answer: told } = await withHostileServer(always(answer(200, map)), (server) =>
    victim.ask({ url: server.url, way: 'get', timeoutMs: 8000 }, 4000),
  );
  return (
    problem ??
    (told?.['object']?.metadata.name === 'a' ? undefined : `a right server was no use after that: ${told?.['error']}`)
  );
}
