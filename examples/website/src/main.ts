/**
 * Starts an API server, installs the definition, runs the operator and creates a sample. Serves until Ctrl-C; with `--once` it waits until the sample is made, deletes
 * its deployment, waits until that is back, prints what there is, and ends.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { Deployment } from '@reeve/kinds/apps/v1';
import { Service } from '@reeve/kinds/core/v1';
import { isNotFound, nodeHost, poll } from '@reeve/machinery';
import { Manager } from '@reeve/runtime';
import { reportRun } from './report-run.ts';
import { Website, websites } from './website.ts';

const isOnce = process.argv.includes('--once');
const host = nodeHost();
const started = host.clock.monotonic();
const elapsed = (): string => `${((host.clock.monotonic() - started) / 1000).toFixed(2).padStart(6)} s`;
const say = (line: string): void => console.log(`${elapsed()}  ${line}`);

const server = await ApiServer.start({ port: 0 });
const client = new Client({ transport: server.transport, host });
const stop = new AbortController();

const folder = mkdtempSync(join(tmpdir(), 'reeve-website-'));
const kubeconfig = join(folder, 'kubeconfig');
writeFileSync(kubeconfig, server.kubeconfig(), { mode: 0o600 });

await client.create(CustomResourceDefinition, Website.crd);
await poll(host, isServed, { intervalMs: 5, timeoutMs: 60_000, waitingFor: 'websites to be served' });
const manager = new Manager({ transport: server.transport, host, onReconcile: (record) => reportRun(record, say) });
const running = manager.add(websites).run({ signal: stop.signal });

console.log(`
  API server   ${server.url}   ready in ${elapsed().trim()}
  kubectl      export KUBECONFIG=${kubeconfig}

  Try:         kubectl get websites -w
               kubectl scale website blog --replicas 3
               kubectl delete deployment blog
`);
await client.create(Website, {
  metadata: { namespace: 'default', name: 'blog' },
  spec: { image: 'nginx', replicas: 1 },
});

if (isOnce) await once();
else await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
stop.abort();
await running;
await server.stop();
rmSync(folder, { recursive: true });

async function once(): Promise<void> {
  const first = await deployment();
  await client.delete(Deployment, first);
  const options = { intervalMs: 10, timeoutMs: 60_000, waitingFor: 'the deployment to come back' };
  await poll(host, async () => ((await deployment()).metadata.uid === first.metadata.uid ? undefined : true), options);
  say('the deployment is back: the operator works');
  for (const kind of [Website, Deployment, Service]) {
    const { items } = await client.list(kind, { namespace: 'default' });
    for (const { metadata } of items) console.log(`  ${kind.kind} ${metadata.namespace ?? ''}/${metadata.name ?? ''}`);
  }
}

/** The sample's deployment, when it is there. */
function deployment(): Promise<Deployment> {
  const read = (): Promise<Deployment | undefined> => client.get(Deployment, 'default/blog').catch(absent);
  return poll(host, read, { intervalMs: 10, timeoutMs: 60_000, waitingFor: 'the deployment' });
}

async function isServed(): Promise<true | undefined> {
  return await client.list(Website).then(() => true as const, absent);
}

function absent(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}
