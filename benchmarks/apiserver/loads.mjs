/**
 * What a server is made to do: the same requests for every server, each load on fresh connections.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Connection } from './connection.mjs';

/** @typedef {import('./connection.mjs').Access} Access */

const filling = 'x'.repeat(700);

/** A ConfigMap that is about 1 KB as the server gives it back. @param {string} name */
const configMap = (name) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { app: 'bench' } },
    data: { filling },
  });

/** @param {string} namespace */
const pathOf = (namespace) => `/api/v1/namespaces/${namespace}/configmaps`;

/** @param {Access} access @param {string} name */
export async function createNamespace(access, name) {
  const connection = await Connection.open(access);
  await expectStatus(connection.request('POST', '/api/v1/namespaces', JSON.stringify({ metadata: { name } })), 201);
  connection.close();
}

/**
 * Creates ConfigMaps `from` … `from + count - 1`, and returns how many per second.
 * @param {Access} access
 * @param {{ namespace: string, from?: number, count: number, inFlight: number }} options
 */
export const createsPerSecond = (access, { namespace, from = 0, count, inFlight }) =>
  rate(access, { count, inFlight }, (connection, at) =>
    expectStatus(connection.request('POST', pathOf(namespace), configMap(`bench-${from + at}`)), 201),
  );

/** @param {Access} access @param {{ namespace: string, count: number, inFlight: number, objects: number }} options */
export const getsPerSecond = (access, { namespace, count, inFlight, objects }) =>
  rate(access, { count, inFlight }, (connection, at) =>
    expectStatus(connection.request('GET', `${pathOf(namespace)}/bench-${at % objects}`), 200),
  );

/** @param {Access} access @param {{ namespace: string, count: number, inFlight: number, objects: number }} options */
export const patchesPerSecond = (access, { namespace, count, inFlight, objects }) =>
  rate(access, { count, inFlight }, (connection, at) => {
    const body = `{"metadata":{"annotations":{"turn":"${at}"}}}`;
    const path = `${pathOf(namespace)}/bench-${at % objects}`;
    return expectStatus(connection.request('PATCH', path, body, 'application/merge-patch+json'), 200);
  });

/** The best time of a few lists, in milliseconds. @param {Access} access @param {string} namespace */
export async function listTime(access, namespace) {
  const connection = await Connection.open(access);
  let best = Infinity;
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    await expectStatus(connection.request('GET', pathOf(namespace)), 200);
    best = Math.min(best, performance.now() - started);
  }
  connection.close();
  return best;
}

/**
 * Events per second that reach `watchers` watches while ConfigMaps are created, from the first create to the last event. The watches are held by a process
 * that does nothing but count.
 * @param {Access} access
 * @param {{ namespace: string, watchers: number, creates: number }} options
 */
export async function watchEventsPerSecond(access, { namespace, watchers, creates }) {
  const child = fork(fileURLToPath(new URL('watchers.mjs', import.meta.url)));
  try {
    child.send({ access, path: `${pathOf(namespace)}?watch=true`, watchers, events: creates });
    await said(child, 'open');
    const done = said(child, 'done');
    const started = performance.now();
    await createsPerSecond(access, { namespace, count: creates, inFlight: 32 });
    await done;
    return (watchers * creates) / ((performance.now() - started) / 1000);
  } finally {
    child.kill();
  }
}

/**
 * Resolves when the process of the watches says a word.
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} word
 */
async function said(child, word) {
  const ended = once(child, 'exit').then(() => {
    throw new Error('the process of the watches ended');
  });
  const heard = new Promise((resolve) => {
    child.on('message', (message) => message === word && resolve(message));
  });
  await Promise.race([heard, ended]);
  ended.catch(() => {}); // it ends when it is told to
}

/**
 * Does something `count` times with so many under way at once, and returns how many per second.
 * @param {Access} access
 * @param {{ count: number, inFlight: number }} options
 * @param {(connection: Connection, at: number) => Promise<unknown>} act
 */
export async function rate(access, { count, inFlight }, act) {
  const connections = await openAll(access, inFlight);
  let next = 0;
  const started = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      for (let at = next++; at < count; at = next++) await act(connection, at);
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  return count / seconds;
}

/** @param {Access} access @param {number} count */
const openAll = (access, count) => Promise.all(Array.from({ length: count }, () => Connection.open(access)));

/** @param {Promise<import('./connection.mjs').Answer>} asked @param {number} status */
export async function expectStatus(asked, status) {
  const answer = await asked;
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}: ${answer.text}`);
  return answer;
}
