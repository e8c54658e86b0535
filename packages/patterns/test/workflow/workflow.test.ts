import { describe, expect, test } from 'vitest';
import { mergePatch } from '@reeve/client';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { RequeueAfter, TerminalError, isConditionTrue, isNotFound } from '@reeve/machinery';
import type { AnyKind, CachedObject } from '@reeve/machinery';
import { mermaidOf, workflow } from '@reeve/patterns';
import type { NodeEntry, Workflow } from '@reeve/patterns';
import { defineController } from '@reeve/runtime';
import { App, World } from '../world.ts';

type AppWorkflow = Workflow<typeof App>;
type ReadApp = CachedObject<typeof App>;

const app = { metadata: { namespace: 'default', name: 'web' }, spec: { image: 'one', parts: [] as string[] } };
const configOf = ({ metadata, spec }: ReadApp, part: string): ConfigMap =>
  ConfigMap.of({ metadata: { name: `${metadata.name}-${part}` }, data: { image: spec.image } });
const isMarked = ({ metadata }: { metadata: { labels?: Readonly<Record<string, string>> | undefined } }): boolean =>
  metadata.labels?.['ready'] === 'yes';
const start = () => workflow(App, { name: 'shop', condition: 'Ready' });
const asAny = (flow: object): AppWorkflow => flow as AppWorkflow;

/** Runs a workflow for the App `web`, a virtual second long. */
async function running(flow: object, body: (world: World) => Promise<void>, spec: object = {}): Promise<void> {
  await using world = await World.start();
  await world.during(world.manager().add(defineController({ for: App, steps: [asAny(flow)] })), async () => {
    await world.admin.create(App, { ...app, spec: { ...app.spec, ...spec } });
    await world.host.sleep(1000);
    await body(world);
  });
}

const readApp = (world: World) => world.admin.get(App, 'default/web');
const entriesOf = async (world: World): Promise<Readonly<Record<string, NodeEntry>>> =>
  (await readApp(world)).status?.workflow ?? {};
const statesOf = async (world: World): Promise<Record<string, string>> =>
  Object.fromEntries(Object.entries(await entriesOf(world)).map(([name, { state }]) => [name, state]));
const namesOf = async (world: World): Promise<string[]> =>
  (await world.admin.list<AnyKind>(ConfigMap, { labels: 'applyset.kubernetes.io/part-of' })).items
    .map(({ metadata }) => metadata.name)
    .toSorted();
const mark = async (world: World, name: string, ready = 'yes'): Promise<void> => {
  await world.admin.patch(ConfigMap, `default/${name}`, mergePatch({ metadata: { labels: { ready } } }));
  await world.host.sleep(1000);
};
const setSpec = async (world: World, spec: object): Promise<void> => {
  await world.admin.patch(App, 'default/web', mergePatch({ spec }));
  await world.host.sleep(1000);
};
const isThere = (world: World): Promise<boolean> =>
  readApp(world).then(
    () => true,
    (error: unknown) => !isNotFound(error),
  );

describe('a workflow', () => {
  test('runs nodes in their order, gives them the outputs of those before them, and then comes to rest', () => {
    const ran: string[] = [];
    const flow = start()
      .objects('database', {
        produces: [ConfigMap],
        objects: ({ object }) => configOf(object, 'database'),
        readyWhen: isMarked,
        output: ({ data }) => ({ url: `db://${data?.['image']}` }),
      })
      .task('migrate', { after: ['database'], run: ({ outputs }) => (ran.push(outputs.database.url), { rows: 7 }) })
      .objects('web', {
        after: ['migrate', 'database'],
        produces: [ConfigMap],
        objects: ({ object, outputs }) => [
          { ...configOf(object, 'web'), data: { rows: String(outputs.migrate.rows), url: outputs.database.url } },
        ],
      });
    return running(flow, async (world) => {
      expect(await namesOf(world)).toEqual(['web-database']);
      expect(await statesOf(world)).toEqual({ database: 'Waiting', migrate: 'Waiting', web: 'Waiting' });
      expect((await readApp(world)).status?.conditions).toMatchObject([
        {
          type: 'Ready',
          status: 'False',
          reason: 'Waiting',
          message: expect.stringContaining('migrate: waits for database'),
        },
      ]);
      await mark(world, 'web-database');
      expect(await statesOf(world)).toEqual({ database: 'Done', migrate: 'Done', web: 'Done' });
      expect((await world.admin.get(ConfigMap, 'default/web-web')).data).toEqual({ rows: '7', url: 'db://one' });
      expect(isConditionTrue((await readApp(world)).status?.conditions, 'Ready')).toBe(true);
      expect(ran).toEqual(['db://one']);
      world.forget();
      await world.admin.patch(App, 'default/web', mergePatch({ metadata: { labels: { a: 'b' } } }));
      await world.host.sleep(60_000);
      expect(world.writes).toEqual([]);
      expect(ran).toHaveLength(1);
    });
  });

  test('runs a task again when its input has changed, and only then; what comes after follows its output', async () => {
    const ran: string[] = [];
    const flow = start()
      .task('build', {
        input: ({ spec }) => spec.image,
        run: ({ object, idempotencyKey }) => (ran.push(`build ${idempotencyKey}`), object.spec.image.length),
      })
      .task('notify', {
        after: ['build'],
        input: () => null,
        run: ({ outputs }) => void ran.push(`notify ${outputs.build}`),
      });
    await running(flow, async (world) => {
      await setSpec(world, { parts: ['a'] });
      expect(ran).toHaveLength(2);
      await setSpec(world, { image: 'two' });
      expect(ran).toHaveLength(3); // the output is the same
      await setSpec(world, { image: 'three' });
      expect(ran.slice(3)).toEqual([expect.stringContaining('build'), 'notify 5']);
      expect(new Set(ran.filter((one) => one.startsWith('build'))).size).toBe(3);
    });
  });

  test('runs independent nodes at the same time, and those after them when both are done', async () => {
    await using world = await World.start();
    const ends: string[] = [];
    const slow = (name: string, ms: number) => async () => {
      await world.host.sleep(ms);
      ends.push(`${name} ${world.host.clock.now() - startedMs}`);
    };
    let startedMs = 0;
    const flow = start()
      .task('slow', { run: slow('slow', 3000) })
      .task('fast', { run: slow('fast', 1000) })
      .task('next', { after: ['fast'], run: slow('next', 500) })
      .task('last', { after: ['slow', 'next'], run: slow('last', 0) });
    await world.during(world.manager().add(defineController({ for: App, steps: [asAny(flow)] })), async () => {
      startedMs = world.host.clock.now();
      await world.admin.create(App, app);
      await world.host.sleep(10_000);
    });
    const rounded = ends.map((one) => one.replace(/\d+$/u, (ms) => String(Math.floor(Number(ms) / 100) * 100)));
    expect(rounded).toEqual(['fast 1000', 'next 1500', 'slow 3000', 'last 3000']);
  });

  test('tries a task that fails again with growing pauses, which a restart does not forget, up to its limit', async () => {
    await using world = await World.start();
    const tries: number[] = [];
    const flow = () =>
      start()
        .task('migrate', {
          retry: { limit: 4, delayMs: 10_000 },
          input: ({ spec }) => spec.image,
          run: ({ attempt, object }) => {
            tries.push(attempt);
            if (object.spec.image !== 'good') throw new Error('the table is locked');
          },
        })
        .task('web', { after: ['migrate'], run: () => tries.push(0) })
        .task('other', { run: () => 'done' });
    const manager = () => world.manager().add(defineController({ for: App, steps: [asAny(flow())] }));
    await world.during(manager(), async () => {
      await world.admin.create(App, app);
      await world.host.sleep(12_000);
      expect(tries).toEqual([1, 2]);
      expect(await statesOf(world)).toEqual({ migrate: 'Retrying', web: 'Waiting', other: 'Done' });
    });
    await world.during(manager(), async () => {
      await world.host.sleep(3_000);
      expect(tries).toEqual([1, 2]); // the third is not due yet
      await world.host.sleep(3_600_000);
      expect(tries).toEqual([1, 2, 3, 4]);
      expect((await entriesOf(world))['migrate']).toMatchObject({
        state: 'Failed',
        message: 'the table is locked',
        attempts: 4,
      });
      expect((await readApp(world)).status?.conditions).toMatchObject([
        {
          type: 'Ready',
          status: 'False',
          reason: 'Failed',
          message: 'migrate: the table is locked; web: waits for migrate',
        },
      ]);
    });
    await world.during(manager(), async () => {
      await setSpec(world, { image: 'good' });
      expect(tries).toEqual([1, 2, 3, 4, 1, 0]);
    });
  });

  test('takes what a task throws at its word: RequeueAfter waits without an end, TerminalError ends at once', async () => {
    const tries: string[] = [];
    const flow = start()
      .task('wait', {
        retry: { limit: 1 },
        run: () => {
          tries.push('wait');
          if (tries.filter((one) => one === 'wait').length < 4)
            throw new RequeueAfter(20_000, 'the volume is not attached');
        },
      })
      .task('poll', {
        retry: { limit: 1 },
        pollMs: 5000,
        run: () => tries.push('poll'),
        readyWhen: (count) => count > 4,
      })
      .task('never', {
        run: () => (tries.push('never'), Promise.reject(new TerminalError('the region does not exist'))),
      });
    await running(flow, async (world) => {
      expect((await entriesOf(world))['wait']).toMatchObject({
        state: 'Waiting',
        message: expect.stringContaining('the volume is not attached'),
      });
      await world.host.sleep(3_600_000);
      expect(await statesOf(world)).toEqual({ wait: 'Done', poll: 'Done', never: 'Failed' });
      expect(tries.filter((one) => one === 'never')).toHaveLength(1);
      expect(tries.filter((one) => one === 'wait')).toHaveLength(4);
    });
  });

  test('skips nodes whose condition is false, with those that need them; others get undefined. What there was of them goes in reverse', async () => {
    const log: string[] = [];
    const flow = start()
      .objects('certificate', {
        when: ({ object }) => object.spec.parts.includes('tls'),
        produces: [ConfigMap],
        objects: ({ object }) => configOf(object, 'certificate'),
        output: ({ metadata }) => metadata.name,
      })
      .task('register', {
        after: ['certificate'],
        input: () => null,
        run: () => (log.push('register'), 'id-1'),
        remove: async ({ output, context }) => {
          const certificate = await context.get(ConfigMap, 'default/web-certificate');
          log.push(`unregister ${output} with ${certificate?.metadata.name}`);
        },
      })
      .objects('web', {
        optionalAfter: ['certificate'],
        produces: [ConfigMap],
        objects: ({ object, outputs }) => ({
          ...configOf(object, 'web'),
          data: { tls: outputs.certificate ?? 'none' },
        }),
      });
    await running(flow, async (world) => {
      expect(await statesOf(world)).toEqual({ certificate: 'Skipped', register: 'Skipped', web: 'Done' });
      expect(isConditionTrue((await readApp(world)).status?.conditions, 'Ready')).toBe(true);
      await setSpec(world, { parts: ['tls'] });
      expect(await namesOf(world)).toEqual(['web-certificate', 'web-web']);
      expect((await world.admin.get(ConfigMap, 'default/web-web')).data).toEqual({ tls: 'web-certificate' });
      await setSpec(world, { parts: [] });
      expect(log).toEqual(['register', 'unregister id-1 with web-certificate']);
      expect(await namesOf(world)).toEqual(['web-web']);
      expect((await world.admin.get(ConfigMap, 'default/web-web')).data).toEqual({ tls: 'none' });
      expect((await entriesOf(world))['register']).toMatchObject({
        state: 'Skipped',
        message: 'certificate is skipped',
      });
    });
  });

  test('deletes objects that have done their work, keeps their output, and makes them again only when they would be others', async () => {
    const flow = start()
      .objects('job', {
        produces: [ConfigMap],
        objects: ({ object }) => configOf(object, 'job'),
        readyWhen: isMarked,
        deleteWhen: () => true,
        output: ({ data }) => data?.['image'] ?? '',
      })
      .objects('web', {
        after: ['job'],
        produces: [ConfigMap],
        objects: ({ object, outputs }) => ({ ...configOf(object, 'web'), data: { from: outputs.job } }),
      });
    await running(flow, async (world) => {
      await mark(world, 'web-job');
      expect(await namesOf(world)).toEqual(['web-web']);
      expect(await statesOf(world)).toEqual({ job: 'Deleted', web: 'Done' });
      await setSpec(world, { parts: ['a'] });
      expect(await namesOf(world)).toEqual(['web-web']);
      await setSpec(world, { image: 'two' });
      expect(await namesOf(world)).toEqual(['web-job', 'web-web']);
      expect((await world.admin.get(ConfigMap, 'default/web-web')).data).toEqual({ from: 'one' });
      await mark(world, 'web-job');
      expect((await world.admin.get(ConfigMap, 'default/web-web')).data).toEqual({ from: 'two' });
    });
  });

  test('removes everything in reverse order before its owner goes, each when what comes after it is gone', async () => {
    const log: string[] = [];
    let isAway = true;
    const remove = (name: string) => () => void log.push(name);
    const held = { metadata: { finalizers: ['example.com/hold'] } };
    const flow = start()
      .task('bucket', { run: () => 'b', remove: remove('bucket') })
      .objects('web', { after: ['bucket'], produces: [ConfigMap], objects: ({ object }) => configOf(object, 'web') })
      .task('dns', {
        after: ['web'],
        run: () => 'record',
        remove: ({ output }) => {
          log.push(`dns ${output}`);
          if (isAway) throw new Error('the name server is away');
        },
      });
    await running(flow, async (world) => {
      await world.admin.patch(ConfigMap, 'default/web-web', mergePatch(held));
      await world.admin.delete(App, 'default/web');
      await world.host.sleep(2500);
      expect(log.length).toBeGreaterThan(1);
      expect(new Set(log)).toEqual(new Set(['dns record']));
      expect(await namesOf(world)).toEqual(['web-web']);
      isAway = false;
      await world.host.sleep(60_000);
      expect(await statesOf(world)).toEqual({ bucket: 'Done', web: 'Removing', dns: 'Removed' });
      expect((await readApp(world)).status?.conditions).toMatchObject([
        {
          status: 'False',
          reason: 'Removing',
          message: expect.stringContaining('waits until ConfigMap default/web-web is gone'),
        },
      ]);
      const before = log.length;
      await world.admin.patch(ConfigMap, 'default/web-web', mergePatch({ metadata: { finalizers: null } }));
      await world.host.sleep(1000);
      expect(log.slice(before)).toEqual(['bucket']);
      expect(await isThere(world)).toBe(false);
    });
  });

  test('deletes the objects of nodes that the program no longer has', async () => {
    await using world = await World.start();
    const part = (name: string) => ({
      produces: [ConfigMap],
      objects: ({ object }: { object: ReadApp }) => configOf(object, name),
    });
    const run = (flow: object) =>
      world.during(world.manager().add(defineController({ for: App, steps: [asAny(flow)] })), () =>
        world.host.sleep(1000),
      );
    await world.admin.create(App, app);
    await run(start().objects('one', part('one')).objects('two', part('two')));
    expect(await namesOf(world)).toEqual(['web-one', 'web-two']);
    await run(start().objects('two', part('two')));
    expect(await namesOf(world)).toEqual(['web-two']);
    expect(await statesOf(world)).toEqual({ two: 'Done' });
  });

  test('says what it has come to in conditions of its nodes', () =>
    running(
      start().objects('database', {
        condition: 'DatabaseReady',
        produces: [ConfigMap],
        objects: ({ object }) => configOf(object, 'database'),
        readyWhen: isMarked,
      }),
      async (world) => {
        const conditions = async () => (await readApp(world)).status?.conditions;
        expect(await conditions()).toMatchObject([
          { type: 'DatabaseReady', status: 'False', reason: 'Waiting' },
          { type: 'Ready' },
        ]);
        await mark(world, 'web-database');
        expect(isConditionTrue(await conditions(), 'DatabaseReady')).toBe(true);
        await mark(world, 'web-database', 'no');
        expect(isConditionTrue(await conditions(), 'DatabaseReady')).toBe(false);
      },
    ));

  test('puts out JSON of at most 16 KiB, and exactly what it gave before a restart', async () => {
    await running(start().task('big', { run: () => 'x'.repeat(20_000) }), async (world) => {
      expect((await entriesOf(world))['big']).toMatchObject({
        state: 'Retrying',
        message: expect.stringContaining('at most 16384'),
      });
    });
    const seen: unknown[] = [];
    const output = { none: null, empty: {}, list: [], deep: { a: [1, null, 'x'] } };
    const flow = start()
      .task('make', { run: () => output })
      .task('read', {
        after: ['make'],
        retry: { delayMs: 1 },
        run: ({ outputs }) => (seen.push(outputs.make), Promise.reject(new Error('again'))),
      });
    await running(flow, async (world) => {
      await world.host.sleep(5000);
      expect(seen.length).toBeGreaterThan(1);
      expect(new Set(seen.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(seen[0])]));
      expect(seen[0]).toEqual(output);
    });
  });

  test('does nothing where the status has no field that keeps its results', () => {
    let runs = 0;
    const flow = workflow(App, { name: 'shop', field: 'elsewhere' }).task('run', { run: () => (runs += 1) });
    return running(flow, async (world) => {
      expect(runs).toBe(0);
      expect(world.records.find(({ outcome }) => outcome.type === 'terminal')?.outcome).toMatchObject({
        error: { message: expect.stringContaining('add elsewhere: k.workflow() to the status') },
      });
    });
  });

  test('refuses names that are not there, twice there or no names, and retries that make no sense', () => {
    const flow = start().task('one', { run: () => 1 });
    const late = (name: string, more: object) => () =>
      (flow.task as (name: string, node: object) => object).call(flow, name, { run: () => 1, ...more });
    expect(late('two', { after: ['three'] })).toThrow(
      /node two of the workflow shop comes after three, which is not there yet/,
    );
    expect(late('two', { after: ['two'] })).toThrow(/there can be no cycles/);
    expect(late('one', {})).toThrow(/is there twice/);
    expect(late('Two', {})).toThrow(/cannot be used/);
    expect(late('two', { retry: { limit: 0 } })).toThrow(/retries of the node two make no sense/);
    expect(late('two', { pollMs: -1 })).toThrow(/pollMs/);
    expect(() => workflow(ConfigMap, { name: 'shop' })).toThrow(/no status subresource/);
    expect(() => start().needs).toThrow(/has no nodes/);
  });

  test('is data, and prints as Mermaid, with the states of an owner', async () => {
    const flow = start()
      .objects('database', { produces: [ConfigMap], objects: ({ object }) => configOf(object, 'database') })
      .task('end', { after: ['database'], when: () => false, run: () => 1 })
      .task('web', { after: ['database'], optionalAfter: ['end'], run: () => 1 });
    expect(flow.graph).toEqual({
      name: 'shop',
      nodes: [
        {
          name: 'database',
          type: 'objects',
          after: [],
          optionalAfter: [],
          produces: ['ConfigMap'],
          isConditional: false,
        },
        { name: 'end', type: 'task', after: ['database'], optionalAfter: [], produces: [], isConditional: true },
        { name: 'web', type: 'task', after: ['database'], optionalAfter: ['end'], produces: [], isConditional: false },
      ],
    });
    expect(mermaidOf(flow.graph)).toBe(flow.mermaid());
    expect(flow.mermaid()).toBe(`flowchart TD
  node_database["database<br/>ConfigMap"]
  node_end("end<br/>conditional")
  node_web("web")
  node_database --> node_end
  node_database --> node_web
  node_end -.-> node_web
`);
    await running(flow, async (world) => {
      const drawn = flow.mermaid(await readApp(world));
      expect(drawn).toContain('node_end("end<br/>conditional<br/>Skipped"):::skipped');
      expect(drawn).toContain('classDef done');
    });
  });
});
