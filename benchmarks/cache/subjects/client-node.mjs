/**
 * `@kubernetes/client-node`: its informer over a list and a watch. The folder of the package is the third argument.
 */
import { pathToFileURL } from 'node:url';
import { datasets } from '../objects.mjs';
import { begin, reportPhase } from '../report-phase.mjs';

const [server = '', path = '', folder = ''] = process.argv.slice(2);
const entry = pathToFileURL(`${folder}/dist/index.js`).href;
const { KubeConfig, CoreV1Api, CustomObjectsApi, makeInformer } = await import(entry);
const config = new KubeConfig();
config.loadFromClusterAndUser({ name: 'c', server, skipTLSVerify: true }, { name: 'u' });

const dataset = Object.values(datasets).find((candidate) => candidate.path === path);
const baseline = await begin();
const informer = makeInformer(config, path, listFunction());
informer.on('add', (/** @type {any} */ object) => {
  if (object.metadata.name.startsWith('marker-')) void reportPhase('events', { objects: informer.list().length });
});
informer.on('update', () => {});
informer.on('delete', () => {});
informer.on('error', () => setTimeout(() => void informer.start(), 1));
await informer.start();
await reportPhase('synced', { baseline, objects: informer.list().length });

function listFunction() {
  const core = config.makeApiClient(CoreV1Api);
  const custom = config.makeApiClient(CustomObjectsApi);
  return async () => {
    if (dataset?.kind === 'Pod') return await core.listPodForAllNamespaces();
    if (dataset?.kind === 'ConfigMap') return await core.listConfigMapForAllNamespaces();
    return await custom.listClusterCustomObject({
      group: dataset?.group,
      version: dataset?.version,
      plural: dataset?.plural,
    });
  };
}
