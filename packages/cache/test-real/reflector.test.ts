/** The reflector on a real server: streamed and listed, resumed, relisted, metadata only. */
import { Reflector, Store, kindListerWatcher, type ReflectorNotice } from '@reeve/cache';
import { KubeConfig, connect } from '@reeve/client';
import { defineKind, nodeHost, poll, type DeepReadonly, type KubeObject, type Transport } from '@reeve/machinery';
import { describe, expect, inject, test } from 'vitest';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';

const real = inject('realCluster');
const host = nodeHost();
const ConfigMap = defineKind<KubeObject, 'Namespaced'>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
});

describe.runIf(real)('a mirror of a real server', () => {
  const { kubeconfigText } = real as ProvidedCluster;
  const ways = {
    'by stream': {},
    'by list': { supportsStreaming: false },
    'by stream, metadata only': { metadataOnly: true },
    'by list, metadata only': { metadataOnly: true, supportsStreaming: false },
  };
  for (const [how, options] of Object.entries(ways)) {
    test(`${how}: holds what the server holds, follows changes, and is checked against an ordinary list`, async () => {
      await using connection = connect((await KubeConfig.parse(kubeconfigText)).connection());
      const cluster = connection.transport;
      const namespace = `mirror-${host.uuid().slice(0, 8)}`;
      await send(cluster, 'POST', '/api/v1/namespaces', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: namespace },
      });
      for (const name of ['a', 'b']) await put(cluster, namespace, name);

      const store = new Store<DeepReadonly<KubeObject>>();
      const notices: ReflectorNotice[] = [];
      const abort = new AbortController();
      const reflector = new Reflector({
        host,
        store: Object.assign(store, { resync: () => {} }),
        source: kindListerWatcher({ transport: cluster, kind: ConfigMap, namespace, ...options }),
        checksConsistency: true,
        listener: (notice) => notices.push(notice),
      });
      const running = reflector.run(abort.signal);
      await reflector.synced(abort.signal);
      await put(cluster, namespace, 'c');
      await send(cluster, 'DELETE', `${ConfigMap.path({ namespace })}/a`);
      const names = (): string[] => store.list().map(({ metadata }) => metadata.name ?? '');
      await poll(host, () => names().includes('c') && !names().includes('a'), { intervalMs: 20, timeoutMs: 20_000 });

      expect(
        names()
          .filter((name) => name !== 'kube-root-ca.crt')
          .toSorted(),
      ).toEqual(['b', 'c']);
      expect(store.list().every((object) => ConfigMap.is(object) && object.metadata.managedFields === undefined)).toBe(
        true,
      );
      expect(notices.filter(({ type }) => type === 'failed' || type === 'skipped' || type === 'fallback')).toEqual([]);
      abort.abort();
      await running;
      await send(cluster, 'DELETE', `/api/v1/namespaces/${namespace}`);
    });
  }

  test('a kind that is not served is named at once', async () => {
    await using connection = connect((await KubeConfig.parse(kubeconfigText)).connection());
    const cluster = connection.transport;
    const kind = defineKind({
      group: 'nowhere.example.com',
      version: 'v1',
      kind: 'Gone',
      plural: 'gones',
      scope: 'Cluster',
    });
    const abort = new AbortController();
    const store = Object.assign(new Store<DeepReadonly<KubeObject>>(), { resync: () => {} });
    const reflector = new Reflector({ host, store, source: kindListerWatcher({ transport: cluster, kind }) });
    const running = reflector.run(abort.signal);

    await expect(reflector.synced(abort.signal)).rejects.toMatchObject({ code: 'REEVE_NOT_FOUND' });
    abort.abort();
    await running;
  });
});

const put = (transport: Transport, namespace: string, name: string): Promise<void> =>
  send(transport, 'POST', ConfigMap.path({ namespace }), ConfigMap.of({ metadata: { name, namespace } }));

async function send(transport: Transport, method: string, path: string, body?: unknown): Promise<void> {
  const response = await transport.request({
    method,
    path,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
  });
  for await (const chunk of response.body) void chunk;
  expect(response.status).toBeLessThan(300);
}
