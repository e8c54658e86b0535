/**
 * Ours: a reflector and a store. Modes: `default` (managedFields cut, equal parts shared), `full` (everything kept), `metadata`, `level` (states that are
 * replaced within a chunk are not decoded), `list` (pages instead of a stream), `stalls` (the event loop is watched).
 */
import { Reflector, Store, kindListerWatcher } from '@reeve/cache';
import { socketTransport } from '@reeve/client';
import { defineKind, nodeHost } from '@reeve/machinery';
import { datasets } from '../objects.mjs';
import { begin, reportPhase, watchStalls } from '../report-phase.mjs';

const [server = '', path = '', mode = 'default'] = process.argv.slice(2);
const dataset = Object.values(datasets).find((candidate) => candidate.path === path);
if (dataset === undefined) throw new Error(`no dataset at ${path}`);
const kind = defineKind({
  group: dataset.group,
  version: dataset.version,
  kind: dataset.kind,
  plural: dataset.plural,
  scope: 'Namespaced',
});
const host = nodeHost();
const store = new Store();
const transport = socketTransport({ clock: host.clock, server, disableCompression: true });
// The first request loads what requests need; that is not the cache's doing.
for await (const _chunk of (await transport.request({ method: 'GET', path: '/warm' })).body);
const baseline = await begin();
let syncs = 0;

/** @param {any} object */
const seen = (object) =>
  object.metadata.name.startsWith('marker-') ? reportPhase('events', { objects: store.size }) : undefined;
if (mode === 'stalls') watchStalls();
const reflector = new Reflector({
  host,
  keepManagedFields: mode === 'full',
  backoff: () => 1,
  source: kindListerWatcher({
    transport,
    kind,
    metadataOnly: mode === 'metadata',
    supportsStreaming: mode !== 'list',
  }),
  store: {
    add: (object) => {
      store.add(object);
      return seen(object);
    },
    update: (object) => store.update(object),
    delete: (object) => store.delete(object),
    replace: async (objects, resourceVersion) => {
      await replaceInSlices(objects, resourceVersion);
      syncs += 1;
      await reportPhase(syncs === 1 ? 'synced' : 'relisted', { baseline, objects: store.size });
    },
    resync: () => {},
    bookmark: (resourceVersion) => store.bookmark(resourceVersion),
    peek: (namespace, name) => store.peek(namespace, name),
    isLevelTriggered: mode === 'level',
  },
});
await reflector.run(new AbortController().signal);

/**
 * As informers do it: prepared aside, in slices, and swapped in at once.
 * @param {readonly any[]} objects
 * @param {string} resourceVersion
 */
async function replaceInSlices(objects, resourceVersion) {
  const replacement = store.beginReplace();
  const slice = host.startSlice();
  for (const object of objects) {
    replacement.put(object.metadata.namespace, object.metadata.name, object);
    if (slice.spent(256)) await host.yield();
  }
  replacement.swap(resourceVersion);
}
