/**
 * An informer with a handler that does nothing and a manager with a controller that does nothing, in one process, each at a server of its own. Whatever disturbs the machine disturbs both, so that what
 * the controller adds can be told from noise that is many times as large. Says a line when both have all objects, and one with the CPU of the process at every marker.
 */
import { Cache } from '@reeve/cache';
import { socketTransport } from '@reeve/client';
import { defineKind, nodeHost } from '@reeve/machinery';
import { defineController, Manager } from '@reeve/runtime';
import { datasets } from '../../cache/objects.mjs';

const [objects = '0', forInformer = '', forController = ''] = process.argv.slice(2);
const { group = '', version = '', kind = '', plural = '' } = datasets['websites'] ?? {};
const Website = defineKind({ group, version, kind, plural, scope: 'Namespaced' });
const host = nodeHost();
const { signal } = new AbortController();
let since = process.cpuUsage();
let seen = 0;

/** @param {any} object */
const look = (object) => {
  seen += 1;
  const isOver = seen > 2 * Number(objects) ? object.metadata.name.startsWith('marker-') : seen === 2 * Number(objects);
  if (!isOver) return;
  const { user, system } = process.cpuUsage(since);
  console.log(JSON.stringify({ cpuMicros: user + system }));
  since = process.cpuUsage();
};

/** @param {string} server */
const transportTo = (server) => socketTransport({ clock: host.clock, server, disableCompression: true });
const cache = new Cache({ host, transport: transportTo(forInformer) });
cache.informer(Website).addEventHandler({ onAdd: look, onUpdate: (_old, object) => look(object), onDelete: () => {} });
const websites = defineController({ for: Website, reconcile: look });
await Promise.all([
  cache.start(signal),
  new Manager({ transport: transportTo(forController), host }).add(websites).run({ signal }),
]);
