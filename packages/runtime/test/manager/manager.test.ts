import { describe, expect, test } from 'vitest';
import { Deployment } from '@reeve/kinds/apps/v1';
import { ConfigMap, Service } from '@reeve/kinds/core/v1';
import { mergePatch } from '@reeve/client';
import {
  defineController,
  index,
  Lease,
  Manager,
  matchesLabels,
  predicate,
  requestOf,
  SeriesEvent,
  toObject,
  watch,
} from '@reeve/runtime';
import type { EventMapper, Logger } from '@reeve/runtime';
import { Website, websites, World } from './website.ts';

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'nginx', replicas: 2 } };

describe('an operator', () => {
  test('makes what its object wants, says the status, and belongs to the object · CR-32', async () => {
    await using world = await World.start();
    const manager = world.manager().add(websites);
    await world.during(manager, async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(1000);
      const deployment = await world.client.get(Deployment, 'default/blog');
      expect(deployment).toMatchObject({
        metadata: {
          ownerReferences: [
            {
              apiVersion: 'web.example.com/v1',
              kind: 'Website',
              name: 'blog',
              controller: true,
              blockOwnerDeletion: true,
            },
          ],
        },
        spec: { replicas: 2 },
      });
      expect(await world.client.get(Service, 'default/blog')).toMatchObject({ spec: { ports: [{ port: 80 }] } });
      expect(await world.client.get(Website, 'default/blog')).toMatchObject({ status: { ready: 0 } });
    });
  });

  test('writes nothing once all is well, neither again nor after a restart', async () => {
    await using world = await World.start();
    await world.during(world.manager().add(websites), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(5000);
    });
    expect(world.requests).toEqual([
      'PATCH apps/v1/namespaces/default/deployments/blog',
      'PATCH v1/namespaces/default/services/blog',
      'PATCH web.example.com/v1/namespaces/default/websites/blog/status',
    ]);
    world.requests.length = 0;
    await world.during(world.manager().add(websites), () => world.host.sleep(5000));
    expect(world.requests).toEqual([]);
    const told = ['controller', 'request', 'id', 'attempt', 'priority', 'causes', 'startedAt', 'durationMs', 'outcome'];
    expect(Object.keys({ ...world.records.at(-1) })).toEqual([...told, 'reads', 'writes', 'steps']); // plain data
    expect(world.records.at(-1)?.writes.map(({ verb, skipped }) => ({ verb, skipped }))).toEqual([
      { verb: 'apply', skipped: true },
      { verb: 'apply', skipped: true },
      { verb: 'status', skipped: true },
    ]);
  });

  test('brings back what somebody deletes or changes · CR-48', async () => {
    await using world = await World.start();
    await world.during(world.manager().add(websites), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(1000);
      const first = await world.client.get(Deployment, 'default/blog');
      await world.client.delete(Deployment, first);
      await world.host.sleep(1000);
      const second = await world.client.get(Deployment, 'default/blog');
      expect(second.metadata.uid).not.toBe(first.metadata.uid);
      await world.client.patch(Deployment, second, mergePatch({ spec: { replicas: 7 } }));
      await world.host.sleep(1000);
      expect((await world.client.get(Deployment, 'default/blog')).spec.replicas).toBe(2);
    });
  });

  test('follows its object, and knows why it ran', async () => {
    await using world = await World.start();
    await world.during(world.manager().add(websites), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(1000);
      await world.client.patch(Website, 'default/blog', mergePatch({ spec: { replicas: 3 } }));
      await world.host.sleep(1000);
      expect((await world.client.get(Deployment, 'default/blog')).spec.replicas).toBe(3);
      const run = world.records.find(({ causes }) =>
        causes.some(({ changed = [] }) => changed.includes('spec.replicas')),
      );
      expect(run?.causes[0]).toMatchObject({ source: 'Website', type: 'update', object: 'default/blog' });
      const write = run?.writes.find(({ kind }) => kind === 'Deployment');
      expect(write).toMatchObject({ verb: 'apply', key: 'default/blog' });
    });
  });

  test('is not woken by what it wrote itself to what it owns', async () => {
    await using world = await World.start();
    await world.during(world.manager().add(websites), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(5000);
    });
    const sources = world.records.flatMap(({ causes }) => causes.map(({ source }) => source));
    expect(sources.filter((source) => source.startsWith('owned'))).toEqual([]);
  });

  test('is told of objects that are gone · LW-44', async () => {
    await using world = await World.start();
    const gone: string[] = [];
    const controller = defineController({
      for: Website,
      reconcile: () => undefined,
      gone: (key) => void gone.push(key),
    });
    await world.during(world.manager().add(controller), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(100);
      await world.client.delete(Website, 'default/blog');
      await world.host.sleep(100);
    });
    expect(gone).toEqual(['default/blog']);
  });

  test('tells people what happened to its object', async () => {
    await using world = await World.start();
    const controller = defineController({
      for: Website,
      name: 'publisher',
      reconcile: (site, ctx) => ctx.event({ reason: 'Published', message: `${site.spec.image} is on the air` }),
      gone: (key, ctx) => ctx.event({ type: 'Warning', reason: 'TakenDown', message: `${key} is off the air` }),
    });
    await world.during(world.manager().add(controller), async () => {
      const { metadata } = await world.client.create(Website, blog);
      await world.host.sleep(1000);
      await world.client.delete(Website, 'default/blog');
      await world.host.sleep(1000);
      const { items } = await world.client.list(SeriesEvent, { namespace: 'default' });
      const regarding = { apiVersion: 'web.example.com/v1', kind: 'Website', namespace: 'default', name: 'blog' };
      const said = { Published: 'nginx is on the air', TakenDown: 'default/blog is off the air' };
      const expected = Object.entries(said).map(([reason, note]) => ({ reason, note, regarding }));
      const sorted = items.toSorted((one, other) => ((one.reason ?? '') < (other.reason ?? '') ? -1 : 1));
      expect(sorted).toMatchObject(expected);
      expect(sorted[0]).toMatchObject({ reportingController: 'publisher', regarding: { uid: metadata.uid } });
    });
  });

  test('is woken by other kinds, mapped to its objects · CR-48', async () => {
    await using world = await World.start();
    const seen: string[] = [];
    const controller = defineController({
      for: Website,
      watches: [watch(ConfigMap, ({ metadata }) => [`default/${metadata.labels?.['site'] ?? 'none'}`])],
      reconcile: (site, { causes }) => void seen.push(...causes.map(({ source }) => source)),
    });
    await world.during(world.manager().add(controller), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(100);
      await world.client.create(ConfigMap, {
        metadata: { namespace: 'default', name: 'theme', labels: { site: 'blog' } },
      });
      await world.host.sleep(100);
    });
    expect(seen).toEqual(['Website', 'watched ConfigMap']);
  });

  test('is woken by what a mapper says that was made of another', async () => {
    await using world = await World.start();
    const woken: string[] = [];
    const toBlogFor = (events: EventMapper<Service>): EventMapper<Service> => ({
      ...events,
      requests: (event) => events.requests(event).map(() => requestOf('default', 'blog')),
    });
    const controller = defineController({
      for: Website,
      watches: [watch(ConfigMap, toObject()), watch(Service, toBlogFor(toObject()))],
      reconcile: (site, { causes }) =>
        void woken.push(...causes.map(({ source }) => `${site.metadata.name} ${source}`)),
    });
    await world.during(world.manager().add(controller), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(100);
      await world.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'blog' } });
      await world.host.sleep(100);
      await world.client.create(Service, {
        metadata: { namespace: 'default', name: 'theme' },
        spec: { ports: [{ port: 80 }] },
      });
      await world.host.sleep(100);
    });
    expect(woken).toEqual(['blog Website', 'blog watched ConfigMap', 'blog watched Service']);
  });

  test('is woken by what its objects name, found by an index: near by name, far by namespace and name', async () => {
    await using world = await World.start();
    const woken: string[] = [];
    const byImage = index(Website, 'spec.image', ({ spec }) => [spec.image]);
    const controller = defineController({
      for: Website,
      watches: [watch(ConfigMap, byImage)],
      reconcile: ({ metadata }, { causes }) =>
        void woken.push(
          ...causes.map(({ source, type }) => `${metadata.namespace}/${metadata.name} ${source} ${type}`),
        ),
    });
    const site = (namespace: string, name: string, image: string) => ({
      metadata: { namespace, name },
      spec: { image },
    });
    await world.during(world.manager().add(controller), async () => {
      await world.client.create(Website, site('default', 'near', 'theme'));
      await world.client.create(Website, site('default', 'other', 'elsewhere'));
      await world.client.create(Website, site('kube-public', 'same', 'theme'));
      await world.client.create(Website, site('kube-public', 'far', 'default/theme'));
      await world.host.sleep(100);
      woken.length = 0;
      await world.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'theme' } });
      await world.host.sleep(100);
      expect(woken).toEqual(['default/near watched ConfigMap create', 'kube-public/far watched ConfigMap create']);
      await world.client.patch(Website, 'default/near', mergePatch({ spec: { image: 'elsewhere' } }));
      await world.host.sleep(100);
      woken.length = 0;
      await world.client.delete(ConfigMap, 'default/theme');
      await world.host.sleep(100);
      expect(woken).toEqual(['kube-public/far watched ConfigMap delete']);
    });
  });

  test('filters each kind by the predicates of that kind alone · CR-49', async () => {
    await using world = await World.start();
    const seen: string[] = [];
    const site = { site: 'blog' };
    const toBlog = (): string[] => ['default/blog'];
    const controller = defineController({
      for: Website,
      predicates: [predicate('never an update', { update: () => false })],
      watches: [watch(ConfigMap, toBlog, { predicates: [matchesLabels('site=blog')] }), watch(Service, toBlog)],
      reconcile: (_, { causes }) => void seen.push(...causes.map(({ source, type }) => `${source} ${type}`)),
    });
    await world.during(world.manager().add(controller), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(100);
      seen.length = 0;
      await world.client.patch(Website, 'default/blog', mergePatch({ spec: { replicas: 3 } }));
      await world.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'other' } });
      await world.host.sleep(100);
      expect(seen).toEqual([]);
      await world.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'theme', labels: site } });
      await world.host.sleep(100);
      await world.client.create(Service, {
        metadata: { namespace: 'default', name: 'web' },
        spec: { ports: [{ port: 80 }] },
      });
      await world.host.sleep(100);
      await world.client.patch(Service, 'default/web', mergePatch({ metadata: { labels: { changed: 'yes' } } }));
      await world.host.sleep(100);
    });
    expect(seen).toEqual(['watched ConfigMap create', 'watched Service create', 'watched Service update']);
  });

  test('is given signal, log, the number of the try and why it runs · LW-45', async () => {
    await using world = await World.start();
    const seen: unknown[] = [];
    const controller = defineController({
      for: Website,
      reconcile(site, { signal, log, attempt, causes }) {
        seen.push({ isAborted: signal.aborted, canLog: typeof log.info, attempt, why: causes[0]?.source });
        if (attempt === 1) throw new Error('once');
      },
    });
    await world.during(world.manager().add(controller), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(1000);
    });
    const given = { isAborted: false, canLog: 'function', why: 'Website' };
    expect(seen).toEqual([
      { ...given, attempt: 1 },
      { ...given, attempt: 2 },
    ]);
  });

  test('reads its own writes at once', async () => {
    await using world = await World.start();
    const seen: unknown[] = [];
    const controller = defineController({
      for: Website,
      owns: [ConfigMap],
      async reconcile(site, ctx) {
        if (seen.length > 0) return;
        await ctx.apply(ConfigMap.of({ metadata: { name: 'theme' }, data: { color: 'green' } }));
        seen.push(
          (await ctx.get(ConfigMap, 'default/theme'))?.data,
          (await ctx.list(ConfigMap, { namespace: 'default' })).some(({ metadata }) => metadata.name === 'theme'),
        );
        const theme = await ctx.get(ConfigMap, 'default/theme');
        if (theme) await ctx.delete(ConfigMap, theme);
        seen.push(await ctx.get(ConfigMap, 'default/theme'));
      },
    });
    await world.during(world.manager().add(controller), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(50);
    });
    expect(seen.slice(0, 3)).toEqual([{ color: 'green' }, true, undefined]);
  });

  test('cannot change what it reads', async () => {
    await using world = await World.start();
    const controller = defineController({
      for: Website,
      reconcile: (site) => void ((site.spec as { replicas: number }).replicas = 9),
    });
    await world.during(world.manager().add(controller), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(50);
    });
    expect(world.records[0]?.outcome).toMatchObject({ type: 'retry', error: expect.any(TypeError) as unknown });
  });
});

describe('a manager of controllers', () => {
  test('refuses two of one name, unless told otherwise · CR-3', async () => {
    await using world = await World.start();
    expect(() => world.manager().add(websites).add(websites)).toThrow(/two controllers called website/);
    expect(() =>
      world
        .manager({ controllers: { skipNameValidation: true } })
        .add(websites)
        .add(websites),
    ).not.toThrow();
  });

  test('runs several controllers for a kind under different names, on one informer · CR-47 · LW-66', async () => {
    await using world = await World.start();
    const seen: string[] = [];
    const named = (name: string) => defineController({ for: Website, name, reconcile: () => void seen.push(name) });
    const manager = world.manager().add(named('one')).add(named('two'));
    await world.during(manager, async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(100);
      expect(manager.cache.report().kinds).toHaveLength(1);
    });
    expect(seen.toSorted()).toEqual(['one', 'two']);
  });

  test('gives concurrency by kind, or its own, to controllers that do not say it · CR-46 · LW-39', async () => {
    await using world = await World.start();
    const concurrencyByKind = { 'Website.web.example.com': 4 };
    const manager = world.manager({ controllers: { concurrencyByKind, maxConcurrent: 3 } });
    manager
      .add(websites)
      .add(defineController({ for: Website, name: 'own', maxConcurrent: 2, reconcile: () => undefined }))
      .add(defineController({ for: ConfigMap, reconcile: () => undefined }));
    const allowed = ['website', 'own', 'configmap'].map(
      (name) => manager.controllers.get(name)?.settings.maxConcurrent,
    );
    expect(allowed).toEqual([4, 2, 3]);
    expect(world.manager().add(websites).controllers.get('website')?.settings.maxConcurrent).toBe(1);
  });

  test('refuses a controller that cannot be made, and knows nothing of it · CR-45', async () => {
    await using world = await World.start();
    const manager = world.manager();
    const broken = defineController({ for: Website, maxConcurrent: 0, reconcile: () => undefined });
    expect(() => manager.add(broken)).toThrow(/maxConcurrent of a controller is a whole number/);
    expect(manager.controllers.size).toBe(0);
    expect(() => manager.add(websites)).not.toThrow();
  });

  test('needs a way to the server', () => {
    expect(() => new Manager({} as never)).toThrow(/needs a way to the server/);
  });

  test('of a kind that nobody defined says so', async () => {
    await using world = await World.start();
    const Unknown = {
      ...Website,
      plural: 'nothings',
      kind: 'Nothing',
      gvk: { ...Website.gvk, kind: 'Nothing' },
      path: () => '/apis/web.example.com/v1/nothings',
    };
    const manager = world
      .manager()
      .add(defineController({ for: Unknown as never, cacheSyncTimeoutMs: 5000, reconcile: () => undefined }));
    await expect(world.during(manager, () => world.host.sleep(20_000))).rejects.toThrow(
      /its source Nothing did not sync/,
    );
  });
});

describe('with an election', () => {
  const leaderElection = { name: 'websites', namespace: 'default' };

  test('one of two managers works, and the other takes over when it ends', async () => {
    await using world = await World.start();
    const [one, two] = ['one', 'two'].map((identity) =>
      world.manager({ leaderElection: { ...leaderElection, identity } }).add(websites),
    ) as [Manager, Manager];
    await world.during(one, async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(5000);
      expect((await world.client.get(Lease, 'default/websites')).spec?.holderIdentity).toBe('one');
      expect(await world.client.get(Deployment, 'default/blog')).toBeDefined();
    });
    await world.during(two, async () => {
      await world.host.sleep(10_000);
      expect((await world.client.get(Lease, 'default/websites')).spec?.holderIdentity).toBe('two');
    });
    expect((await world.client.get(Lease, 'default/websites')).spec?.holderIdentity).toBe('');
  });

  test('that is lost aborts runs, ends controllers and rejects, and the process goes on · LW-139', async () => {
    await using world = await World.start();
    const said: string[] = [];
    const controller = defineController({
      for: Website,
      async reconcile({ metadata: { name } }, { signal }) {
        said.push(name);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
        said.push(`${name} aborted`);
      },
    });
    const running = world.during(world.manager({ leaderElection }).add(controller), async () => {
      await world.host.sleep(5000);
      await world.client.create(Website, blog);
      await world.host.sleep(1000);
      world.server.faults.add({ resources: ['leases'], effect: { type: 'status', code: 500 } });
      await world.host.sleep(60_000);
      await world.client.create(Website, { ...blog, metadata: { ...blog.metadata, name: 'shop' } });
      await world.host.sleep(1000);
      said.push('still here');
    });
    await expect(running).rejects.toMatchObject({ code: 'REEVE_LEADER_LOST' });
    expect(said).toEqual(['blog', 'blog aborted', 'still here']);
  });

  test('that is lost ends work ten seconds after the last renewal, although no request about the Lease is answered', async () => {
    await using world = await World.start();
    const aborted: number[] = [];
    let lastRunAt = 0;
    const controller = defineController({
      for: Website,
      async reconcile(_, { signal }) {
        for (; !signal.aborted; lastRunAt = world.host.clock.now()) await world.host.sleep(50, signal);
      },
    });
    const running = world.during(world.manager({ leaderElection }).add(controller), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(5000);
      const renewedAt = Date.parse((await world.client.get(Lease, 'default/websites')).spec?.renewTime ?? '');
      world.server.faults.add({ resources: ['leases'], effect: { type: 'latency', ms: 600_000 } });
      await world.host.sleep(60_000);
      aborted.push(lastRunAt - renewedAt);
    });
    await expect(running).rejects.toMatchObject({ code: 'REEVE_LEADER_LOST' });
    const [ms = 0] = aborted;
    expect(ms).toBeGreaterThan(7000);
    expect(ms).toBeLessThanOrEqual(10_000 + 2000); // a renewal may be under way when the Lease is read
  });

  test('says who leads: the instance and a UUID in the Lease, and a line for each change', async () => {
    await using world = await World.start();
    const linesOf = (lines: string[]): Logger => {
      const note = (message: string): void => void lines.push(message);
      const log: Logger = { debug: () => undefined, info: note, warn: note, error: note, with: () => log };
      return log;
    };
    const [one, two]: [string[], string[]] = [[], []];
    const first = world.manager({ leaderElection, instance: 'pod-one', log: linesOf(one) }).add(websites);
    const second = world.manager({ leaderElection, instance: 'pod-two', log: linesOf(two) }).add(websites);
    let holder = '';
    const stop = new AbortController();
    await world.during(first, async () => {
      await world.host.sleep(5000);
      holder = (await world.client.get(Lease, 'default/websites')).spec?.holderIdentity ?? '';
      const waiting = second.run({ signal: stop.signal });
      void waiting.catch(() => undefined);
      await world.host.sleep(10_000);
    });
    await world.host.run(() => world.host.sleep(10_000));
    expect(holder).toMatch(/^pod-one_[\da-f]{8}-/);
    expect(one.filter((line) => line.includes('Lease'))).toEqual([
      'became leader of Lease default/websites',
      'gave Lease default/websites back: this process leads no longer',
    ]);
    expect(two.filter((line) => line.includes('Lease'))).toEqual([
      `waiting for Lease default/websites: ${holder} leads`,
      'became leader of Lease default/websites',
    ]);
    await world.host.run(async () => {
      world.server.faults.add({ resources: ['leases'], effect: { type: 'status', code: 500 } });
      await world.host.sleep(60_000);
    });
    expect(two.filter((line) => line.includes('lost leadership'))).toEqual([
      'lost leadership of Lease default/websites: it could not be renewed for 10s; what only a leader runs is stopped',
    ]);
    stop.abort();
  });

  test('that is lost ends the manager · CR-54', async () => {
    await using world = await World.start();
    const manager = world.manager({ leaderElection }).add(websites);
    await expect(
      world.during(manager, async () => {
        await world.host.sleep(5000);
        world.server.faults.add({ resources: ['leases'], effect: { type: 'status', code: 500 } });
        await world.host.sleep(60_000);
      }),
    ).rejects.toMatchObject({ code: 'REEVE_LEADER_LOST' });
  });
});
