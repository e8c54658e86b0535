// The real cluster itself: that it is the Kubernetes it claims to be, that nothing of it is left behind whoever dies
// first, and that the choice of a cluster is made as documented. Requests are raw HTTPS, so no code of ours can help.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { builtAssets } from '../tools/real-cluster/assets.mjs';
import type { ProvidedCluster } from '../tools/real-cluster/provided-context.d.ts';
import { resolveRealCluster } from '../tools/real-cluster/resolve.mjs';
import { startRealCluster } from '../tools/real-cluster/start.mjs';
import { kubernetesVersion } from '../tools/real-cluster/versions.mjs';

type Access = Pick<ProvidedCluster, 'url'> & Partial<Pick<ProvidedCluster, 'ca' | 'cert' | 'key' | 'token'>>;

interface Call {
  readonly method?: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

const shared = inject('realCluster');
const assets = shared?.assets;
const patiently = { timeout: 60_000 };
const configMaps = '/api/v1/namespaces/default/configmaps';

describe.runIf(shared)('the API of a real cluster', () => {
  const access = shared as ProvidedCluster;

  test.runIf(assets === builtAssets(process.env))('is the pinned version of Kubernetes', async () => {
    const { status, body } = await call(access, '/version');

    const [major, minor] = kubernetesVersion().slice(1).split('.');
    expect(status).toBe(200);
    expect(body).toMatchObject({ gitVersion: kubernetesVersion(), major, minor });
  });

  test('creates, reads, lists and deletes a ConfigMap', async () => {
    const name = uniqueName();
    const created = await call(access, configMaps, { method: 'POST', body: configMap(name, { a: '1' }) });
    expect(created).toMatchObject({ status: 201, body: { metadata: { name, namespace: 'default' } } });

    const read = await call(access, `${configMaps}/${name}`);
    expect(read).toMatchObject({ status: 200, body: { data: { a: '1' } } });

    const list = await call(access, `${configMaps}?fieldSelector=metadata.name=${name}`);
    expect(list.body).toMatchObject({ kind: 'ConfigMapList', items: [{ metadata: { name } }] });

    expect(await call(access, `${configMaps}/${name}`, { method: 'DELETE' })).toMatchObject({ status: 200 });
    expect(await call(access, `${configMaps}/${name}`)).toMatchObject({ status: 404, body: { reason: 'NotFound' } });
  });

  test('reports a creation, a change and a deletion to a watch', async ({ signal }) => {
    const name = uniqueName();
    const selector = `fieldSelector=metadata.name=${name}`;
    const list = await call(access, `${configMaps}?${selector}`);
    const version = list.body.metadata.resourceVersion;
    const events = watch(access, `${configMaps}?watch=true&${selector}&resourceVersion=${version}`, signal);

    await call(access, configMaps, { method: 'POST', body: configMap(name, { a: '1' }) });
    expect((await events.next()).value).toMatchObject({ type: 'ADDED', object: { data: { a: '1' } } });
    await call(access, `${configMaps}/${name}`, { method: 'PUT', body: configMap(name, { a: '2' }) });
    expect((await events.next()).value).toMatchObject({ type: 'MODIFIED', object: { data: { a: '2' } } });
    await call(access, `${configMaps}/${name}`, { method: 'DELETE' });
    expect((await events.next()).value).toMatchObject({ type: 'DELETED', object: { metadata: { name } } });
    await events.return();
  });

  test('refuses an unknown token', async () => {
    const { url, ca } = access;
    const stranger = { url, ca, token: 'nobody-gave-me-this' };
    expect(await call(stranger, configMaps)).toMatchObject({ status: 401, body: { reason: 'Unauthorized' } });
  });
});

describe.runIf(assets)('the processes and the folder of a real cluster', () => {
  test('are gone after stop(), with a watch still open', async ({ signal }) => {
    const cluster = await startRealCluster({ assets, signal });
    const initial = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const events = watch(cluster, `${configMaps}?watch=true&${initial}`, signal);
    expect((await events.next()).value).toMatchObject({ type: 'BOOKMARK' });
    expect(leftovers(cluster)).toEqual([...cluster.pids, cluster.dir]);

    await cluster.stop();

    expect(leftovers(cluster)).toEqual([]);
    await events.return().catch(() => {}); // its connection ended with the server
  });

  for (const [end, after] of [
    ['is killed with SIGKILL', 'setInterval(() => {}, 2 ** 30)'],
    ['returns without stop()', ''],
  ] as const) {
    test(`are gone after a caller that ${end}`, async () => {
      const caller = spawnCaller(after);
      const cluster = await caller.started;
      if (after) caller.process.kill('SIGKILL');

      await caller.exited;
      await expect.poll(() => leftovers(cluster), patiently).toEqual([]);
    });
  }

  test('are gone after somebody killed the guard', async ({ signal }) => {
    const cluster = await startRealCluster({ assets, signal });
    const [guard = 0] = cluster.pids;
    process.kill(guard, 'SIGKILL');

    expect((await cluster.crashed).message).toContain('its guard is gone');
    await expect.poll(() => leftovers(cluster), patiently).toEqual([]);
    await cluster.stop();
  });

  test('are gone after a start that failed, and the error has the end of the log', async ({ signal }) => {
    const folder = fakeAssets('echo "the reason is $0" >&2; pwd >&2; exit 3');
    const failure = await startRealCluster({ assets: folder, signal }).then(
      () => expect.unreachable(),
      (error: Error) => error.message,
    );
    expect(failure).toContain('kube-apiserver ended (exit code 3)');
    expect(failure).toContain(`the reason is ${folder}`);
    expect(existsSync(failure.split('\n').at(-1) as string)).toBe(false);
  });

  test('come up on another port when the first one is taken meanwhile', async ({ signal }) => {
    const folder = fakeAssets(`
      [ -e second ] && exec ${assets}/kube-apiserver "$@"
      touch second; echo "bind: address already in use" >&2; exit 1`);
    await using cluster = await startRealCluster({ assets: folder, signal });
    expect(await call(cluster, '/readyz')).toMatchObject({ status: 200 });
  });
});

describe.runIf(assets && existsSync(join(assets, 'kube-controller-manager')))('a controller manager', () => {
  test('turns a Deployment into pods', async ({ signal }) => {
    await using cluster = await startRealCluster({ assets, controllerManager: true, signal });
    const events = watch(cluster, '/api/v1/namespaces/default/pods?watch=true', signal);
    const labels = { app: 'web' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web' }] } };
    const body = { metadata: { name: 'web' }, spec: { replicas: 1, selector: { matchLabels: labels }, template } };
    await call(cluster, '/apis/apps/v1/namespaces/default/deployments', { method: 'POST', body });

    expect((await events.next()).value).toMatchObject({ object: { metadata: { labels } } });
    await events.return();
  });
});

describe('the choice of a cluster', () => {
  const empty = { PATH: '/nowhere', XDG_CACHE_HOME: '/nowhere' };

  test('skips in one sentence when there is nothing to start from, whatever KUBECONFIG says', async () => {
    const { skip } = await resolveRealCluster({ env: { ...empty, KUBECONFIG: '/nowhere/config' } });
    expect(skip).toMatch(/^real cluster: skipped, .*install Go, .*KUBEBUILDER_ASSETS.*REEVE_TEST_KUBECONFIG[^\n]*$/);
  });

  test('names the file that KUBEBUILDER_ASSETS lacks', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'etcd'), '', { mode: 0o755 });
    const choice = resolveRealCluster({ env: { ...empty, KUBEBUILDER_ASSETS: folder } });
    await expect(choice).rejects.toThrow(`KUBEBUILDER_ASSETS is set to ${folder}, which lacks kube-apiserver:`);
  });

  test('says when the kubeconfig is not there, or asks for what is not supported', async () => {
    const path = join(temporaryFolder(), 'config');
    const choice = () => resolveRealCluster({ env: { ...empty, REEVE_TEST_KUBECONFIG: path } });
    await expect(choice()).rejects.toThrow('ENOENT');
    writeFileSync(
      path,
      `
      current-context: a
      contexts: [{ name: a, context: { cluster: b, user: c } }]
      clusters: [{ name: b, cluster: { server: 'https://127.0.0.1:1' } }]
      users: [{ name: c, user: { exec: { command: login } } }]`,
    );
    await expect(choice()).rejects.toThrow('exec is not supported here');
  });

  test.runIf(assets)('starts what KUBEBUILDER_ASSETS holds', async ({ signal }) => {
    const { cluster } = await resolveRealCluster({ env: { ...empty, KUBEBUILDER_ASSETS: assets }, signal });
    expect(cluster?.assets).toBe(assets);
    await cluster?.stop();
  });

  test.runIf(assets)('refuses a cluster with nodes unless allowed', async ({ signal }) => {
    await using own = await startRealCluster({ assets, signal });
    const env = { ...empty, REEVE_TEST_KUBECONFIG: own.kubeconfig };
    const { cluster } = await resolveRealCluster({ env });
    expect(cluster).toMatchObject({ url: own.url, ca: own.ca, cert: own.cert, key: own.key });
    expect(cluster?.assets).toBeUndefined();

    await call(own, '/api/v1/nodes', { method: 'POST', body: { metadata: { name: 'somebodys-node' } } });
    await expect(resolveRealCluster({ env })).rejects.toThrow(/has nodes, "somebodys-node" .*REEVE_TEST_ALLOW_NODES=1/);

    const allowed = await resolveRealCluster({ env: { ...env, REEVE_TEST_ALLOW_NODES: '1' } });
    expect(allowed.cluster).toMatchObject({ url: own.url });
    await allowed.cluster?.stop();
    expect(await call(own, '/readyz')).toMatchObject({ status: 200 }); // who did not start it does not stop it
  });
});

/** Sends one request, and returns the status and the body, parsed when it is JSON. */
async function call(access: Access, path: string, { body, ...options }: Call = {}) {
  const response = await send(access, path, { body, ...options });
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, body: text.startsWith('{') ? JSON.parse(text) : text };
}

/** Yields the events of a watch; a return() closes the connection. */
async function* watch(access: Access, path: string, signal: AbortSignal) {
  const response = await send(access, path, { signal });
  try {
    for await (const line of createInterface({ input: response })) yield JSON.parse(line);
  } finally {
    response.destroy();
  }
}

async function send({ url, ca, cert, key, token }: Access, path: string, { method = 'GET', body, signal }: Call) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const sent = request(`${url}${path}`, { method, ca, cert, key, headers, agent: false, signal });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = await once(sent, 'response');
  return response.setEncoding('utf8');
}

function configMap(name: string, data: Record<string, string>) {
  return { metadata: { name }, data };
}

function uniqueName(): string {
  return `real-cluster-${crypto.randomUUID()}`;
}

/** A process that starts a cluster, prints what belongs to it, and goes on with the given code. */
function spawnCaller(after: string) {
  const start = new URL('../tools/real-cluster/start.mjs', import.meta.url);
  const code = `
    import { startRealCluster } from ${JSON.stringify(start)};
    const { pids, dir } = await startRealCluster({ assets: ${JSON.stringify(assets)} });
    console.log(JSON.stringify({ pids, dir }));
    ${after}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const printed = once(createInterface({ input: child.stdout }), 'line').then(([line]) => JSON.parse(line));
  const started = Promise.race([printed, exited.then(() => Promise.reject(new Error('the caller ended too early')))]);
  return { process: child, exited, started: started as Promise<{ pids: number[]; dir: string }> };
}

/** A folder with the real etcd and a shell script in the place of kube-apiserver. */
function fakeAssets(script: string): string {
  const folder = temporaryFolder();
  symlinkSync(`${assets}/etcd`, join(folder, 'etcd'));
  writeFileSync(join(folder, 'kube-apiserver'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The processes and the folder of a cluster that are still there. */
function leftovers({ pids, dir }: { readonly pids: readonly number[]; readonly dir: string }): (number | string)[] {
  return [...pids.filter(isRunning), ...[dir].filter((path) => existsSync(path))];
}

/** A zombie has ended, even where nobody collects it, as in a container whose first process is no init. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !existsSync('/proc/self/stat') || !/\) Z /.test(statOf(pid));
}

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return ') Z '; // ended between two looks
  }
}
