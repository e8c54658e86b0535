/**
 * The load: Deployments of three pods, made as fast as the server takes them, and waiting until all of them serve.
 */
import { Client } from '@reeve/client';
import { Deployment } from '@reeve/kinds/apps/v1';

const replicas = 3;
const inFlight = 8;

/**
 * Makes so many Deployments of a name, and says after how many seconds all of their pods served.
 * @param {import('@reeve/machinery').Transport} transport
 * @param {{ name: string, count: number }} load
 */
export async function deployAll(transport, { name, count }) {
  const client = new Client({ transport });
  const started = performance.now();
  const served = allServe(client, name, count);
  let next = 0;
  const maker = async () => {
    while (next < count) await client.create(Deployment, deploymentOf(`${name}-${(next += 1)}`));
  };
  await Promise.all([served, ...Array.from({ length: inFlight }, maker)]);
  return (performance.now() - started) / 1000;
}

/** A server that has just started may end a watch early: then it is looked at again. @param {Client} client @param {string} name @param {number} count */
async function allServe(client, name, count) {
  const serving = new Set();
  const note = (/** @type {import('@reeve/machinery').DeepReadonly<Deployment>} */ { metadata, status }) =>
    metadata.name?.startsWith(`${name}-`) && status?.availableReplicas === replicas && serving.add(metadata.name);
  while (serving.size < count) {
    const { items, metadata } = await client.list(Deployment, { namespace: 'default' });
    for (const deployment of items) note(deployment);
    const from = { namespace: 'default', resourceVersion: metadata.resourceVersion ?? '' };
    for await (const event of client.watch(Deployment, from)) {
      if (event.type === 'ADDED' || event.type === 'MODIFIED') note(event.object);
      if (serving.size === count) return;
    }
  }
}

/** @param {string} app */
function deploymentOf(app) {
  const container = {
    name: 'main',
    image: `registry.example.com/team/${app}:v1`,
    ports: [{ name: 'http', containerPort: 8080 }],
    env: [{ name: 'LOG_LEVEL', value: 'info' }],
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '1', memory: '256Mi' } },
    readinessProbe: { httpGet: { path: '/ready', port: 8080 } },
  };
  return Deployment.of({
    metadata: { name: app, namespace: 'default', labels: { app } },
    spec: {
      replicas,
      selector: { matchLabels: { app } },
      template: { metadata: { labels: { app } }, spec: { containers: [container] } },
    },
  });
}
