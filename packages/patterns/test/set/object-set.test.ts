import { describe, expect, test } from 'vitest';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { ClusterRole } from '@reeve/kinds/rbac/v1';
import { Deployment } from '@reeve/kinds/apps/v1';
import { Job } from '@reeve/kinds/batch/v1';
import { ConfigMap, Namespace, Secret, Service } from '@reeve/kinds/core/v1';
import { Client, mergePatch } from '@reeve/client';
import { isNotFound } from '@reeve/machinery';
import type { KubeObject, Transport } from '@reeve/machinery';
import { kindRule, objectSet, SetRateLimit, setIdentity, wranglerSetHash } from '@reeve/patterns';
import type { ObjectSet } from '@reeve/patterns';
import { App, config, inWorld, told } from '../world.ts';
import type { World } from '../world.ts';

const web = (world: World, options = {}): ObjectSet =>
  objectSet(world.client, { id: 'web-set', namespace: 'default', host: world.host, ...options });
const secret = (name: string): Secret =>
  Secret.of({ metadata: { namespace: 'default', name }, stringData: { a: '1' } });
const names = async (world: World): Promise<string[]> => {
  const { items } = await world.admin.list(ConfigMap, {
    namespace: 'default',
    labels: 'applyset.kubernetes.io/part-of',
  });
  return items.map(({ metadata }) => metadata.name);
};

describe('an object set', () => {
  test('needs an id or an owner · LW-112 identity', () =>
    inWorld(async ({ client }) => {
      expect(() => objectSet(client, {})).toThrow(/neither an id nor an owner/);
      expect(() => objectSet(client, { id: 'no/slash' })).toThrow(/cannot be the id of an object set/);
      expect(() => objectSet(client, { id: 'a', prun: true } as never)).toThrow(/prun/);
    }));

  test('creates what is missing, updates what differs, leaves the rest alone and deletes what is no longer in it · LW-113', () =>
    inWorld(async (world) => {
      const set = web(world);
      expect(told(await set.apply([config('b'), config('a'), secret('s')]))).toEqual([
        'created ConfigMap default/b',
        'created ConfigMap default/a',
        'created Secret default/s',
      ]);
      world.forget();
      expect(told(await set.apply([config('b'), config('a'), secret('s')]))).toEqual([
        'unchanged ConfigMap default/b',
        'unchanged ConfigMap default/a',
        'unchanged Secret default/s',
      ]);
      expect(world.writes).toEqual([]);
      expect(told(await set.apply([config('c'), config('b', { a: '2' })]))).toEqual([
        'created ConfigMap default/c',
        'updated ConfigMap default/b',
        'deleted ConfigMap default/a',
        'deleted Secret default/s',
      ]);
      expect((await world.admin.get(ConfigMap, 'default/b')).data).toEqual({ a: '2' });
      expect(await names(world)).toEqual(['b', 'c']);
    }));

  test('writes nothing more while what it has deleted is held by finalizers', () =>
    inWorld(async (world) => {
      const set = web(world);
      await set.apply([config('a'), secret('s')]);
      await world.admin.patch(Secret, 'default/s', mergePatch({ metadata: { finalizers: ['example.com/hold'] } }));
      await set.apply([config('a')]);
      world.forget();
      await set.apply([config('a')]);
      expect(world.writes).toEqual([]);
    }));

  test('handles kinds in the order of their first object, and kinds that it only prunes last · LW-112 order', () =>
    inWorld(async (world) => {
      const set = web(world);
      const service = Service.of({ metadata: { namespace: 'default', name: 'x' }, spec: { ports: [{ port: 80 }] } });
      await set.apply([service, config('a'), secret('s')]);
      const report = await set.apply([secret('s'), config('b'), secret('t')]);
      expect(told(report)).toEqual([
        'unchanged Secret default/s',
        'created Secret default/t',
        'created ConfigMap default/b',
        'deleted ConfigMap default/a',
        'deleted Service default/x',
      ]);
    }));

  test('does not delete members that are marked prune=false, nor kinds that it does not prune, nor anything without pruning · LW-114', () =>
    inWorld(async (world) => {
      const set = web(world);
      await set.apply([
        config('a', {}, { annotations: { 'sets.reeve.dev/prune': 'false' } }),
        config('b'),
        secret('s'),
      ]);
      expect(told(await set.with({ prune: false }).apply([]))).toEqual([
        'protected ConfigMap default/a',
        'protected ConfigMap default/b',
        'protected Secret default/s',
      ]);
      await world.admin.patch(
        ConfigMap,
        'default/b',
        mergePatch({ metadata: { labels: { 'objectset.rio.cattle.io/prune': 'false' } } }),
      );
      expect(told(await set.with({ prune: { exceptKinds: [Secret] } }).apply([]))).toEqual([
        'protected ConfigMap default/a',
        'protected ConfigMap default/b',
        'protected Secret default/s',
      ]);
      expect(told(await set.apply([]))).toEqual([
        'protected ConfigMap default/a',
        'protected ConfigMap default/b',
        'deleted Secret default/s',
      ]);
    }));

  test('does not prune an object that it has in another served version · LW-115', () =>
    inWorld(async (world) => {
      const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } as const;
      await world.admin.create(CustomResourceDefinition, {
        metadata: { name: 'widgets.example.com' },
        spec: {
          group: 'example.com',
          scope: 'Namespaced',
          names: { plural: 'widgets', kind: 'Widget' },
          versions: [
            { name: 'v1', served: true, storage: true, schema },
            { name: 'v2', served: true, storage: false, schema },
          ],
        },
      });
      await world.host.sleep(3000);
      const widget = (version: string, name: string): KubeObject =>
        ({
          apiVersion: `example.com/${version}`,
          kind: 'Widget',
          metadata: { namespace: 'default', name },
          spec: {},
        }) as KubeObject;
      const set = web(world);
      await set.apply([widget('v1', 'x'), widget('v1', 'y')]);
      const report = await set.apply([widget('v2', 'x')]);
      expect(told(report)).toEqual(['updated Widget.example.com default/x', 'deleted Widget.example.com default/y']);
    }));

  test('goes on after an object that failed, and names all that failed · LW-116 errors', () =>
    inWorld(async (world) => {
      const set = web(world);
      await set.apply([config('old')]);
      const bad = config('Bad_Name');
      const failure = await set.apply([bad, config('a')]).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        code: 'REEVE_OBJECT_SET',
        message: expect.stringMatching(
          /^the object set web-set was not applied completely: ConfigMap default\/Bad_Name: /,
        ),
      });
      expect(await names(world)).toEqual(['a']);
      const stopped = await set
        .with({ stopsOnError: true })
        .apply([bad, config('b')])
        .catch((error: unknown) => error);
      expect((stopped as { report: { results: unknown[] } }).report.results).toHaveLength(1);
      expect(await names(world)).toEqual(['a']);
    }));

  test('applies waves in order, and the next one when the objects of the one before are ready · LW-116 waves', () =>
    inWorld(async (world) => {
      const wave = (number: number) => ({ annotations: { 'sets.reeve.dev/wave': String(number) } });
      const deployment = Deployment.of({
        metadata: { namespace: 'default', name: 'db', ...wave(-1) },
        spec: {
          replicas: 1,
          selector: { matchLabels: { a: 'b' } },
          template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'db', image: 'db' }] } },
        },
      });
      const set = web(world);
      const objects = [config('last', {}, wave(2)), deployment, config('first', {}, wave(-1))];
      const report = await set.apply(objects);
      expect(report).toMatchObject({
        state: 'waiting',
        retryAfterMs: 2000,
        waitingFor: ['Deployment.apps default/db: its controller has not looked at it yet'],
      });
      expect(told(report)).toEqual(['created ConfigMap default/first', 'created Deployment.apps default/db']);
      const { metadata } = await world.admin.get(Deployment, 'default/db');
      const status = {
        observedGeneration: metadata.generation,
        replicas: 1,
        updatedReplicas: 1,
        readyReplicas: 1,
        availableReplicas: 1,
      };
      await world.admin.patchStatus(Deployment, 'default/db', mergePatch({ status }));
      const waves: string[] = [];
      const next = await set.apply(objects, {
        onWave: ({ number, index, count, objects: size }) =>
          waves.push(`${number}: ${index + 1} of ${count}, ${size} objects`),
      });
      expect(next.state).toBe('done');
      expect(waves).toEqual(['-1: 1 of 2, 2 objects', '2: 2 of 2, 1 objects']);
      expect(told(next).at(-1)).toBe('created ConfigMap default/last');
    }));

  test('applies by server-side apply under its manager, and remembers no state in an annotation · LW-117', () =>
    inWorld(async (world) => {
      await web(world, { fieldManager: 'team-a' }).apply([config('a', { a: '1', b: '2' })]);
      const { metadata } = await world.admin.get(ConfigMap, 'default/a');
      expect(metadata.managedFields?.map(({ manager, operation }) => `${manager} ${operation}`)).toEqual([
        'team-a Apply',
      ]);
      expect(JSON.stringify(metadata.annotations)).not.toContain('"data"');
      await world.admin.patch(ConfigMap, 'default/a', mergePatch({ data: { other: 'kept' } }));
      await web(world, { fieldManager: 'team-a' }).apply([config('a', { a: '1' })]);
      expect((await world.admin.get(ConfigMap, 'default/a')).data).toEqual({ a: '1', other: 'kept' });
    }));

  test('has the identity that kubectl gives to an ApplySet, and one of separated fields where it has an id and an owner · LW-119', () =>
    inWorld(async (world) => {
      const owner = { group: 'apps', kind: 'Deployment', name: 'web', namespace: 'default' };
      expect(setIdentity({ owner })).toBe('applyset-2GJsw5o3KFikJOJS4LaZGkv3fYoRtx0j-p5f4rWIyZc-v1');
      const ids = [
        setIdentity({ id: 'a', owner: { ...owner, name: 'foo', namespace: 'bar' } }),
        setIdentity({ id: 'a', owner: { ...owner, name: 'foob', namespace: 'ar' } }),
        setIdentity({ id: 'af', owner: { ...owner, name: 'oo', namespace: 'bar' } }),
      ];
      expect(new Set(ids).size).toBe(3);
      await web(world).apply([config('a')]);
      const record = await world.admin.get(ConfigMap, 'default/web-set');
      const identity = setIdentity({ owner: { group: '', kind: 'ConfigMap', name: 'web-set', namespace: 'default' } });
      expect(record.metadata.labels).toEqual({ 'applyset.kubernetes.io/id': identity });
      expect(record.metadata.annotations).toEqual({
        'applyset.kubernetes.io/tooling': 'reeve/v1.0.0',
        'applyset.kubernetes.io/contains-group-kinds': 'ConfigMap',
        'applyset.kubernetes.io/additional-namespaces': '',
      });
      expect((await world.admin.get(ConfigMap, 'default/a')).metadata.labels).toEqual({
        'applyset.kubernetes.io/part-of': identity,
      });
    }));

  test('records kinds and namespaces, and prunes kinds that another process no longer names · LW-120', () =>
    inWorld(async (world) => {
      await world.admin.create(Namespace, { metadata: { name: 'other' } });
      const away = Secret.of({ metadata: { namespace: 'other', name: 's' } });
      await web(world).apply([config('a'), away]);
      expect((await world.admin.get(ConfigMap, 'default/web-set')).metadata.annotations).toMatchObject({
        'applyset.kubernetes.io/contains-group-kinds': 'ConfigMap,Secret',
        'applyset.kubernetes.io/additional-namespaces': 'other',
      });
      expect(told(await web(world).apply([config('a')]))).toEqual([
        'unchanged ConfigMap default/a',
        'deleted Secret other/s',
      ]);
      expect((await world.admin.get(ConfigMap, 'default/web-set')).metadata.annotations).toMatchObject({
        'applyset.kubernetes.io/contains-group-kinds': 'ConfigMap',
        'applyset.kubernetes.io/additional-namespaces': '',
      });
    }));

  test('refuses objects of others by the name of their owner, and adopts where it is allowed · LW-121', () =>
    inWorld(async (world) => {
      await world.admin.create(ConfigMap, config('free'), { fieldManager: 'kubectl-create' });
      await objectSet(world.admin, { id: 'other', namespace: 'default' }).apply([config('theirs')]);
      const failure = await web(world)
        .apply([config('free'), config('theirs'), config('own')])
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({
        message: expect.stringMatching(
          /ConfigMap default\/free exists and belongs to no object set; its fields were set by kubectl-create: .*ConfigMap default\/theirs exists and belongs to another object set, of ConfigMap\/default\/other: /,
        ),
        cause: { code: 'REEVE_FOREIGN_OBJECT' },
      });
      expect(await names(world)).toEqual(['own', 'theirs']);
      const unowned = await web(world, { adopt: 'unowned' }).apply([config('free', { a: '9' }), config('own')]);
      expect(told(unowned)).toEqual(['updated ConfigMap default/free', 'unchanged ConfigMap default/own']);
      await expect(web(world, { adopt: 'unowned' }).apply([config('theirs')])).rejects.toThrow(/another object set/);
      const only = (live: { metadata: { name?: string } }): boolean => live.metadata.name === 'theirs';
      await web(world, { adopt: only }).apply([config('theirs', { a: '7' })]);
      expect((await world.admin.get(ConfigMap, 'default/theirs')).data).toEqual({ a: '7' });
    }));

  test('takes over what wrangler has applied under the hash of its set · LW-118 takeover', () =>
    inWorld(async (world) => {
      const hash = wranglerSetHash({
        id: 'web-set',
        owner: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'default' },
      });
      const labels = { 'objectset.rio.cattle.io/hash': hash };
      await world.admin.create(ConfigMap, config('old', { a: '0' }, { labels }));
      await expect(web(world).apply([config('old')])).rejects.toThrow(/belongs to the object set .* of wrangler/);
      expect(told(await web(world, { wranglerHash: hash }).apply([config('old')]))).toEqual([
        'updated ConfigMap default/old',
      ]);
    }));

  test('deletes the very object that it has seen, and takes it as done that it is gone already · LW-122', () =>
    inWorld(async (world) => {
      const set = web(world);
      await set.apply([config('a'), config('b'), config('c')]);
      const transport: Transport = {
        async request(request) {
          if (request.method === 'DELETE' && request.path.includes('/configmaps/a')) {
            await world.admin.delete(ConfigMap, 'default/b');
            await world.admin.patch(ConfigMap, 'default/c', mergePatch({ data: { a: 'changed' } }));
          }
          return await world.server.transport.request(request);
        },
      };
      const racing = new Client({ transport, host: world.host });
      const report = await objectSet(racing, { id: 'web-set', namespace: 'default', host: world.host }).apply([]);
      expect(told(report)).toEqual([
        'deleted ConfigMap default/a',
        'deleted ConfigMap default/b',
        'changed ConfigMap default/c',
      ]);
      expect(report).toMatchObject({ state: 'waiting', retryAfterMs: 100 });
      expect(told(await set.apply([]))).toEqual(['deleted ConfigMap default/c']);
    }));

  test('refers to its owner once, wherever garbage collection honours it · LW-124', () =>
    inWorld(async (world) => {
      const app = await world.admin.create(App, { metadata: { namespace: 'default', name: 'web' }, spec: {} });
      await world.admin.create(Namespace, { metadata: { name: 'other' } });
      const set = objectSet(world.client, { id: 'parts', owner: app, scope: 'cluster', host: world.host });
      const role = ClusterRole.of({ metadata: { name: 'web' }, rules: [] });
      const away = { ...config('away'), metadata: { namespace: 'other', name: 'away' } };
      const bare = { ...config('near'), metadata: { name: 'near' } };
      await set.apply([bare, away, role]);
      await set.apply([{ ...bare, data: { a: '2' } } as never, away, role]);
      const near = await world.admin.get(ConfigMap, 'default/near');
      expect(near.metadata.ownerReferences).toEqual([
        {
          apiVersion: 'apps.example.com/v1',
          kind: 'App',
          name: 'web',
          uid: app.metadata.uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ]);
      expect((await world.admin.get(ConfigMap, 'other/away')).metadata.ownerReferences).toBeUndefined();
      expect((await world.admin.get(ClusterRole, 'web')).metadata.ownerReferences).toBeUndefined();
      const { annotations } = (await world.admin.get(App, 'default/web')).metadata;
      expect(annotations).toEqual({
        'sets.reeve.dev/parts':
          '{"kinds":["ClusterRole.rbac.authorization.k8s.io","ConfigMap"],"namespaces":["default","other"]}',
      });
    }));

  test('refuses objects outside its scope before anything is written', () =>
    inWorld(async (world) => {
      const app = await world.admin.create(App, { metadata: { namespace: 'default', name: 'web' }, spec: {} });
      const set = objectSet(world.client, { owner: app, host: world.host });
      await expect(set.apply([config('a'), ClusterRole.of({ metadata: { name: 'web' }, rules: [] })])).rejects.toThrow(
        /is cluster-scoped, and the scope of the set is namespace/,
      );
      await expect(set.apply([{ ...config('a'), metadata: { namespace: 'other', name: 'a' } }])).rejects.toThrow(
        /is in the namespace other/,
      );
      await expect(set.apply([config('a'), config('a')])).rejects.toThrow(/is in the set twice/);
      await expect(
        objectSet(world.client, { id: 'x' }).apply([{ ...config('a'), metadata: { name: 'a' } }]),
      ).rejects.toThrow(/has no namespace, and the set has none for it/);
      expect(world.writes).toEqual([]);
    }));

  test('replaces an object whose change the server would refuse, and waits for the old one to go without an error · LW-125', () =>
    inWorld(async (world) => {
      const job = (image: string, finalizers: string[]): Job =>
        Job.of({
          metadata: { namespace: 'default', name: 'migrate', finalizers },
          spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image }] } } },
        });
      const set = web(world);
      await set.apply([job('one', ['example.com/hold'])]);
      const report = await set.apply([job('two', [])]);
      expect(report).toMatchObject({
        state: 'waiting',
        waitingFor: ['Job.batch default/migrate: it is being replaced: spec.template cannot be changed'],
      });
      expect((await set.apply([job('two', [])])).waitingFor).toEqual([
        'Job.batch default/migrate: it is being deleted, and is created again when it is gone',
      ]);
      await world.admin.patch(Job, 'default/migrate', mergePatch({ metadata: { finalizers: null } }));
      expect(told(await set.apply([job('two', [])]))).toEqual(['created Job.batch default/migrate']);
      const typed = (type: string): Secret => Secret.of({ ...secret('s'), type });
      await set.apply([typed('example.com/a')]);
      expect((await set.apply([typed('example.com/b')])).results[0]).toMatchObject({
        action: 'updated',
        reason: 'it was replaced: type cannot be changed',
      });
      expect((await world.admin.get(Secret, 'default/s')).type).toBe('example.com/b');
    }));

  test('asks rules for a kind with the live, the previous and the desired state · LW-126', () =>
    inWorld(async (world) => {
      const seen: unknown[] = [];
      const rule = kindRule(ConfigMap, {
        inject: (object) => ({ ...object, data: { ...object.data, injected: 'yes' } }),
        reconcile: ({ live, previous, desired }) => {
          seen.push({ live: live.data, previous: previous?.data, desired: desired.data });
          return desired.data?.['a'] === 'leave' ? 'leave' : desired.data?.['a'] === 'replace' ? 'replace' : 'apply';
        },
      });
      const set = web(world, { rules: [rule] });
      await set.apply([config('a', { a: '1' })]);
      await world.admin.patch(ConfigMap, 'default/a', mergePatch({ data: { foreign: 'x' } }));
      await set.apply([config('a', { a: '2' })]);
      expect(seen).toEqual([
        {
          live: { a: '1', injected: 'yes', foreign: 'x' },
          previous: { a: '1', injected: 'yes' },
          desired: { a: '2', injected: 'yes' },
        },
      ]);
      expect(told(await set.apply([config('a', { a: 'leave' })]))).toEqual(['left ConfigMap default/a']);
      const { uid } = (await world.admin.get(ConfigMap, 'default/a')).metadata;
      await set.apply([config('a', { a: 'replace' })]);
      expect((await world.admin.get(ConfigMap, 'default/a')).metadata.uid).not.toBe(uid);
    }));

  test('plans creates, updates with their changes and deletes, and writes nothing · LW-127', () =>
    inWorld(async (world) => {
      const set = web(world);
      await set.apply([config('a', { a: '1' }), config('b'), config('same')]);
      world.forget();
      const objects = [config('a', { a: '2' }), config('new'), config('same')];
      for (const dryRun of ['local', 'server'] as const) {
        const plan = await set.plan(objects, { dryRun });
        expect(plan.creates.map(({ kindName, key }) => `${kindName} ${key}`)).toEqual(['ConfigMap default/new']);
        expect(plan.updates.map(({ key, changes }) => ({ key, changes }))).toEqual([
          { key: 'default/a', changes: [{ path: '/data/a', before: '1', after: '2' }] },
        ]);
        expect(plan.deletes.map(({ key }) => key)).toEqual(['default/b']);
        expect(plan.unchanged).toBe(1);
      }
      expect(world.writes.filter((write) => !write.endsWith('(dry run)'))).toEqual([]);
      expect(await names(world)).toEqual(['a', 'b', 'same']);
    }));

  test('over a client finds its members by label, in each namespace that it has or had · LW-123 live', () =>
    inWorld(async (world) => {
      await world.admin.create(Namespace, { metadata: { name: 'other' } });
      const set = web(world);
      await set.apply([config('a'), { ...config('b'), metadata: { namespace: 'other', name: 'b' } }]);
      world.forget();
      await web(world).apply([config('a')]);
      const lists = world.reads.filter((read) => read.endsWith('/configmaps')).toSorted();
      expect(lists).toEqual(['GET v1/namespaces/default/configmaps', 'GET v1/namespaces/other/configmaps']);
    }));

  test('is delayed by its rate limit instead of waiting · LW-128', () =>
    inWorld(async (world) => {
      const set = web(world, { rateLimit: new SetRateLimit({ perSecond: 1, burst: 2 }) });
      for (const a of ['1', '2', '2', '2']) expect((await set.apply([config('a', { a })])).state).toBe('done');
      const limited = await set.apply([config('a', { a: '3' })]);
      expect(limited).toMatchObject({ state: 'limited', retryAfterMs: 1000, results: [] });
      await world.host.sleep(1000);
      expect((await set.apply([config('a', { a: '3' })])).state).toBe('done');
    }));

  test('made from another leaves that one as it was · LW-130', () =>
    inWorld(async (world) => {
      const one = web(world);
      const other = one.with({ prune: false, kinds: [ConfigMap] });
      await one.apply([config('a')]);
      expect(told(await other.apply([]))).toEqual(['protected ConfigMap default/a']);
      expect(told(await one.apply([]))).toEqual(['deleted ConfigMap default/a']);
    }));

  test('that guards against being emptied refuses an empty set, and still can be removed with its record', () =>
    inWorld(async (world) => {
      const set = web(world, { guardsEmptying: true });
      await set.apply([config('a')]);
      await expect(set.apply([])).rejects.toMatchObject({ code: 'REEVE_EMPTY_SET' });
      expect(told(await set.remove())).toEqual(['deleted ConfigMap default/a']);
      const gone = await world.admin.get(ConfigMap, 'default/web-set').catch((error: unknown) => error);
      expect(isNotFound(gone)).toBe(true);
    }));
});
