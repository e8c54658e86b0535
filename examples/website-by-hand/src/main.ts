/**
 * Starts an API server, installs the definition, runs the operator and creates a sample. Serves until Ctrl-C; with `--once` it deletes the deployment, waits until
 * it is back, and ends.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from '@reeve/apiserver';
import { nodeHost, poll } from '@reeve/machinery';
import { Api } from './api.ts';
import { runOperator } from './operator.ts';
import { definition, Deployment, Website } from './website.ts';

const isOnce = process.argv.includes('--once');
const host = nodeHost();
const started = host.clock.monotonic();
const server = await ApiServer.start({ port: 0, host });
const api = new Api(server.transport);
const abort = new AbortController();
const elapsed = () => `${((host.clock.monotonic() - started) / 1000).toFixed(2).padStart(6)} s`;
const say = (line: string) => console.log(`${elapsed()}  ${line}`);

const folder = mkdtempSync(join(tmpdir(), 'reeve-website-'));
const kubeconfig = join(folder, 'kubeconfig');
writeFileSync(kubeconfig, server.kubeconfig(), { mode: 0o600 });
await api.send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
await poll(host, async () => ((await served()) ? true : undefined), { intervalMs: 5, signal: abort.signal });
const operator = runOperator({ api, host, signal: abort.signal, say });

console.log(`
  API server   ${server.url}   ready in ${elapsed().trim()}
  kubectl      export KUBECONFIG=${kubeconfig}

  Try:         kubectl get websites -w
               kubectl delete deployment blog
               kubectl patch website blog --type merge -p '{"spec":{"replicas":3}}'
`);
const sample = {
  apiVersion: Website.apiVersion,
  kind: Website.kind,
  metadata: { name: 'blog' },
  spec: { image: 'nginx' },
};
await api.send('POST', Website.path({ namespace: 'default' }), sample);

if (isOnce) await once();
else await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
abort.abort();
await operator;
await server.stop();
rmSync(folder, { recursive: true });

async function once(): Promise<void> {
  const first = await deployment();
  await api.send('DELETE', Deployment.path({ namespace: 'default', name: 'blog' }));
  await poll(host, async () => ((await deployment()).metadata.uid === first.metadata.uid ? undefined : true), {
    intervalMs: 10,
  });
  say('the deployment is back: the operator works');
}

/** The sample's deployment, when it is there. */
function deployment(): Promise<Deployment> {
  return poll(
    host,
    () => api.send<Deployment>('GET', Deployment.path({ namespace: 'default', name: 'blog' })).catch(() => undefined),
    { intervalMs: 10 },
  );
}

function served(): Promise<boolean> {
  return api.send('GET', Website.path({})).then(
    () => true,
    () => false,
  );
}
