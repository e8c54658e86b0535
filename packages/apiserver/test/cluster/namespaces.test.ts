/**
 * Namespaces from beginning to end on a server with the profile `cluster`: what each holds at first, and how it is emptied.
 */
import { ApiServer } from '@reeve/apiserver';
import { describe, expect, test } from 'vitest';
import { ask, type Body } from '../server/talk.ts';
import { InCluster } from './in-cluster.ts';

const namespaces = '/api/v1/namespaces';
const park = `${namespaces}/park`;

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

const conditionsOf = (namespace: Body | undefined): readonly Condition[] =>
  (namespace?.['status'] as { conditions?: Condition[] } | undefined)?.conditions ?? [];

/** The conditions that tell of trouble. */
const troubles = (namespace: Body | undefined): string[] =>
  conditionsOf(namespace)
    .filter(({ status }) => status === 'True')
    .map(({ type, reason, message }) => `${type} ${reason}: ${message}`);

const pod = (metadata: object, spec: object = {}) => ({
  metadata,
  spec: { terminationGracePeriodSeconds: 30, containers: [{ name: 'main', image: 'main:1' }], ...spec },
});

async function startWithPark(): Promise<InCluster> {
  const cluster = await InCluster.start();
  await cluster.create(namespaces, { metadata: { name: 'park' } });
  await cluster.settled();
  return cluster;
}

describe('a namespace', () => {
  test('that is deleted goes with all it holds · NS2', async () => {
    await using cluster = await startWithPark();
    await cluster.create(`${park}/configmaps`, { metadata: { name: 'map' } });
    await cluster.create(`${park}/pods`, pod({ name: 'walker' }));
    await cluster.create('/apis/apps/v1/namespaces/park/controllerrevisions', {
      metadata: { name: 'old' },
      revision: 1,
      data: {},
    });

    const answer = await cluster.delete(park);
    await cluster.settled();

    expect(answer.body).toMatchObject({ status: { phase: 'Terminating' } });
    expect(await cluster.get(park)).toBeUndefined();
    expect(
      cluster.server
        .snapshot()
        .resources.get('configmaps')
        ?.map(({ key }) => key),
    ).not.toContain('park/map');
    expect(cluster.server.snapshot().resources.get('pods')).toEqual([]);
    expect(cluster.server.snapshot().resources.get('apps/controllerrevisions')).toEqual([]);
  });

  test('refuses new objects while it goes, and says why it waits · NS2', async () => {
    await using cluster = await startWithPark();
    const held = { finalizers: ['example.com/hold'] };
    await cluster.create(`${park}/configmaps`, { metadata: { name: 'map', ...held } });
    await cluster.create(`${park}/secrets`, { metadata: { name: 'key', ...held } });

    await cluster.delete(park);
    await cluster.settled();

    const refused = await cluster.ask('POST', `${park}/configmaps`, { metadata: { name: 'late' } });
    expect([refused.status, refused.body.details?.causes?.[0]?.reason]).toEqual([403, 'NamespaceTerminating']);
    expect(troubles(await cluster.get(park))).toEqual([
      'NamespaceContentRemaining SomeResourcesRemain: Some resources are remaining: configmaps. has 1 resource instances, secrets. has 1 resource instances',
      'NamespaceFinalizersRemaining SomeFinalizersRemain: Some content in the namespace has finalizers remaining: example.com/hold in 2 resource instances',
    ]);
    expect(conditionsOf(await cluster.get(park)).map(({ type }) => type)).toEqual([
      'NamespaceDeletionDiscoveryFailure',
      'NamespaceDeletionGroupVersionParsingFailure',
      'NamespaceDeletionContentFailure',
      'NamespaceContentRemaining',
      'NamespaceFinalizersRemaining',
    ]);

    for (const path of ['configmaps/map', 'secrets/key'])
      await cluster.merge(`${park}/${path}`, { metadata: { finalizers: null } });
    await cluster.settled();
    expect(await cluster.get(park)).toBeUndefined();
  });

  test('keeps the rest until its last pod is gone · NS2', async () => {
    await using cluster = await startWithPark();
    await cluster.create(`${park}/pods`, pod({ name: 'walker', finalizers: ['example.com/hold'] }));
    await cluster.create(`${park}/configmaps`, { metadata: { name: 'map' } });

    await cluster.delete(park);
    await cluster.settled();

    expect(await cluster.names(`${park}/configmaps`)).toEqual(['map']);
    await cluster.merge(`${park}/pods/walker`, { metadata: { finalizers: null } });
    await cluster.settled();
    expect(await cluster.get(park)).toBeUndefined();
  });

  test('gives pods on a node their time, and then says that they are late · NS2', async () => {
    await using cluster = await startWithPark();
    await cluster.create(`${park}/pods`, pod({ name: 'walker' }, { nodeName: 'node' }));
    await cluster.delete(park);
    await cluster.settled();
    const early = troubles(await cluster.get(park));

    await cluster.host.run(() => cluster.host.sleep(31_000));
    await cluster.settled();

    expect(early).toEqual([]);
    expect(troubles(await cluster.get(park))).toEqual([
      'NamespaceDeletionContentFailure ContentDeletionFailed: Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: park for gvr: /v1, Resource=pods',
    ]);
    await cluster.ask('DELETE', `${park}/pods/walker`, { gracePeriodSeconds: 0 });
    await cluster.settled();
    expect(await cluster.get(park)).toBeUndefined();
  });

  test('waits for finalizers of its own that others put there · NS2', async () => {
    await using cluster = await startWithPark();
    await cluster.merge(park, { metadata: { finalizers: ['example.com/hold'] } });

    await cluster.delete(park);
    await cluster.settled();

    const left = await cluster.get(park);
    expect([left?.['spec'], left?.metadata.finalizers]).toEqual([{}, ['example.com/hold']]);
    await cluster.merge(park, { metadata: { finalizers: null } });
    expect(await cluster.get(park)).toBeUndefined();
  });

  test("that is the system's own stays, and so does what it holds · NS2", async () => {
    await using cluster = await InCluster.start();

    const answers = await Promise.all(
      ['default', 'kube-system', 'kube-public'].map((name) => cluster.delete(`${namespaces}/${name}`)),
    );
    await cluster.settled();

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await cluster.names(`${namespaces}/default/serviceaccounts`)).toEqual(['default']);
  });

  test('is emptied after the server was started with it half-way', async () => {
    await using cluster = await startWithPark();
    await cluster.create(`${park}/configmaps`, { metadata: { name: 'map' } });
    await cluster.delete(park); // nobody had time for it yet
    const snapshot = cluster.server.snapshot();
    await cluster.settled();

    cluster.server.restore(snapshot);
    const before = await cluster.get(park);
    await cluster.settled();

    expect([before?.metadata.name, await cluster.get(park)]).toEqual(['park', undefined]);
  });
});

describe('every namespace', () => {
  test('a new namespace has its name as a label, a finalizer and the phase Active, and then gets a service account and the root CA · NS1', async () => {
    await using cluster = await InCluster.start();

    expect(await cluster.create(namespaces, { metadata: { name: 'park' } })).toMatchObject({
      metadata: { labels: { 'kubernetes.io/metadata.name': 'park' } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });

    await cluster.settled();
    expect(await cluster.get(`${park}/serviceaccounts/default`)).toBeDefined();
    expect((await cluster.get(`${park}/configmaps/kube-root-ca.crt`))?.data).toHaveProperty(['ca.crt']);
  });

  test('has a service account and the authority of the server from the start', async () => {
    await using cluster = await startWithPark();

    for (const name of ['default', 'kube-system', 'kube-public', 'kube-node-lease', 'park']) {
      expect(await cluster.names(`${namespaces}/${name}/serviceaccounts`)).toEqual(['default']);
      expect(await cluster.get(`${namespaces}/${name}/configmaps/kube-root-ca.crt`)).toMatchObject({
        metadata: { managedFields: [{ manager: 'kube-controller-manager', operation: 'Update' }] },
        data: { 'ca.crt': '' },
      });
    }
  });

  test('gets them back when they are deleted or changed', async () => {
    await using cluster = await startWithPark();
    const before = await cluster.get(`${park}/serviceaccounts/default`);

    await cluster.delete(`${park}/serviceaccounts/default`);
    await cluster.delete(`${namespaces}/default/configmaps/kube-root-ca.crt`);
    await cluster.merge(`${namespaces}/kube-public/configmaps/kube-root-ca.crt`, { data: { 'ca.crt': 'forged' } });
    await cluster.settled();

    const after = await cluster.get(`${park}/serviceaccounts/default`);
    expect(after?.metadata.uid).not.toBe(before?.metadata.uid ?? '');
    expect(after).toBeDefined();
    expect(await cluster.get(`${namespaces}/default/configmaps/kube-root-ca.crt`)).toBeDefined();
    expect((await cluster.get(`${namespaces}/kube-public/configmaps/kube-root-ca.crt`))?.data).toEqual({
      'ca.crt': '',
    });
  });

  test('holds the authority that signed the certificate of a server on a port', async () => {
    await using server = await ApiServer.start({ port: 0, profile: 'cluster' });

    const { body } = await ask(server.transport, 'GET', `${namespaces}/default/configmaps/kube-root-ca.crt`);

    const config = JSON.parse(server.kubeconfig()) as {
      clusters: { cluster: { 'certificate-authority-data': string } }[];
    };
    expect(Buffer.from(body.data?.['ca.crt'] ?? '').toString('base64')).toBe(
      config.clusters[0]?.cluster['certificate-authority-data'],
    );
  });

  test('holds nothing in the profile envtest', async () => {
    await using cluster = await InCluster.start('envtest');

    expect((await cluster.ask('GET', '/api/v1/serviceaccounts')).body.items).toEqual([]);
    expect(await cluster.get(`${namespaces}/default/configmaps/kube-root-ca.crt`)).toBeUndefined();
  });
});

test('a server that is reset has what it had when it was fresh', async () => {
  await using cluster = await startWithPark();

  cluster.server.reset();

  expect(await cluster.get(park)).toBeUndefined();
  expect(await cluster.names(`${namespaces}/default/serviceaccounts`)).toEqual(['default']);
});

test('a cluster at rest has no timers', async () => {
  await using cluster = await startWithPark();
  await cluster.host.run(() => cluster.host.sleep(61_000)); // past the time of the requests

  expect(cluster.host.clock.pending()).toEqual([]);
});
