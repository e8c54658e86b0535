import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Client, KubeConfig, connect } from '@reeve/client';
import type { Cluster } from '@reeve/client';
import { Namespace, ServiceAccount } from '@reeve/kinds/core/v1';
import { ClusterRole, ClusterRoleBinding } from '@reeve/kinds/rbac/v1';
import { nodeHost } from '@reeve/machinery';
import {
  CoreEvent,
  CoreEventBroadcaster,
  Manager,
  SeriesEvent,
  SeriesEventBroadcaster,
  accessFilter,
  checkPermissions,
  coreEventWriter,
  eventsAbout,
  missingRules,
  seriesEventWriter,
  textAnswer,
} from '@reeve/runtime';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';

const real = inject('realCluster');

describe.runIf(real)('with a real server', () => {
  const { kubeconfigText } = (real ?? {}) as ProvidedCluster;
  const namespace = 'operations';
  const host = nodeHost();
  let cluster: Cluster;
  let client: Client;

  beforeAll(async () => {
    cluster = connect((await KubeConfig.parse(kubeconfigText)).connection());
    client = Client.of(cluster);
    await client.create(Namespace, { metadata: { name: namespace } });
  });
  afterAll(async () => {
    await client.delete(Namespace, namespace);
    await cluster.close();
  });

  /** A token of a new service account that may read these paths. */
  async function tokenFor(name: string, nonResourceURLs: string[]): Promise<string> {
    const account = await client.create(ServiceAccount, { metadata: { namespace, name } });
    await client.create(ClusterRole, { metadata: { name }, rules: [{ nonResourceURLs, verbs: ['get'] }] });
    await client.create(ClusterRoleBinding, {
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', namespace, name }],
    });
    const answer = await client.subresource(ServiceAccount, 'token').create(account, { spec: { audiences: [] } });
    return (answer as { readonly status: { readonly token: string } }).status.token; // a TokenRequest, with its answer
  }

  test('metrics are for those who may read that path, by that method · CR-114', async () => {
    const reader = await tokenFor('metrics-reader', ['/metrics']);
    const other = await tokenFor('other-reader', ['/other']);
    const extraHandlers = { '/other': () => textAnswer(200, 'more') };
    const filter = accessFilter({ client, host });
    const manager = Manager.of(cluster, { host, metricsServer: { address: '127.0.0.1:0', filter, extraHandlers } });
    const stop = new AbortController();
    const running = manager.run({ signal: stop.signal });
    await manager.elected;
    const ask = async (path: string, token?: string, method = 'GET'): Promise<number> => {
      const headers = { connection: 'close', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
      const response = await fetch(`http://127.0.0.1:${manager.servers.metrics?.port}${path}`, { headers, method });
      await response.text();
      return response.status;
    };
    try {
      expect(await ask('/metrics')).toBe(401);
      expect(await ask('/metrics', 'nonsense')).toBe(401);
      expect(await ask('/metrics', reader)).toBe(200);
      expect(await ask('/metrics', other)).toBe(403);
      expect(await ask('/other', reader)).toBe(403);
      expect(await ask('/other', other)).toBe(200);
      expect(await ask('/metrics', reader, 'POST')).toBe(403);
    } finally {
      stop.abort();
      await running;
    }
  });

  test('events of both APIs arrive, are counted and found · CR-115 · EV-4 · EV-16 · EV-21', async () => {
    const about = await client
      .get(ServiceAccount, { namespace, name: 'default' })
      .catch(() => client.create(ServiceAccount, { metadata: { namespace, name: 'default' } }));
    await using core = new CoreEventBroadcaster({ host });
    await using series = new SeriesEventBroadcaster({ host });
    core.recordTo(coreEventWriter(client));
    series.recordTo(seriesEventWriter(client));
    const subject = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: about.metadata };
    for (let count = 0; count < 2; count += 1) {
      core
        .recorder({ component: 'websites', host: 'node-1' })
        .event(subject, { reason: 'Old', message: 'it was seen' });
      series.recorder({ controller: 'websites', instance: 'node-1' }).event(subject, {
        reason: 'New',
        message: 'it was seen',
        annotations: { team: 'estate' },
      });
      await Promise.all([core.flush(), series.flush()]);
    }
    const reference = { kind: 'ServiceAccount', name: 'default' };
    const old = await client.list(CoreEvent, { namespace, fields: eventsAbout('v1', reference).toString() });
    const fresh = await client.list(SeriesEvent, {
      namespace,
      fields: eventsAbout('events.k8s.io/v1', reference).toString(),
    });
    expect(old.items.find(({ reason }) => reason === 'Old')).toMatchObject({
      count: 2,
      involvedObject: { ...reference, namespace, uid: about.metadata.uid },
      source: { component: 'websites', host: 'node-1' },
    });
    expect(fresh.items.find(({ reason }) => reason === 'New')).toMatchObject({
      metadata: { annotations: { team: 'estate' } },
      series: { count: 2 },
      regarding: reference,
      reportingController: 'websites',
    });
  });

  test('what may not be done is named, with the rule that allows it', async () => {
    await client.create(ServiceAccount, { metadata: { namespace, name: 'weak' } });
    const weak = client.as({ user: `system:serviceaccount:${namespace}:weak` });
    const needs = [
      { kind: SeriesEvent, verbs: ['create', 'patch'] },
      { kind: Namespace, verbs: ['get'] },
    ] as const;
    expect(await missingRules(client, needs)).toEqual([]);
    await expect(checkPermissions(weak, needs)).rejects.toMatchObject({
      code: 'REEVE_MISSING_PERMISSION',
      message: expect.stringContaining('apiGroups: ["events.k8s.io"]') as unknown,
    });
  });
});
