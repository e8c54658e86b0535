/**
 * The bare loop: the transport's bytes, split on newlines, one `JSON.parse` per event, a call.
 */
import { socketTransport } from '@reeve/client';
import { nodeHost } from '@reeve/machinery';
import { datasets } from '../../cache/objects.mjs';
import { openRuns } from '../runs.mjs';

const [objects = '0', server = ''] = process.argv.slice(2);
const transport = socketTransport({ clock: nodeHost().clock, server });
// The first request loads what requests need.
for await (const _chunk of (await transport.request({ method: 'GET', path: '/warm' })).body);
const began = openRuns(Number(objects));
const query = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
const { body } = await transport.request({ method: 'GET', path: `${datasets['websites']?.path}?${query}` });
/** @type {Buffer} */
let rest = Buffer.alloc(0);
for await (const part of body) {
  const chunk =
    rest.length === 0 ? Buffer.from(part.buffer, part.byteOffset, part.length) : Buffer.concat([rest, part]);
  let from = 0;
  for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
    take(chunk.toString('utf8', from, end));
    from = end + 1;
  }
  rest = chunk.subarray(from);
}

/** @param {string} line */
function take(line) {
  const { type, object } = JSON.parse(line);
  if (type !== 'BOOKMARK') began(object.metadata.name, object.spec.sentAt);
}
