/**
 * Ours: a manager with a controller that does nothing (`controller`), or the informer below it with a handler that does nothing (`informer`).
 */
import { Cache } from '@reeve/cache';
import { socketTransport } from '@reeve/client';
import { defineKind, nodeHost } from '@reeve/machinery';
import { defineController, Manager } from '@reeve/runtime';
import { datasets } from '../../cache/objects.mjs';
import { openRuns } from '../runs.mjs';

const [objects = '0', mode = 'controller', server = ''] = process.argv.slice(2);
const { group = '', version = '', kind = '', plural = '' } = datasets['websites'] ?? {};
const Website = defineKind({ group, version, kind, plural, scope: 'Namespaced' });
const host = nodeHost();
const transport = socketTransport({ clock: host.clock, server, disableCompression: true });
// The first request loads what requests need.
for await (const _chunk of (await transport.request({ method: 'GET', path: '/warm' })).body);
const began = openRuns(Number(objects));
const { signal } = new AbortController();
process.once('SIGINT', () => process.exit()); // so that a profile is written

/** @param {any} object */
const look = (object) => began(object.metadata.name, object.spec.sentAt);
if (mode === 'informer') {
  const cache = new Cache({ host, transport });
  cache
    .informer(Website)
    .addEventHandler({ onAdd: look, onUpdate: (_old, object) => look(object), onDelete: () => {} });
  await cache.start(signal);
} else {
  const websites = defineController({ for: Website, reconcile: look });
  await new Manager({ transport, host }).add(websites).run({ signal });
}
