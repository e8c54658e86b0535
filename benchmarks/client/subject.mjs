/**
 * One client in a fresh process: what importing it costs, and what its requests cost. Prints figures as JSON. Connections are counted where every client
 * of Node opens them; over TLS each of them is a handshake.
 *
 *     node subject.mjs NAME KUBECONFIG [PEERS]
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** @typedef {{ get: (name: string) => Promise<unknown>, list: (plural: 'configmaps' | 'pods') => Promise<number>, close?: () => Promise<unknown> }} Subject */

const [, , name = '', kubeconfig = '', peers = ''] = process.argv;
const namespace = 'default';

let handshakes = 0;
const { connect } = Socket.prototype;
/** @this {Socket} @param {any[]} args @returns {any} */
function counted(...args) {
  handshakes += 1;
  return Reflect.apply(connect, this, args);
}
Socket.prototype.connect = counted;

/** @type {Record<string, () => Promise<() => Promise<Subject>>>} imports the client; what comes back opens it */
const subjects = {
  async reeve() {
    const reeve = await import('@reeve/client');
    return async () => {
      const { ConfigMap, Pod } = await import('@reeve/kinds/core/v1');
      const cluster = reeve.connect((await reeve.KubeConfig.parse(readFileSync(kubeconfig, 'utf8'))).connection());
      const client = reeve.Client.of(cluster);
      return {
        get: (object) => client.get(ConfigMap, { namespace, name: object }),
        list: async (plural) => (await client.list(plural === 'pods' ? Pod : ConfigMap, { namespace })).items.length,
        close: () => cluster.close(),
      };
    };
  },

  async 'reeve, transport alone'() {
    const reeve = await import('@reeve/client');
    return async () => {
      const cluster = reeve.connect((await reeve.KubeConfig.parse(readFileSync(kubeconfig, 'utf8'))).connection());
      const read = async (/** @type {string} */ path) => {
        const headers = { accept: 'application/json' };
        const { body } = await cluster.transport.request({ method: 'GET', path, headers });
        const chunks = [];
        for await (const chunk of body) chunks.push(chunk);
        return JSON.parse(Buffer.concat(chunks).toString('utf8'));
      };
      return {
        get: (object) => read(`/api/v1/namespaces/${namespace}/configmaps/${object}`),
        list: async (plural) => (await read(`/api/v1/namespaces/${namespace}/${plural}`)).items.length,
        close: () => cluster.close(),
      };
    };
  },

  async 'bare undici'() {
    const { Pool } = await importFrom(fileURLToPath(new URL('../../packages/client', import.meta.url)), 'undici');
    return async () => {
      const { clusters, users } = JSON.parse(readFileSync(kubeconfig, 'utf8'));
      const pem = (/** @type {string} */ data) => Buffer.from(data, 'base64').toString();
      const tls = {
        ca: pem(clusters[0].cluster['certificate-authority-data']),
        cert: pem(users[0].user['client-certificate-data']),
        key: pem(users[0].user['client-key-data']),
      };
      const pool = new Pool(clusters[0].cluster.server, { connect: tls, headersTimeout: 0, bodyTimeout: 0 });
      /** @param {string} path @returns {Promise<any>} */
      const read = (path) =>
        new Promise((resolve, reject) => {
          /** @type {Buffer[]} */
          const chunks = [];
          pool.dispatch(
            { path, method: 'GET', headers: { accept: 'application/json' } },
            {
              onRequestStart() {},
              onResponseStart() {},
              onResponseData: (/** @type {unknown} */ _controller, /** @type {Buffer} */ chunk) =>
                void chunks.push(chunk),
              onResponseEnd: () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8'))),
              onResponseError: (/** @type {unknown} */ _controller, /** @type {Error} */ error) => reject(error),
            },
          );
        });
      return {
        get: (object) => read(`/api/v1/namespaces/${namespace}/configmaps/${object}`),
        list: async (plural) => (await read(`/api/v1/namespaces/${namespace}/${plural}`)).items.length,
        close: () => pool.destroy(),
      };
    };
  },

  'client-node 1.4.0': () => clientNode('client-node-1'),
  'client-node 2.0.1': () => clientNode('client-node-2'),

  async 'kubernetes-fluent-client 3.11.6'() {
    process.env['KUBECONFIG'] = kubeconfig;
    const { K8s, kind } = await importFrom(peers, 'kubernetes-fluent-client');
    return async () => ({
      get: (object) => K8s(kind.ConfigMap).InNamespace(namespace).Get(object),
      list: async (plural) =>
        (
          await K8s(plural === 'pods' ? kind.Pod : kind.ConfigMap)
            .InNamespace(namespace)
            .Get()
        ).items.length,
    });
  },
};

/** @param {string} alias @returns {Promise<() => Promise<Subject>>} */
async function clientNode(alias) {
  const { CoreV1Api, KubeConfig } = await importFrom(peers, alias);
  return async () => {
    const config = new KubeConfig();
    config.loadFromFile(kubeconfig);
    const api = config.makeApiClient(CoreV1Api);
    return {
      get: (object) => api.readNamespacedConfigMap({ name: object, namespace }),
      list: async (plural) =>
        (await (plural === 'pods' ? api.listNamespacedPod({ namespace }) : api.listNamespacedConfigMap({ namespace })))
          .items.length,
    };
  };
}

/** Imports what a package in that folder would. @param {string} folder @param {string} specifier @returns {Promise<any>} */
function importFrom(folder, specifier) {
  return import(pathToFileURL(createRequire(`${folder}/`).resolve(specifier)).href);
}

const prepare = subjects[name];
if (prepare === undefined) throw new Error(`there is no subject ${name}`);
const megabytes = () => process.memoryUsage().rss / 2 ** 20;
const residentBefore = megabytes();
const startedAt = performance.now();
const open = await prepare();
const importMs = performance.now() - startedAt;
const importMegabytes = megabytes() - residentBefore;

const subject = await open();
await round(50, 1);
const handshakesBefore = handshakes;
const sequential = await load(1000, 1);
const sequentialHandshakes = handshakes - handshakesBefore;
await round(200, 32);
const parallelBefore = handshakes;
const parallel = await load(2000, 32);
const parallelHandshakes = handshakes - parallelBefore;
const socketsOpen = process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length;
const configMaps = await listing('configmaps');
const pods = await listing('pods');
await subject.close?.();
console.log(
  JSON.stringify({
    importMs,
    importMegabytes,
    sequential,
    sequentialHandshakes,
    parallel,
    parallelHandshakes,
    socketsOpen,
    configMaps,
    pods,
  }),
);
process.exit(0);

/**
 * The best of some rounds: the noise of the machine only ever takes away. A slow client gets fewer.
 * @param {number} count
 * @param {number} inFlight
 */
async function load(count, inFlight) {
  const begun = performance.now();
  const best = { perSecond: 0, cpuMicros: Infinity };
  for (let turn = 0; turn < 10 && (turn === 0 || performance.now() - begun < 2000); turn += 1) {
    const { perSecond, cpuMicros } = await round(count, inFlight);
    best.perSecond = Math.max(best.perSecond, perSecond);
    best.cpuMicros = Math.min(best.cpuMicros, cpuMicros);
  }
  return best;
}

/** @param {number} count @param {number} inFlight */
async function round(count, inFlight) {
  const cpu = process.cpuUsage();
  const begun = performance.now();
  let at = 0;
  const worker = async () => {
    while (at < count) await subject.get(`bench-${at++ % 1000}`);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (count / (performance.now() - begun)) * 1000, cpuMicros: (user + system) / count };
}

/** @param {'configmaps' | 'pods'} plural */
async function listing(plural) {
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const items = await subject.list(plural);
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - begun, cpuMs: (user + system) / 1000, items };
}
