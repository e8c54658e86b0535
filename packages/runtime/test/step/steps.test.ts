import { describe, expect, test } from 'vitest';
import { mergePatch } from '@reeve/client';
import { SkipError, TerminalError } from '@reeve/machinery';
import type { Transport } from '@reeve/machinery';
import { defineController, Metrics, Steps } from '@reeve/runtime';
import type { Step } from '@reeve/runtime';
import { Website, World } from '../manager/website.ts';

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'nginx', replicas: 2 } };
type SiteStep = Step<typeof Website>;

/** Steps that note that they ran, in a world with the blog. */
async function running(steps: Steps<typeof Website>, body: (world: World) => Promise<void>): Promise<World> {
  const world = await World.start();
  await world.during(world.manager().add(defineController({ for: Website, steps })), async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(1000);
    await body(world);
  });
  await world[Symbol.asyncDispose]();
  return world;
}

const nothing = (): Promise<void> => Promise.resolve();
const stepsOf = (...list: SiteStep[]): Steps<typeof Website> => {
  const steps = new Steps(Website);
  steps.add(...list);
  return steps;
};

describe('steps', () => {
  test('run in the order in which they were added, each in its phase · LW-51', async () => {
    const ran: string[] = [];
    const phases = (name: string): SiteStep => ({
      name,
      live: () => void ran.push(`${name} live`),
      deleting: () => void ran.push(`${name} deleting`),
      gone: (key) => void ran.push(`${name} gone ${key}`),
    });
    const free: SiteStep = {
      name: 'free',
      async deleting(site, ctx) {
        await ctx.update(Website, { ...site, metadata: { ...site.metadata, finalizers: [] } });
      },
    };
    const steps = stepsOf(phases('one'), phases('two'), free);
    await using world = await World.start();
    await world.during(world.manager().add(defineController({ for: Website, steps })), async () => {
      await world.client.create(Website, { ...blog, metadata: { ...blog.metadata, finalizers: ['example.com/hold'] } });
      await world.host.sleep(1000);
      await world.client.delete(Website, 'default/blog');
      await world.host.sleep(1000);
    });
    expect(ran).toEqual([
      'one live',
      'two live',
      'one deleting',
      'two deleting',
      'one gone default/blog',
      'two gone default/blog',
    ]);
  });

  test('see what earlier ones wrote, without being handed it · LW-52 · LW-53', async () => {
    const seen: unknown[] = [];
    const steps = stepsOf(
      {
        name: 'label',
        async live(site, ctx) {
          if (site.metadata.labels === undefined)
            await ctx.patch(Website, site, mergePatch({ metadata: { labels: { by: 'label' } } }));
        },
      },
      { name: 'look', live: (site) => void seen.push(site.metadata.labels) },
    );
    await running(steps, nothing);
    expect(seen[0]).toEqual({ by: 'label' });
  });

  test('may return the object; what has no uid, or another, changes nothing · LW-54', async () => {
    const seen: unknown[] = [];
    const look = (name: string): SiteStep => ({ name, live: (site) => void seen.push(site.spec.image) });
    const changed = (name: string, uid?: string): SiteStep => ({
      name,
      live: (site) => ({
        ...site,
        metadata: { ...site.metadata, uid: uid as never },
        spec: { image: name, replicas: 1 },
      }),
    });
    const own: SiteStep = { name: 'own', live: (site) => ({ ...site, spec: { image: 'own', replicas: 1 } }) };
    await running(stepsOf(changed('none'), look('1'), changed('other', 'x'), look('2'), own, look('3')), nothing);
    expect(seen).toEqual(['nginx', 'nginx', 'own']);
  });

  test('run despite earlier errors, which come back together with their names · LW-55 · LW-56', async () => {
    const ran: string[] = [];
    let isWell = false;
    const failing = (name: string): SiteStep => ({
      name,
      live() {
        ran.push(name);
        if (!isWell) throw new Error(`${name} is down`);
      },
    });
    const last: SiteStep = { name: 'last', live: () => void (isWell = ran.push('last') > 2) };
    const world = await running(stepsOf(failing('dns'), failing('disk'), last), nothing);
    expect(ran).toEqual(['dns', 'disk', 'last', 'dns', 'disk', 'last']);
    expect(world.records[0]?.outcome).toMatchObject({
      type: 'retry',
      error: { code: 'REEVE_PARTIAL_FAILURE', message: 'steps failed: dns: dns is down; disk: disk is down' },
    });
    expect(world.records[1]?.outcome).toEqual({ type: 'success' });
  });

  test('are left out after an error where that is asked for · LW-55', async () => {
    const ran: string[] = [];
    const steps = new Steps(Website, { stopsOnError: true });
    steps.add(
      { name: 'dns', live: () => Promise.reject(new TerminalError('never')) },
      { name: 'last', live: () => void ran.push('last') },
    );
    const world = await running(steps, nothing);
    expect(ran).toEqual([]);
    expect(world.records.map(({ outcome }) => outcome.type)).toEqual(['terminal']);
  });

  test('that are independent and succeeded are left out of another try for the same version · LW-57', async () => {
    const ran: string[] = [];
    const steps = stepsOf(
      { name: 'alone', isIndependent: true, live: () => void ran.push('alone') },
      { name: 'before', live: () => void ran.push('before') },
      {
        name: 'flaky',
        live() {
          if (ran.push('flaky') === 3) throw new Error('once');
        },
      },
    );
    await running(steps, async (world) => {
      await world.client.patch(Website, 'default/blog', mergePatch({ spec: { replicas: 3 } }));
      await world.host.sleep(1000);
    });
    expect(ran).toEqual(['alone', 'before', 'flaky', 'before', 'flaky', 'alone', 'before', 'flaky']);
  });

  test('may skip the rest, however deep the error says so: no error, no other try · LW-58', async () => {
    const ran: string[] = [];
    const wrapped = new Error('outer', { cause: new SkipError('nothing to do') });
    const steps = stepsOf(
      { name: 'skip', live: () => Promise.reject(wrapped) },
      { name: 'last', live: () => void ran.push('last') },
    );
    const world = await running(steps, nothing);
    expect(ran).toEqual([]);
    expect(world.records.map(({ outcome }) => outcome)).toEqual([{ type: 'success' }]);
  });

  test('that come back at different times come back at the earliest', async () => {
    const after = (name: string, requeueAfterMs: number): SiteStep => ({ name, live: () => ({ requeueAfterMs }) });
    const world = await running(stepsOf(after('day', 86_400_000), after('hour', 3_600_000)), nothing);
    expect(world.records[0]?.outcome).toMatchObject({ type: 'requeueAfter', delayMs: 3_600_000 });
  });
});

describe('while the controller runs', () => {
  test('a step that is taken away runs no more, and the others carry on · LW-59', async () => {
    const ran: string[] = [];
    const steps = stepsOf({ name: 'stays', live: () => void ran.push('stays') });
    const leaves = steps.add({ name: 'leaves', live: () => void ran.push('leaves') });
    await running(steps, async (world) => {
      leaves[Symbol.dispose]();
      await world.client.patch(Website, 'default/blog', mergePatch({ spec: { replicas: 3 } }));
      await world.host.sleep(1000);
    });
    expect(ran).toEqual(['stays', 'leaves', 'stays']);
    expect(steps.names).toEqual(['stays']);
  });

  test('a new step sees all objects that exist, alone, also when it fails at first · LW-61 · LW-62', async () => {
    const ran: string[] = [];
    const steps = stepsOf({ name: 'first', live: ({ metadata }) => void ran.push(`first ${metadata.name}`) });
    await running(steps, async (world) => {
      await world.client.create(Website, { ...blog, metadata: { ...blog.metadata, name: 'shop' } });
      await world.host.sleep(1000);
      let tries = 0;
      steps.add({
        name: 'late',
        live({ metadata }) {
          ran.push(`late ${metadata.name}`);
          if ((tries += 1) === 1) throw new Error('not yet');
        },
      });
      await world.host.sleep(1000);
      expect(ran).toEqual(['first blog', 'first shop', 'late blog', 'late shop', 'late blog']);
      await world.client.patch(Website, 'default/shop', mergePatch({ spec: { replicas: 3 } }));
      await world.host.sleep(1000);
    });
    expect(ran.slice(5)).toEqual(['first shop', 'late shop']);
  });

  test('several steps come all or none, in order, and go together · LW-65', () => {
    const steps = stepsOf({ name: 'first', live: () => undefined });
    const both = ['a', 'b'].map((name): SiteStep => ({ name, live: () => undefined }));
    expect(() => steps.add(...both, { name: 'first', live: () => undefined })).toThrow(/two steps called first/);
    expect(steps.names).toEqual(['first']);
    const added = steps.add(...both);
    expect(steps.names).toEqual(['first', 'a', 'b']);
    added[Symbol.dispose]();
    expect(steps.names).toEqual(['first']);
  });
});

test('what cannot run is refused when it is registered · LW-68', () => {
  expect(() => stepsOf({ name: '', live: () => undefined })).toThrow(/a step needs a name/);
  expect(() => stepsOf({ name: 'idle' })).toThrow(/the step idle does nothing/);
  const both = { for: Website, steps: [], reconcile: () => undefined };
  expect(() => defineController(both as never)).toThrow(/a reconcile function or steps, and not both/);
});

test('steps serve one controller at a time', async () => {
  await using world = await World.start();
  const steps = stepsOf({ name: 'only', live: () => undefined });
  const named = (name: string) => defineController({ for: Website, name, steps });
  const manager = world.manager().add(named('one')).add(named('two'));
  await expect(world.during(manager, () => world.host.sleep(1000))).rejects.toMatchObject({
    code: 'REEVE_INVALID_INPUT',
    message: expect.stringContaining('are in use') as unknown,
  });
});

test('a stale copy of an object whose last finalizer went is shown to nobody, even where there were no steps · LW-64', async () => {
  await using world = await World.start();
  let release: () => void = () => undefined;
  let held: Promise<void> | undefined;
  async function* late(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      await held;
      yield chunk;
    }
  }
  const transport: Transport = {
    async request(request) {
      const response = await world.server.transport.request(request);
      return /[?&]watch=/u.test(request.path) ? { ...response, body: late(response.body) } : response;
    },
  };
  const seen: string[] = [];
  const steps = new Steps(Website);
  const closing = defineController({
    for: Website,
    name: 'closing',
    async reconcile(site, ctx) {
      if (site.metadata.deletionTimestamp === undefined) return;
      held = new Promise((resolve) => (release = resolve)); // from here on the watch is late
      await ctx.update(Website, { ...site, metadata: { ...site.metadata, finalizers: [] } });
    },
  });
  const manager = world
    .manager({ transport })
    .add(defineController({ for: Website, steps }))
    .add(closing);
  await world.during(manager, async () => {
    await world.client.create(Website, { ...blog, metadata: { ...blog.metadata, finalizers: ['example.com/hold'] } });
    await world.host.sleep(1000);
    await world.client.delete(Website, 'default/blog');
    await world.host.sleep(1000);
    steps.add({
      name: 'late',
      live: () => void seen.push('live'),
      deleting: () => void seen.push('deleting'),
      gone: () => void seen.push('gone'),
    });
    await world.host.sleep(1000);
    expect(seen).toEqual(['gone']);
    release();
    await world.host.sleep(1000);
  });
  expect(new Set(seen)).toEqual(new Set(['gone']));
});

test('each step is counted and timed by controller, step and outcome, and is in the record of the run · LW-67', async () => {
  await using world = await World.start();
  const metrics = new Metrics({ process: false });
  const steps = stepsOf(
    { name: 'slow', live: () => world.host.sleep(200) },
    {
      name: 'fails once',
      live(_, { attempt }) {
        if (attempt === 1) throw new Error('not yet');
      },
    },
    { name: 'skips', live: () => Promise.reject(new SkipError('enough')) },
    { name: 'never', live: () => undefined },
  );
  const manager = world.manager({ metricsServer: { address: '0', metrics } });
  await world.during(manager.add(defineController({ for: Website, name: 'sites', steps })), async () => {
    await world.client.create(Website, blog);
    await world.host.sleep(5000);
  });
  const text = await metrics.text();
  const total = (step: string, result: string): string =>
    `reeve_reconcile_steps_total{controller="sites",step="${step}",result="${result}"}`;
  expect(text).toContain(`${total('slow', 'success')} 2`);
  expect(text).toContain(`${total('fails once', 'error')} 1`);
  expect(text).toContain(`${total('fails once', 'success')} 1`);
  expect(text).toContain(`${total('skips', 'skip')} 2`);
  expect(text).not.toContain('step="never"');
  expect(text).toContain('reeve_reconcile_step_time_seconds_sum{controller="sites",step="slow"} 0.4');
  expect(text).toMatch(/workqueue_adds_total\{[^}]*controller="sites"/u);
  expect(world.records[0]?.steps).toEqual([
    { name: 'slow', durationMs: 200, result: 'success' },
    { name: 'fails once', durationMs: 0, result: 'error' },
    { name: 'skips', durationMs: 0, result: 'skip' },
  ]);
});
