/**
 * Writes that track managers closely: server-side applies and strategic patches of Deployments, the same for every server.
 */
import { expectStatus, rate } from './loads.mjs';

/** @typedef {import('./connection.mjs').Access} Access */

/** @param {string} namespace */
const pathOf = (namespace) => `/apis/apps/v1/namespaces/${namespace}/deployments`;

/** @param {string} name @param {number} turn What changes from one apply to the next. */
const deployment = (name, turn) =>
  JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels: { app: 'bench' }, annotations: { turn: String(turn) } },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'bench' } },
      template: {
        metadata: { labels: { app: 'bench' } },
        spec: {
          containers: [
            {
              name: 'main',
              image: `main:${turn}`,
              ports: [{ containerPort: 80 }],
              env: [
                { name: 'A', value: '1' },
                { name: 'TURN', value: String(turn) },
              ],
              resources: { limits: { cpu: '500m', memory: '64Mi' } },
            },
          ],
        },
      },
    },
  });

/**
 * Applies to `objects` Deployments in turn, which the first applies create, and returns how many per second.
 * @param {Access} access
 * @param {{ namespace: string, count: number, inFlight: number, objects: number }} options
 */
export async function appliesPerSecond(access, { namespace, count, inFlight, objects }) {
  const apply =
    (/** @type {number} */ turn, /** @type {number} */ status) =>
    (/** @type {import('./connection.mjs').Connection} */ connection, /** @type {number} */ at) => {
      const name = `bench-${at % objects}`;
      const path = `${pathOf(namespace)}/${name}?fieldManager=bench`;
      return expectStatus(
        connection.request('PATCH', path, deployment(name, turn + at), 'application/apply-patch+yaml'),
        status,
      );
    };
  await rate(access, { count: objects, inFlight }, apply(0, 201));
  return rate(access, { count, inFlight }, apply(objects, 200));
}

/**
 * Patches the Deployments that `appliesPerSecond` has left, and returns how many per second.
 * @param {Access} access
 * @param {{ namespace: string, count: number, inFlight: number, objects: number }} options
 */
export const strategicPatchesPerSecond = (access, { namespace, count, inFlight, objects }) =>
  rate(access, { count, inFlight }, (connection, at) => {
    const containers = [{ name: 'main', image: `patched:${at}`, env: [{ name: 'PATCHED', value: String(at) }] }];
    const body = JSON.stringify({ spec: { template: { spec: { containers } } } });
    const path = `${pathOf(namespace)}/bench-${at % objects}`;
    return expectStatus(connection.request('PATCH', path, body, 'application/strategic-merge-patch+json'), 200);
  });
