/**
 * What writes lose while many long lists are read. On a server of its own, as it holds much.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createNamespace, createsPerSecond } from './loads.mjs';

/** @typedef {import('./subjects.mjs').Subject} Subject */

const inFlight = 32;
const readers = 50;
const listed = 100_000;
const writes = 8000;
const rounds = 4;

/** How a list is asked for, and what its last piece has. */
const ways = /** @type {const} */ ([
  ['lists', '', '\r\n0\r\n\r\n'],
  [
    'lists by watches',
    '?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true',
    'initial-events-end',
  ],
]);

/**
 * Creates per second alone and while 50 lists of 100,000 objects are read again and again; the best of some rounds each.
 * @param {Subject} subject
 * @returns {Promise<{ alone: number, beside: { name: string, rate: number }[] }>}
 */
export async function writesBesideLists({ access }) {
  await createNamespace(access, 'listed');
  await createNamespace(access, 'written');
  await createsPerSecond(access, { namespace: 'listed', count: listed, inFlight });
  let from = 0;
  const best = async () => {
    let most = 0;
    for (let round = 0; round < rounds; round += 1, from += writes)
      most = Math.max(most, await createsPerSecond(access, { namespace: 'written', from, count: writes, inFlight }));
    return most;
  };
  await best(); // warms up
  const alone = await best();
  const beside = [];
  for (const [name, query, end] of ways) {
    const child = fork(fileURLToPath(new URL('list-readers.mjs', import.meta.url)));
    const path = `/api/v1/namespaces/listed/configmaps${query}`;
    child.send({ access, path, readers, end });
    await once(child, 'message');
    beside.push({ name, rate: await best() });
    child.kill();
    await once(child, 'exit');
  }
  return { alone, beside };
}
