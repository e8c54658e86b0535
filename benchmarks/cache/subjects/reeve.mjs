/**
 * Ours: a reflector and a store. Modes: `default` (managedFields cut, equal parts shared), `full` (everything kept), `metadata`, `level` (states that are
 * replaced within a chunk are not decoded), `list` (pages instead of a stream), `stalls` (the event loop is watched).
 */
import { Reflector, Store, kindListerWatcher } from '@reeve/cache';
import { undiciTransport } from '@reeve/client';
import { defineKind, nodeHost } from '@reeve/machinery';
import { datasets } from '../objects.mjs';
import { reportPhase, watchStalls } from '../report-phase.mjs';

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
const baseline = process.memoryUsage().heapUsed;
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
    transport: undiciTransport({ clock: host.clock, server, disableCompression: true }),
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
      store.replace(objects, resourceVersion);
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
