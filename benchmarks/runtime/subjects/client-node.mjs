/**
 * A controller as it is written by hand over `@kubernetes/client-node`: its informer, keys that wait at most once, and a worker that reads the object and looks at it. The second argument is the
 * folder of the package.
 */
import { pathToFileURL } from 'node:url';
import { datasets } from '../../cache/objects.mjs';
import { openRuns } from '../runs.mjs';

const [objects = '0', folder = '', server = ''] = process.argv.slice(2);
const { KubeConfig, CustomObjectsApi, makeInformer } = await import(pathToFileURL(`${folder}/dist/index.js`).href);
const config = new KubeConfig();
config.loadFromClusterAndUser({ name: 'c', server, skipTLSVerify: true }, { name: 'u' });
const { path = '', group, version, plural } = datasets['websites'] ?? {};
const api = config.makeApiClient(CustomObjectsApi);
const began = openRuns(Number(objects));
const informer = makeInformer(config, path, () => api.listClusterCustomObject({ group, version, plural }));

/** @type {Set<string>} */
const waiting = new Set();
let isWorking = false;
/** @param {any} object */
const enqueue = ({ metadata: { namespace, name } }) => {
  waiting.add(`${namespace}/${name}`);
  if (!isWorking) void work();
};
informer.on('add', enqueue);
informer.on('update', enqueue);
informer.on('delete', enqueue);
informer.on('error', () => setTimeout(() => void informer.start(), 1000));
await informer.start();

async function work() {
  isWorking = true;
  for (const key of waiting) {
    waiting.delete(key);
    await reconcile(key);
  }
  isWorking = false;
}

/** @param {string} key */
async function reconcile(key) {
  const [namespace = '', name = ''] = key.split('/');
  const object = informer.get(name, namespace);
  if (object !== undefined) began(name, object.spec.sentAt);
}
