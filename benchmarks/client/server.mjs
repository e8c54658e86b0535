/**
 * The server of the client benchmark, in a process of its own: ours, over TLS, filled with ConfigMaps and pods. Sends its kubeconfig when it is ready.
 */
import { ApiServer } from '@reeve/apiserver';

const objects = Number(process.argv[2]);
const server = await ApiServer.start({ port: 0 });
const filling = 'x'.repeat(300);

await fill('configmaps', (name) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { filling } }));
await fill('pods', (name) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { app: 'bench' } },
  spec: { containers: [{ name: 'main', image: 'registry.example.com/team/app:1.2.3', args: ['--port=8080'] }] },
}));
process.send?.(server.kubeconfig());

/** @param {string} plural @param {(name: string) => object} make */
async function fill(plural, make) {
  for (let at = 0; at < objects; at += 1) {
    const body = Buffer.from(JSON.stringify(make(`bench-${at}`)));
    const path = `/api/v1/namespaces/default/${plural}`;
    const { status } = await server.transport.request({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body,
    });
    if (status !== 201) throw new Error(`creating ${plural} bench-${at} was answered with ${status}`);
  }
}
