/**
 * Quotas on a server with the profile `cluster`: what there is is added up, charged when it is made and given back when it goes.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InCluster } from './in-cluster.ts';

const quotas = '/api/v1/namespaces/default/resourcequotas';
const pods = '/api/v1/namespaces/default/pods';
const configMaps = '/api/v1/namespaces/default/configmaps';

const pod = (name: string, cpu: string) => ({
  metadata: { name },
  spec: {
    terminationGracePeriodSeconds: 0,
    containers: [{ name: 'main', image: 'main:1', resources: { requests: { cpu } } }],
  },
});

describe('a quota', () => {
  let cluster: InCluster;

  beforeEach(async () => {
    cluster = await InCluster.start();
  });

  afterEach(async () => {
    await cluster[Symbol.asyncDispose]();
    if (cluster.bugs.length > 0) throw new AggregateError(cluster.bugs, 'the server has bugs');
  });

  const make = async (hard: object, spec: object = {}): Promise<void> => {
    await cluster.create(quotas, { metadata: { name: 'q' }, spec: { hard, ...spec } });
    await cluster.settled();
  };

  const status = async (): Promise<unknown> => (await cluster.get(`${quotas}/q`))?.['status'];

  test('learns what there is already · Y7', async () => {
    await cluster.create(pods, pod('old', '300m'));
    await make({ pods: '3', 'requests.cpu': '1', 'count/configmaps': '10', 'count/widgets.example.com': '1' });
    expect(await status()).toEqual({
      hard: { pods: '3', 'requests.cpu': '1', 'count/configmaps': '10', 'count/widgets.example.com': '1' },
      used: { pods: '1', 'requests.cpu': '300m', 'count/configmaps': '1' },
    });
  });

  test('is charged at once, so that a burst cannot pass it · Y7', async () => {
    await make({ 'count/configmaps': '4' }); // the authority of the namespace is one
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => cluster.ask('POST', configMaps, { metadata: { name: `c${index}` } })),
    );
    expect(answers.filter(({ status: code }) => code === 201)).toHaveLength(3);
    expect(answers.filter(({ status: code }) => code === 403)).toHaveLength(7);
    await cluster.settled();
    expect(await status()).toMatchObject({ used: { 'count/configmaps': '4' } });
  });

  test('is charged the overhead of a pod besides the requests of its containers', async () => {
    await make({ 'requests.cpu': '1', 'requests.memory': '1Gi', 'limits.cpu': '2', 'limits.memory': '2Gi' });
    const resources = { requests: { cpu: '300m', memory: '100Mi' }, limits: { cpu: '1', memory: '200Mi' } };
    const spec = { containers: [{ name: 'main', image: 'main:1', resources }] };
    await cluster.create('/apis/node.k8s.io/v1/runtimeclasses', {
      metadata: { name: 'sandbox' },
      handler: 'sandbox',
      overhead: { podFixed: { cpu: '250m', memory: '120Mi' } },
    });
    await cluster.create(pods, { metadata: { name: 'isolated' }, spec: { ...spec, runtimeClassName: 'sandbox' } });
    await cluster.settled();
    expect(await status()).toMatchObject({
      used: { 'requests.cpu': '550m', 'requests.memory': '220Mi', 'limits.cpu': '1250m', 'limits.memory': '320Mi' },
    });
  });

  test('gets back what is deleted, and what came to its end · Y7', async () => {
    await make({ pods: '2', 'requests.cpu': '1', 'count/pods': '9' });
    await cluster.create(pods, pod('first', '600m'));
    const refused = await cluster.ask('POST', pods, pod('second', '600m'));
    expect(refused.body['message']).toBe(
      'pods "second" is forbidden: exceeded quota: q, requested: requests.cpu=600m, used: requests.cpu=600m, limited: requests.cpu=1',
    );
    await cluster.merge(`${pods}/first/status`, { status: { phase: 'Succeeded' } });
    await cluster.settled();
    expect(await status()).toMatchObject({ used: { pods: '0', 'requests.cpu': '0', 'count/pods': '1' } });
    await cluster.create(pods, pod('second', '600m'));
    await cluster.delete(`${pods}/second`);
    await cluster.settled();
    expect(await status()).toMatchObject({ used: { pods: '0', 'requests.cpu': '0', 'count/pods': '1' } });
  });

  test('gets back what was charged for something that was never made · Y7', async () => {
    await make({ 'count/configmaps': '5' });
    await cluster.create(configMaps, { metadata: { name: 'once' } });
    expect((await cluster.ask('POST', configMaps, { metadata: { name: 'once' } })).status).toBe(409);
    expect((await cluster.ask('POST', `${configMaps}?dryRun=All`, { metadata: { name: 'tried' } })).status).toBe(201);
    await cluster.configMap('another');
    await cluster.settled();
    expect(await status()).toMatchObject({ used: { 'count/configmaps': '3' } });
  });

  test('follows its own change · Y7', async () => {
    await make({ 'count/configmaps': '1' });
    expect((await cluster.ask('POST', configMaps, { metadata: { name: 'late' } })).status).toBe(403);
    await cluster.merge(`${quotas}/q`, { spec: { hard: { 'count/configmaps': '2' } } });
    await cluster.settled();
    expect((await cluster.ask('POST', configMaps, { metadata: { name: 'late' } })).status).toBe(201);
  });

  test('of a scope counts what is in it · Y7', async () => {
    await cluster.create(pods, pod('burstable', '1'));
    await cluster.create(pods, {
      metadata: { name: 'plain' },
      spec: { containers: [{ name: 'main', image: 'main:1' }] },
    });
    await make({ pods: '5' }, { scopes: ['BestEffort'] });
    expect(await status()).toEqual({ hard: { pods: '5' }, used: { pods: '1' } });
  });
});
