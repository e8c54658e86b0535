/**
 * `kubernetes-fluent-client`: its watcher, which lists, then watches, and keeps no objects; a `Map` does. The third argument is the folder of the package.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { datasets } from '../objects.mjs';
import { begin, reportPhase } from '../report-phase.mjs';

const [server = '', path = '', folder = '', count = '20000'] = process.argv.slice(2);
const kubeconfig = `${mkdtempSync(`${tmpdir()}/reeve-bench-`)}/config`;
writeFileSync(
  kubeconfig,
  JSON.stringify({
    clusters: [{ name: 'c', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'u', user: { token: 'none' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  }),
);
process.env.KUBECONFIG = kubeconfig;
const { K8s, kind } = await import(pathToFileURL(`${folder}/dist/index.js`).href);
const dataset = Object.values(datasets).find((candidate) => candidate.path === path);
const objects = new Map();
const baseline = await begin();
let hasSynced = false;
const watcher = K8s(kind[dataset?.kind ?? 'Pod']).Watch((/** @type {any} */ object) => {
  const { namespace, name } = object.metadata;
  objects.set(`${namespace}/${name}`, object);
  if (name.startsWith('marker-')) void reportPhase('events', { objects: objects.size });
  if (hasSynced || objects.size < Number(count)) return;
  hasSynced = true;
  void reportPhase('synced', { baseline, objects: objects.size });
});
await watcher.start();
