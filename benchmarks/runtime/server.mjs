/**
 * A process that serves websites and nothing else: a list, a watch with or without initial events, and on command (`POST /events?rate=…&count=…`) changes at a steady rate to whoever
 * watches, each with the time at which it is sent, on the clock that all processes of the machine share. A new object behind them says that it is over. Prints its port.
 */
import { createServer } from 'node:http';
import { datasets, firstVersion } from '../cache/objects.mjs';

const count = Number(process.argv[2] ?? 5000);
const websites = datasets['websites'];
if (websites === undefined) throw new Error('no dataset of websites');
const { path, kind, apiVersion } = websites;
const texts = Array.from({ length: count }, (_, nth) => textOf(websites.make(nth)));
const lines = texts.map((text) => changeOf(text));
let version = firstVersion + count;
let [nextAt, markers] = [0, 0];
/** @type {Set<import('node:http').ServerResponse>} */
const watchers = new Set();

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://server');
  if (url.pathname === '/events') return void sendEvents(response, url.searchParams);
  if (url.pathname !== path) return void response.writeHead(404).end('{}');
  response.setHeader('content-type', 'application/json');
  if (['true', '1'].includes(url.searchParams.get('watch') ?? '')) watch(response, url.searchParams);
  else list(response);
});
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
process.stdin.on('end', () => process.exit()).resume();

/** @param {import('node:http').ServerResponse} response */
function list(response) {
  const metadata = JSON.stringify({ resourceVersion: String(version) });
  response.end(
    `{"kind":"${kind}List","apiVersion":"${apiVersion}","metadata":${metadata},"items":[${texts.join(',')}]}`,
  );
}

/** @param {import('node:http').ServerResponse} response @param {URLSearchParams} query */
function watch(response, query) {
  response.writeHead(200).flushHeaders();
  if (query.get('sendInitialEvents') === 'true') {
    response.write(texts.map((text) => `{"type":"ADDED","object":${text}}\n`).join(''));
    response.write(bookmark());
  }
  watchers.add(response);
  response.on('close', () => watchers.delete(response));
}

/** At a steady rate: what is due is sent in every turn of a timer. @param {import('node:http').ServerResponse} response @param {URLSearchParams} query */
async function sendEvents(response, query) {
  const [rate, total] = [Number(query.get('rate')), Number(query.get('count'))];
  response.end();
  const began = performance.now();
  for (let sent = 0; sent < total;) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    const due = Math.min(total, Math.floor(((performance.now() - began) * rate) / 1000));
    for (; sent < due; sent += 1) tell(nextChange());
  }
  markers += 1;
  tell(JSON.stringify({ type: 'ADDED', object: markerOf(markers) }) + '\n');
}

/** @param {Buffer | string} line */
function tell(line) {
  for (const watcher of watchers) watcher.write(line);
}

function nextChange() {
  const change = lines[nextAt];
  if (change === undefined) throw new Error('no such object');
  nextAt = (nextAt + 1) % lines.length;
  version += 1;
  const line = Buffer.from(change.line);
  line.write(String(version), change.versionAt, 'latin1');
  line.write(String(process.hrtime.bigint() / 1000n).padStart(16, '0'), change.timeAt, 'latin1');
  return line;
}

/** Sixteen digits of microseconds, to be written over. @param {import('../cache/objects.mjs').Made} object */
function textOf(object) {
  const spec = /** @type {object} */ (object['spec']);
  return JSON.stringify({ ...object, spec: { ...spec, sentAt: '0'.repeat(16) } });
}

/** @param {string} text */
function changeOf(text) {
  const line = Buffer.from(`{"type":"MODIFIED","object":${text}}\n`);
  const after = (/** @type {string} */ words) => line.indexOf(words) + words.length;
  return { line, versionAt: after('"resourceVersion":"'), timeAt: after('"sentAt":"') };
}

/** @param {number} nth */
function markerOf(nth) {
  version += 1;
  const name = `marker-${nth}`;
  const metadata = { name, namespace: 'ns-0', uid: name, resourceVersion: String(version) };
  return { kind, apiVersion, metadata, spec: { sentAt: '0'.repeat(16) } };
}

function bookmark() {
  const annotations = { 'k8s.io/initial-events-end': 'true' };
  const metadata = { resourceVersion: String(version), annotations, creationTimestamp: null };
  return `${JSON.stringify({ type: 'BOOKMARK', object: { kind, apiVersion, metadata } })}\n`;
}
