/**
 * `npm run -s assets`: prints a folder with the programs `kube-apiserver` and `etcd` of the embedded server, and `kubectl` when one is known, so that
 * `KUBEBUILDER_ASSETS=$(npm run -s assets) go test ./…` runs any envtest suite on it. Nothing but the folder goes to stdout.
 */
import './setup/node-version.mjs';

const { ensureReady } = await import('./setup/ensure-ready.mjs');
const { writeAssets } = await import('./assets/write-assets.mjs');

await ensureReady();
const { folder, kubectl } = await writeAssets(process.env);
if (!kubectl)
  console.error('assets: there is no kubectl on the PATH; suites that call it beside the servers will miss it');
console.log(folder);
