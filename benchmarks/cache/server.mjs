/**
 * A process that serves one collection and nothing else, as fast as a socket takes it: a list, in pages if asked; a watch, with initial events if
 * asked; and on command (`POST /events?count=…&burst=…`, `POST /expire`) events to every watcher, or a 410 that makes them list anew. Bytes are made
 * before the clock runs. Prints its port.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { datasets, firstVersion } from './objects.mjs';

const [name = 'pods', count = '20000'] = process.argv.slice(2);
const dataset = datasets[name];
if (dataset === undefined) throw new Error(`no dataset ${name}`);

const objects = Array.from({ length: Number(count) }, (_, nth) => dataset.make(nth));
const texts = objects.map((object) => JSON.stringify(object));
const lines = texts.map((text) => Buffer.from(`{"type":"ADDED","object":${text}}\n`));
const changes = texts.map((text) => changeOf(text));
let version = firstVersion + objects.length;
let markers = 0;
/** @type {Set<import('node:http').ServerResponse>} */
const watchers = new Set();

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://server');
  void answer(url, response).catch((error) => response.destroy(error));
});
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
process.stdin.on('end', () => process.exit()).resume();

/**
 * @param {URL} url
 * @param {import('node:http').ServerResponse} response
 */
async function answer({ pathname, searchParams }, response) {
  if (pathname === '/events')
    return await sendEvents(response, Number(searchParams.get('count')), Number(searchParams.get('burst')));
  if (pathname === '/expire') return expire(response);
  if (pathname !== dataset?.path) return void response.writeHead(404).end('{}');
  response.setHeader('content-type', 'application/json');
  if (!['true', '1'].includes(searchParams.get('watch') ?? '')) return await list(response, searchParams);
  response.writeHead(200).flushHeaders();
  if (searchParams.get('sendInitialEvents') === 'true') await sendAll(response);
  if (response.destroyed) return; // it would stay among the watchers for ever, and be sent the events of others
  watchers.add(response);
  response.on('close', () => watchers.delete(response));
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {URLSearchParams} query
 */
async function list(response, query) {
  const from = Number(query.get('continue') ?? 0);
  const limit = query.get('resourceVersion') === '0' ? 0 : Number(query.get('limit') ?? 0);
  const to = limit > 0 ? Math.min(from + limit, texts.length) : texts.length;
  const metadata = { resourceVersion: String(version), ...(to < texts.length && { continue: String(to) }) };
  response.write(
    `{"kind":"${dataset?.kind}List","apiVersion":"${dataset?.apiVersion}","metadata":${JSON.stringify(metadata)},"items":[`,
  );
  for (let at = from; at < to; at += 50) {
    const part = texts.slice(at, Math.min(at + 50, to)).join(',');
    if (!response.write(at + 50 < to ? `${part},` : part)) await drained(response);
  }
  response.end(']}\n');
}

/**
 * Resolves when more may be written. A subject that has gone drains nothing: that is an error, or whoever asked for events would wait for ever.
 * @param {import('node:http').ServerResponse} response
 */
async function drained(response) {
  const waiting = new AbortController();
  const { signal } = waiting;
  if (!response.destroyed)
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  waiting.abort();
  if (response.destroyed) throw new Error('the subject has gone');
}

/** @param {import('node:http').ServerResponse} response */
async function sendAll(response) {
  for (let at = 0; at < lines.length; at += 10) {
    if (!response.write(Buffer.concat(lines.slice(at, at + 10)))) await drained(response);
  }
  response.write(bookmark({ 'k8s.io/initial-events-end': 'true' }));
}

/**
 * Changes to one object after the other, each `burst` times in a row, and a new object behind them that says it is over.
 * @param {import('node:http').ServerResponse} response
 * @param {number} total
 * @param {number} burst
 */
async function sendEvents(response, total, burst) {
  const [watcher] = watchers;
  if (watcher === undefined) return void response.writeHead(409).end();
  for (let sent = 0; sent < total; sent += 10) {
    const batch = Array.from({ length: 10 }, (_, nth) => nextChange(Math.floor((sent + nth) / burst) % changes.length));
    if (!watcher.write(Buffer.concat(batch))) await drained(watcher);
  }
  watcher.write(marker());
  response.end();
}

/** @param {import('node:http').ServerResponse} response */
function expire(response) {
  if (watchers.size === 0) return void response.writeHead(409).end();
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    reason: 'Expired',
    code: 410,
    message: 'too old',
  };
  for (const watcher of watchers) watcher.end(`${JSON.stringify({ type: 'ERROR', object: status })}\n`);
  response.end();
}

/** The line of a change, and where its version is: it is written over. @param {string} text */
function changeOf(text) {
  const line = Buffer.from(`{"type":"MODIFIED","object":${text}}\n`);
  return { line, at: line.indexOf('"resourceVersion":"') + '"resourceVersion":"'.length };
}

/** @param {number} nth */
function nextChange(nth) {
  const change = changes[nth];
  if (change === undefined) throw new Error('no such object');
  const line = Buffer.from(change.line);
  version += 1;
  line.write(String(version), change.at, 'latin1');
  return line;
}

function marker() {
  version += 1;
  markers += 1;
  const { apiVersion, kind } = dataset ?? {};
  const metadata = {
    name: `marker-${markers}`,
    namespace: 'ns-0',
    uid: `marker-${markers}`,
    resourceVersion: String(version),
  };
  return `${JSON.stringify({ type: 'ADDED', object: { kind, apiVersion, metadata } })}\n`;
}

/** @param {Record<string, string>} annotations */
function bookmark(annotations) {
  const { apiVersion, kind } = dataset ?? {};
  const metadata = { resourceVersion: String(version), annotations, creationTimestamp: null };
  return `${JSON.stringify({ type: 'BOOKMARK', object: { kind, apiVersion, metadata } })}\n`;
}
