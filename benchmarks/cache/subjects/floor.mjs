/**
 * The floor: the transport's bytes, split on newlines, one `JSON.parse` per event, a `Map`. With `bytes` nothing is parsed: that is the share of the transport.
 */
import { socketTransport } from '@reeve/client';
import { nodeHost } from '@reeve/machinery';
import { begin, reportPhase, watchStalls } from '../report-phase.mjs';

const [server = '', path = '', mode = 'parse'] = process.argv.slice(2);
const transport = socketTransport({ clock: nodeHost().clock, server });
const objects = new Map();
// The first request loads what requests need; that is not the cache's doing.
for await (const _chunk of (await transport.request({ method: 'GET', path: '/warm' })).body);
const baseline = await begin();
if (mode === 'stalls') watchStalls();
for (let nth = 1; ; nth += 1) await sync(nth);

/** @param {number} nth */
async function sync(nth) {
  const query = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
  const response = await transport.request({ method: 'GET', path: `${path}?${query}` });
  /** @type {Buffer} */
  let rest = Buffer.alloc(0);
  for await (const part of response.body) {
    const chunk =
      rest.length === 0 ? Buffer.from(part.buffer, part.byteOffset, part.length) : Buffer.concat([rest, part]);
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      await take(chunk.subarray(from, end), nth);
      from = end + 1;
    }
    rest = chunk.subarray(from);
  }
}

/**
 * @param {Buffer} line
 * @param {number} nth
 */
function take(line, nth) {
  if (mode === 'bytes') {
    if (line.length < 400 && line.includes('BOOKMARK'))
      return reportPhase(nth === 1 ? 'synced' : 'relisted', { baseline });
    if (line.length < 400 && line.includes('"marker-')) return reportPhase('events');
    return;
  }
  const { type, object } = JSON.parse(line.toString());
  if (type === 'BOOKMARK') return reportPhase(nth === 1 ? 'synced' : 'relisted', { baseline, objects: objects.size });
  const { namespace, name } = object.metadata ?? {};
  if (type === 'DELETED') objects.delete(`${namespace}/${name}`);
  else if (type !== 'ERROR') objects.set(`${namespace}/${name}`, object);
  if (name?.startsWith('marker-')) return reportPhase('events', { objects: objects.size });
  return;
}
