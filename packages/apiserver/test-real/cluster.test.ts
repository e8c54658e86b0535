/**
 * The profile `cluster` beside a real kube-apiserver with its kube-controller-manager: the same scenarios leave the same objects behind.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { httpsTransport } from '../../../tools/differential/https-transport.mjs';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { startRealCluster } from '../../../tools/real-cluster/start.mjs';
import { ClusterSide, ownedBy, settledObjects, type Seen } from './cluster-side.ts';
import { startEmbedded, type Embedded } from './embedded.ts';
import { Kubectl, settled } from './kubectl.ts';

const provided: ProvidedCluster | null = inject('realCluster');
type RealCluster = Awaited<ReturnType<typeof startRealCluster>>;

const hold = ['example.com/hold'];
const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

describe.runIf(provided?.assets)('a real cluster and ours', () => {
  let real: RealCluster;
  let onReal: ReturnType<typeof httpsTransport>;
  let ours: Embedded;

  beforeAll(async () => {
    real = await startRealCluster({ assets: provided?.assets, controllerManager: true });
    onReal = httpsTransport({ ...real, token: undefined });
    ours = await startEmbedded('cluster');
  });

  afterAll(async () => {
    onReal?.close();
    await real?.stop();
    await ours?.[Symbol.asyncDispose]();
  });

  /** Runs a scenario on both, each in a fresh namespace of the same name; what it saw must be the same, and is returned. */
  async function both(
    signal: AbortSignal,
    scenario: (side: ClusterSide) => Promise<unknown>,
  ): Promise<{ seen: unknown; expected: unknown }> {
    const namespace = `scene-${randomBytes(4).toString('hex')}`;
    const play = async (side: ClusterSide): Promise<unknown> => {
      await side.create('/api/v1/namespaces', { metadata: { name: namespace } });
      await side.until(side.configMap('kube-root-ca.crt'), (object) => object !== undefined);
      return settledObjects((await scenario(side)) ?? null);
    };
    const [expected, seen] = await Promise.all([
      play(new ClusterSide(onReal, namespace, signal)),
      play(new ClusterSide(ours.server.transport, namespace, signal)),
    ]);
    return { seen, expected };
  }

  const scenarios: Record<string, (side: ClusterSide) => Promise<unknown>> = {
    'collect a tree in the background · X7': async (side) => {
      const owner = await side.made('owner');
      const child = await side.made('child', [ownedBy(owner)]);
      await side.made('leaf', [ownedBy(child)], hold);
      await side.made('bystander');
      await side.delete(side.configMap('owner'), 'Background');
      const left = await side.left('bystander', 'leaf');
      const held = await side.until(side.configMap('leaf'), (leaf) => leaf?.metadata.deletionTimestamp !== undefined);
      await side.release(side.configMap('leaf'));
      return [left.length, held, await side.left('bystander')];
    },
    'keep what still has an owner, and drop the lost one · X7': async (side) => {
      const [first, second] = [await side.made('first'), await side.made('second')];
      await side.made('child', [ownedBy(first), ownedBy(second)]);
      await side.delete(side.configMap('first'));
      const child = await side.until(
        side.configMap('child'),
        (object) => object?.metadata.ownerReferences?.length === 1,
      );
      return [child, await side.left('child', 'second')];
    },
    'collect what names an owner that never was · X7': async (side) => {
      const owner = await side.made('owner');
      const uid = '11111111-1111-4111-8111-111111111111';
      await side.made('stranger', [{ ...ownedBy(owner), name: 'nobody', uid }]);
      await side.made('mistaken', [{ ...ownedBy(owner), uid }]);
      return side.left('owner');
    },
    'tell of owners in another namespace · X7': async (side) => {
      const elsewhere = await side.create('/api/v1/namespaces/kube-public/configmaps', {
        metadata: { name: side.namespace },
      });
      await side.made('child', [ownedBy(elsewhere)]);
      const role = `${side.namespace}-role`;
      await side.create(roles, { metadata: { name: role, ownerReferences: [ownedBy(elsewhere)] } });
      const found = (namespace: string, name: string) =>
        side.until(
          `/api/v1/namespaces/${namespace}/events?fieldSelector=involvedObject.name=${name}`,
          (list) => list?.items?.length === 1,
        );
      const events = [await found(side.namespace, 'child'), await found('default', role)];
      return [await side.left(), events.map((list) => list?.items), await side.ask('GET', `${roles}/${role}`)];
    },
    'leave alone what has an owner of an unknown kind · X10': async (side) => {
      const owner = { apiVersion: 'no.example.com/v1', kind: 'Nothing', name: 'x', uid: 'nothing' };
      await side.made('child', [owner]);
      const known = await side.made('known');
      await side.made('probe', [{ ...ownedBy(known), uid: 'gone' }]); // its going shows that the collector has been here
      return side.left('child', 'known');
    },
    'delete in the foreground, the leaves first · X8': async (side) => {
      const owner = await side.made('owner');
      const child = await side.made('child', [ownedBy(owner, true)]);
      await side.made('leaf', [ownedBy(child, true)], hold);
      await side.made('free', [ownedBy(owner)], hold);
      await side.delete(side.configMap('owner'), 'Foreground');
      const isMarked = (object: { metadata: { deletionTimestamp?: string } } | undefined) =>
        object?.metadata.deletionTimestamp !== undefined;
      const marked = [];
      for (const name of ['owner', 'child', 'leaf', 'free'])
        marked.push(await side.until(side.configMap(name), isMarked));
      await side.release(side.configMap('leaf'));
      const left = await side.left('free');
      await side.release(side.configMap('free'));
      return [marked, left, await side.left()];
    },
    'leave a shared dependent of a foreground deletion to its other owner · X8': async (side) => {
      const [owner, keeper] = [await side.made('owner'), await side.made('keeper')];
      await side.made('child', [ownedBy(owner, true), ownedBy(keeper)]);
      await side.delete(side.configMap('owner'), 'Foreground');
      return side.left('child', 'keeper');
    },
    'get out of a circle · X8': async (side) => {
      const first = await side.made('first');
      const second = await side.made('second', [ownedBy(first, true)]);
      const third = await side.made('third', [ownedBy(second, true)]);
      await side.merge(side.configMap('first'), { metadata: { ownerReferences: [ownedBy(third, true)] } });
      await side.delete(side.configMap('first'), 'Foreground');
      return side.left();
    },
    'orphan dependents · X9': async (side) => {
      const [owner, keeper] = [await side.made('owner', [], hold), await side.made('keeper')];
      await side.made('child', [ownedBy(owner, true)]);
      await side.made('shared', [ownedBy(owner), ownedBy(keeper)]);
      await side.delete(side.configMap('owner'), 'Orphan');
      const waiting = await side.until(side.configMap('owner'), (object) => object?.metadata.finalizers?.length === 1);
      await side.release(side.configMap('owner'));
      return [waiting, await side.left('child', 'keeper', 'shared')];
    },
    'collect and orphan custom objects, and go with their definition · X10': async (side) => {
      const group = `${side.namespace}.example.com`;
      const gardens = `/apis/${group}/v1/namespaces/${side.namespace}/gardens`;
      const definition = `${definitions}/gardens.${group}`;
      await side.create(definitions, gardenDefinition(group));
      await side.until(gardens, (list) => list?.items !== undefined);
      const garden = (name: string, owners: ReturnType<typeof ownedBy>[] = []) =>
        side.create(gardens, {
          apiVersion: `${group}/v1`,
          kind: 'Garden',
          metadata: { name, ownerReferences: owners },
        });
      const [owner, parent] = [await side.made('owner'), await side.made('parent')];
      await garden('probe', [{ ...ownedBy(owner), uid: 'gone' }]);
      await side.gone(`${gardens}/probe`); // the real collector looks for new kinds every half a minute
      await garden('kept', [ownedBy(parent)]);
      const lost = await garden('lost', [ownedBy(owner)]);
      await side.made('child', [ownedBy(lost)]);
      await side.made('last', [ownedBy(await garden('root'))]);
      await side.delete(side.configMap('owner'));
      await side.delete(side.configMap('parent'), 'Orphan');
      const left = await side.left('last');
      const list = await side.until(gardens, (seen) => seen?.items?.length === 2);
      await side.delete(definition);
      await side.gone(definition);
      return [left, list?.items, await side.left()];
    },
    'say what a namespace waits for, and let it go · NS2': async (side) => {
      const path = `/api/v1/namespaces/${side.namespace}`;
      await side.made('map', [], hold);
      await side.create(`${path}/secrets`, { metadata: { name: 'key', finalizers: hold } });
      await side.create(`${path}/services`, { metadata: { name: 'door' }, spec: { ports: [{ port: 80 }] } });
      await side.delete(path);
      const waiting = await side.until(path, (namespace) => 'conditions' in Object(namespace?.['status']));
      await side.release(side.configMap('map'));
      await side.release(`${path}/secrets/key`);
      return [waiting, await side.gone(path)];
    },
    'keep everything until the pods are gone · NS2': async (side) => {
      const path = `/api/v1/namespaces/${side.namespace}`;
      await side.until(`${path}/serviceaccounts/default`, (account) => account !== undefined);
      await side.made('map');
      await side.create(`${path}/pods`, {
        metadata: { name: 'walker', finalizers: hold },
        spec: { terminationGracePeriodSeconds: 0, containers: [{ name: 'main', image: 'main:1' }] },
      });
      await side.delete(path);
      const waiting = await side.until(path, (namespace) => 'conditions' in Object(namespace?.['status']));
      const left = await side.left('map');
      await side.release(`${path}/pods/walker`);
      return [waiting, left, await side.gone(path)];
    },
    'give every namespace its account and authority, again and again': async (side) => {
      const account = `/api/v1/namespaces/${side.namespace}/serviceaccounts/default`;
      const first = await side.until(account, (object) => object !== undefined);
      const authority = await side.ask('GET', side.configMap('kube-root-ca.crt'));
      await side.delete(account);
      await side.delete(side.configMap('kube-root-ca.crt'));
      const isAnother = (before: typeof first) => (object: typeof first) =>
        object !== undefined && object.metadata.uid !== before?.metadata.uid;
      const second = await side.until(account, isAnother(first));
      return [first, authority, second, await side.until(side.configMap('kube-root-ca.crt'), isAnother(authority))];
    },
    'let a pod act under the account of its namespace': async (side) => {
      const path = `/api/v1/namespaces/${side.namespace}`;
      await side.until(`${path}/serviceaccounts/default`, (object) => object !== undefined);
      const containers = ['a', 'b'].map((name) => ({ name, image: 'main:1' }));
      const pod = await side.create(`${path}/pods`, { metadata: { name: 'walker' }, spec: { containers } });
      return JSON.parse(JSON.stringify(pod).replaceAll(/kube-api-access-\w{5}/g, 'kube-api-access-<suffix>'));
    },
    'add up a quota, charge it and give back what is deleted · Y7': async (side) => {
      const path = `/api/v1/namespaces/${side.namespace}`;
      const hard = { configmaps: '4', 'count/configmaps': '3', 'count/widgets.example.com': '1', pods: '0' };
      await side.create(`${path}/resourcequotas`, { metadata: { name: 'q' }, spec: { hard } });
      const usedIs = (count: string) => (quota: Seen | undefined) =>
        /"used":(\{.*?\})/
          .exec(JSON.stringify(quota?.['status'] ?? {}))?.[1]
          ?.includes(`"count/configmaps":"${count}"`) ?? false;
      const summed = await side.until(`${path}/resourcequotas/q`, usedIs('1'));
      await side.made('first');
      await side.made('second');
      const refusal = await side.made('third').catch((error: unknown) => String(error));
      const charged = await side.until(`${path}/resourcequotas/q`, usedIs('3'));
      await side.delete(side.configMap('first'));
      const given = await side.until(`${path}/resourcequotas/q`, usedIs('2'));
      return [summed, charged, given].map((quota) => quota?.['status']).concat(refusal);
    },
  };

  test.for(Object.keys(scenarios))('%s', async (title, { signal }) => {
    const { seen, expected } = await both(signal, scenarios[title] ?? (() => Promise.resolve()));

    expect(seen).toEqual(expected);
  });

  test('let kubectl wait for deletions of every kind · X7 · X8 · X9 · NS2', async () => {
    const namespace = `scene-${randomBytes(4).toString('hex')}`;
    const options = { assets: real.assets, namespace };
    using left = new Kubectl({ ...options, kubeconfig: real.kubeconfig });
    using right = new Kubectl({ ...options, kubeconfig: ours.kubeconfig });
    const prints = async (kubectl: Kubectl, line: string) => settled(await kubectl.run(line.split(' ')));
    const lines = [
      `create namespace ${namespace}`,
      ...['foreground', 'orphan', 'background'].flatMap((cascade) => [
        `create configmap ${cascade}`,
        `delete configmap ${cascade} --cascade=${cascade} --timeout=60s`,
        `get configmap ${cascade}`,
      ]),
      `delete namespace ${namespace} --timeout=60s`,
      `get namespace ${namespace}`,
    ];

    for (const line of lines) {
      const [expected, seen] = await Promise.all([prints(left, line), prints(right, line)]);
      expect({ line, ...seen }).toEqual({ line, ...expected });
    }
  });
});

/** A definition of gardens, of which anything may be said. */
const gardenDefinition = (group: string) => ({
  metadata: { name: `gardens.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'gardens', kind: 'Garden' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
});
