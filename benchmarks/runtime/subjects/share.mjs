/**
 * Four who do nothing with what they hear, in one process, each at a server of its own: an informer with a handler; a loop written by hand over such an informer, which is the least that a queue of keys
 * can cost; a manager with a controller; and the same with its metrics served, as `reeve run` starts it. Whatever disturbs the machine disturbs all of them, so that what each adds can be told from noise
 * that is many times as large. Says a line when all have all objects, and one with the CPU of the process at every marker.
 */
import { Cache } from '@reeve/cache';
import { socketTransport } from '@reeve/client';
import { defineKind, nodeHost } from '@reeve/machinery';
import { defineController, Manager } from '@reeve/runtime';
import { datasets } from '../../cache/objects.mjs';

const [objects = '0', ...servers] = process.argv.slice(2);
const { group = '', version = '', kind = '', plural = '' } = datasets['websites'] ?? {};
const Website = defineKind({ group, version, kind, plural, scope: 'Namespaced' });
const host = nodeHost();
const { signal } = new AbortController();
const all = servers.length * Number(objects);
let since = process.cpuUsage();
let seen = 0;

/** @param {any} object */
const look = (object) => {
  seen += 1;
  const isOver = seen > all ? object.metadata.name.startsWith('marker-') : seen === all;
  if (!isOver) return;
  const { user, system } = process.cpuUsage(since);
  console.log(JSON.stringify({ cpuMicros: user + system }));
  since = process.cpuUsage();
};

/** @param {string | undefined} server */
const transportTo = (server) => socketTransport({ clock: host.clock, server: server ?? '', disableCompression: true });

/** @param {string | undefined} server @param {(object: any) => void} hear */
function inform(server, hear) {
  const cache = new Cache({ host, transport: transportTo(server) });
  const onUpdate = (/** @type {unknown} */ _old, /** @type {unknown} */ object) => hear(object);
  cache.informer(Website).addEventHandler({ onAdd: hear, onUpdate, onDelete: () => {} });
  return cache.start(signal);
}

/** Keys that wait once, and a worker that is woken, reads the object and looks at it. @param {string | undefined} server */
function loopByHand(server) {
  const objectsByKey = new Map();
  /** @type {Set<string>} */
  const waiting = new Set();
  let isWorking = false;
  const work = async () => {
    for (const key of waiting) {
      waiting.delete(key);
      look(objectsByKey.get(key));
    }
    isWorking = false;
  };
  return inform(server, (object) => {
    const key = `${object.metadata.namespace}/${object.metadata.name}`;
    objectsByKey.set(key, object);
    waiting.add(key);
    if (isWorking) return;
    isWorking = true;
    void Promise.resolve().then(work);
  });
}

/** @param {string | undefined} server @param {Partial<import('@reeve/runtime').ManagerOptions>} options */
function manage(server, options = {}) {
  const websites = defineController({ for: Website, reconcile: look });
  return new Manager({ transport: transportTo(server), host, ...options }).add(websites).run({ signal });
}

const [forInformer, forHand, forController, forMetrics] = servers;
await Promise.all([
  inform(forInformer, look),
  loopByHand(forHand),
  manage(forController),
  manage(forMetrics, { metricsServer: { address: '127.0.0.1:0' } }),
]);
