import { VirtualHost } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { ask, watch } from '../server/talk.ts';

const start = () => ApiServer.start({ host: new VirtualHost({ seed: 42 }) });

const pods = '/api/v1/namespaces/default/pods';
const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';
const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
const ingresses = '/apis/networking.k8s.io/v1/namespaces/default/ingresses';

const pod = (spec: object) => ({
  metadata: { generateName: 'p-' },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});
const claim = (spec: object) => ({
  metadata: { generateName: 'c-' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});
const marked = (name: string, group: string) => ({
  name,
  annotations: { [`${group}.kubernetes.io/is-default-class`]: 'true' },
});

describe('the priority of a pod', () => {
  test('is that of the class it names', async () => {
    await using server = await start();
    await ask(server.transport, 'POST', classes, { metadata: { name: 'high' }, value: 7, preemptionPolicy: 'Never' });
    const { body } = await ask(server.transport, 'POST', pods, pod({ priorityClassName: 'high' }));
    expect(body['spec']).toMatchObject({ priorityClassName: 'high', priority: 7, preemptionPolicy: 'Never' });
  });

  test('is that of the class for everybody when it names none, and zero without one', async () => {
    await using server = await start();
    const before = await ask(server.transport, 'POST', pods, pod({}));
    expect(before.body['spec']).toMatchObject({ priority: 0, preemptionPolicy: 'PreemptLowerPriority' });
    await ask(server.transport, 'POST', classes, { metadata: { name: 'all' }, value: 3, globalDefault: true });
    const { body } = await ask(server.transport, 'POST', pods, pod({}));
    expect(body['spec']).toMatchObject({ priorityClassName: 'all', priority: 3 });
  });

  test('cannot be that of a class that is not there, nor a number of its own', async () => {
    await using server = await start();
    const missing = await ask(server.transport, 'POST', pods, {
      ...pod({ priorityClassName: 'nope' }),
      metadata: { name: 'x' },
    });
    expect(missing.status).toBe(403);
    expect(missing.body.message).toBe('pods "x" is forbidden: no PriorityClass with name nope was found');
    const numbered = await ask(server.transport, 'POST', pods, { ...pod({ priority: 5 }), metadata: { name: 'x' } });
    expect(numbered.body.message).toBe(
      'pods "x" is forbidden: the integer value of priority (5) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name',
    );
  });
});

describe('a class that is marked as the default', () => {
  test('is given to claims that name none', async () => {
    await using server = await start();
    const storage = { metadata: marked('fast', 'storageclass'), provisioner: 'p' };
    await ask(server.transport, 'POST', '/apis/storage.k8s.io/v1/storageclasses', storage);
    const given = await ask(server.transport, 'POST', claims, claim({}));
    expect(given.body['spec']).toMatchObject({ storageClassName: 'fast' });
    const own = await ask(server.transport, 'POST', claims, claim({ storageClassName: '' }));
    expect(own.body['spec']).toMatchObject({ storageClassName: '' });
  });

  test('is given to ingresses that name none', async () => {
    await using server = await start();
    const ingressClass = { metadata: marked('edge', 'ingressclass'), spec: { controller: 'example.com/c' } };
    await ask(server.transport, 'POST', '/apis/networking.k8s.io/v1/ingressclasses', ingressClass);
    const backend = { service: { name: 's', port: { number: 80 } } };
    const { body } = await ask(server.transport, 'POST', ingresses, {
      metadata: { name: 'i' },
      spec: { defaultBackend: backend },
    });
    expect(body['spec']).toMatchObject({ ingressClassName: 'edge' });
  });
});

describe('owners', () => {
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: '1' };
  const post = (server: ApiServer, ownerReferences: object[]) =>
    ask(server.transport, 'POST', '/api/v1/namespaces/default/configmaps', {
      metadata: { generateName: 'c-', ownerReferences },
    });

  test('that are named twice are named once, and the client is told · M8 · E5', async () => {
    await using server = await start();
    const { body, headers } = await post(server, [owner, owner]);
    expect(body.metadata.ownerReferences).toEqual([owner]);
    expect(headers['warning']).toEqual([
      '299 - ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: 1"',
    ]);
  });

  test('that differ in anything are both kept', async () => {
    await using server = await start();
    const { body, headers } = await post(server, [owner, { ...owner, blockOwnerDeletion: true }]);
    expect(body.metadata.ownerReferences).toHaveLength(2);
    expect(headers['warning']).toBeUndefined();
  });
});

describe('deletion', () => {
  test('of a namespace leaves it terminating, for want of somebody who empties it · NS3', async () => {
    await using server = await start();
    await ask(server.transport, 'POST', '/api/v1/namespaces', { metadata: { name: 'n' } });
    const { body } = await ask(server.transport, 'DELETE', '/api/v1/namespaces/n');
    expect(body).toMatchObject({ kind: 'Namespace', status: { phase: 'Terminating' } });
    expect(body.metadata).toHaveProperty('deletionTimestamp');
    expect(body.metadata).not.toHaveProperty('deletionGracePeriodSeconds');
    expect((await ask(server.transport, 'GET', '/api/v1/namespaces/n')).status).toBe(200);
  });

  test('of a pod on no node answers with the marked pod, which is gone · X3', async () => {
    await using server = await start();
    await ask(server.transport, 'POST', pods, { ...pod({}), metadata: { name: 'x' } });
    const { body } = await ask(server.transport, 'DELETE', `${pods}/x`);
    expect(body).toMatchObject({ kind: 'Pod', metadata: { deletionGracePeriodSeconds: 0, generation: 2 } });
    expect((await ask(server.transport, 'GET', `${pods}/x`)).status).toBe(404);
  });

  test('of a pod is seen twice: when it is marked, and when it goes · X3 · W1', async () => {
    const host = new VirtualHost({ seed: 42 });
    await using server = await ApiServer.start({ host });
    await host.run(async () => {
      const made = await ask(server.transport, 'POST', pods, { ...pod({ nodeName: 'n' }), metadata: { name: 'x' } });
      await ask(server.transport, 'DELETE', `${pods}/x`);
      await ask(server.transport, 'DELETE', `${pods}/x?gracePeriodSeconds=0`);
      const path = `${pods}?watch=true&resourceVersion=${made.body.metadata.resourceVersion}`;
      const events = await watch(server.transport, path, (seen) => seen.length === 3);
      const told = events.map(({ type, object }) => `${type} ${object.metadata.deletionGracePeriodSeconds}`);
      expect(told).toEqual(['MODIFIED 30', 'MODIFIED 0', 'DELETED 0']);
    });
  });

  test('of a Job leaves its pods alone unless it is told otherwise · X4', async () => {
    await using server = await start();
    const jobs = '/apis/batch/v1/namespaces/default/jobs';
    const job = (name: string) => ({
      metadata: { name },
      spec: { template: { spec: { ...pod({}).spec, restartPolicy: 'Never' } } },
    });
    await ask(server.transport, 'POST', jobs, job('a'));
    await ask(server.transport, 'POST', jobs, job('b'));
    expect((await ask(server.transport, 'DELETE', `${jobs}/a`)).body.metadata.finalizers).toEqual(['orphan']);
    expect((await ask(server.transport, 'DELETE', `${jobs}/b?propagationPolicy=Background`)).body.kind).toBe('Status');
  });
});

test('a change of annotations is a new generation of a Deployment, and of labels one of an EndpointSlice · M2', async () => {
  await using server = await start();
  const merge = { 'content-type': 'application/merge-patch+json' };
  const template = { metadata: { labels: { a: 'b' } }, spec: pod({}).spec };
  const spec = { selector: { matchLabels: { a: 'b' } }, template };
  const deployments = '/apis/apps/v1/namespaces/default/deployments';
  await ask(server.transport, 'POST', deployments, { metadata: { name: 'd' }, spec });
  const generation = async (path: string, metadata: object) =>
    (await ask(server.transport, 'PATCH', path, { metadata }, merge)).body.metadata.generation;
  expect(await generation(`${deployments}/d`, { labels: { x: 'y' } })).toBe(1);
  expect(await generation(`${deployments}/d`, { annotations: { x: 'y' } })).toBe(2);
  const slices = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices';
  await ask(server.transport, 'POST', slices, { metadata: { name: 's' }, addressType: 'IPv4', endpoints: [] });
  expect(await generation(`${slices}/s`, { annotations: { x: 'y' } })).toBe(1);
  expect(await generation(`${slices}/s`, { labels: { x: 'y' } })).toBe(2);
});
