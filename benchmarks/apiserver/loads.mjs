/**
 * What a server is made to do: the same requests for every server, each load on fresh connections.
 */
import { Connection } from './connection.mjs';

/** @typedef {import('./connection.mjs').Access} Access */

const filling = 'x'.repeat(700);

/** A ConfigMap that is about 1 KB as the server gives it back. @param {string} name */
const configMap = (name) =>
  Buffer.from(
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, labels: { app: 'bench' } },
      data: { filling },
    }),
  );

/** @param {string} namespace */
const pathOf = (namespace) => `/api/v1/namespaces/${namespace}/configmaps`;

/** @param {Access} access @param {string} name */
export async function createNamespace(access, name) {
  const connection = await Connection.open(access);
  await expectStatus(
    connection.request('POST', '/api/v1/namespaces', Buffer.from(JSON.stringify({ metadata: { name } }))),
    201,
  );
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
    const body = Buffer.from(`{"metadata":{"annotations":{"turn":"${at}"}}}`);
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
 * Events per second that reach `watchers` watches while ConfigMaps are created, from the first create to the last event.
 * @param {Access} access
 * @param {{ namespace: string, watchers: number, creates: number }} options
 */
export async function watchEventsPerSecond(access, { namespace, watchers, creates }) {
  const watches = await openAll(access, watchers);
  let missing = watchers * creates;
  /** @type {() => void} */
  let finish = () => {};
  const finished = new Promise((resolve) => (finish = () => resolve(undefined)));
  const onEvents = (/** @type {number} */ count) => {
    missing -= count;
    if (missing <= 0) finish();
  };
  await Promise.all(watches.map((watch) => watch.watch(`${pathOf(namespace)}?watch=true`, onEvents)));
  const started = performance.now();
  await createsPerSecond(access, { namespace, count: creates, inFlight: 32 });
  await finished;
  const seconds = (performance.now() - started) / 1000;
  for (const watch of watches) watch.close();
  return (watchers * creates) / seconds;
}

/**
 * Does something `count` times with so many under way at once, and returns how many per second.
 * @param {Access} access
 * @param {{ count: number, inFlight: number }} options
 * @param {(connection: Connection, at: number) => Promise<unknown>} act
 */
async function rate(access, { count, inFlight }, act) {
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
async function expectStatus(asked, status) {
  const answer = await asked;
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
  return answer;
}
