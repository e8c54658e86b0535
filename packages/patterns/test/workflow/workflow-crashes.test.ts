/**
 * A workflow whose process ends at each of its writes in turn, before the write is sent or before its answer has come, and is started again. Whatever the moment: what was recorded is not done
 * again, a service that takes each key once is asked for one thing, and everything comes to the same end.
 */
import { describe, expect, test } from 'vitest';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { isNotFound } from '@reeve/machinery';
import type { AnyKind, Transport } from '@reeve/machinery';
import { workflow } from '@reeve/patterns';
import { defineController } from '@reeve/runtime';
import { App, World } from '../world.ts';

/** A process that ends with its n-th write: nothing that it asks for after that has an answer. */
class MortalProcess {
  readonly #world: World;
  readonly #moment: 'before' | 'after';
  #left: number;

  constructor(world: World, writes: number, moment: 'before' | 'after') {
    this.#world = world;
    this.#left = writes;
    this.#moment = moment;
  }

  get isDead(): boolean {
    return this.#left <= 0;
  }

  readonly transport: Transport = {
    request: async (request) => {
      if (this.isDead) return await ended();
      if (request.method !== 'GET') {
        this.#left -= 1;
        if (this.isDead && this.#moment === 'before') return await ended();
      }
      const response = await this.#world.server.transport.request(request);
      return this.isDead ? await ended() : response;
    },
  };
}

const ended = (): Promise<never> => Promise.reject(new Error('the process has ended'));

/** A service outside the cluster. */
class Service {
  /** What was asked for, by key. */
  readonly made = new Map<string, string>();
  readonly removed: string[] = [];
  /** How often each task ran. */
  readonly runs: string[] = [];

  make(what: string, key: string): string {
    this.runs.push(what);
    this.made.set(key, what);
    return key;
  }
}

const flowOver = (service: Service) =>
  workflow(App, { name: 'shop', condition: 'Ready' })
    .task('bucket', {
      run: ({ idempotencyKey }) => service.make('bucket', idempotencyKey),
      remove: ({ output }) => void service.removed.push(`bucket ${output === undefined ? 'unknown' : 'known'}`),
    })
    .objects('settings', {
      produces: [ConfigMap],
      objects: ({ object }) =>
        ConfigMap.of({ metadata: { name: `${object.metadata.name}-settings` }, data: { image: object.spec.image } }),
    })
    .task('migrate', {
      after: ['bucket', 'settings'],
      run: ({ outputs, idempotencyKey }) => ({
        of: outputs.settings.name,
        key: service.make('migrate', idempotencyKey),
      }),
      remove: () => void service.removed.push('migrate'),
    })
    .objects('job', {
      after: ['migrate'],
      produces: [ConfigMap],
      objects: ({ object }) => ConfigMap.of({ metadata: { name: `${object.metadata.name}-job` } }),
      deleteWhen: () => (service.runs.push('job'), true),
      output: ({ metadata }) => metadata.name,
    })
    .objects('web', {
      after: ['job', 'migrate'],
      produces: [ConfigMap],
      objects: ({ outputs }) =>
        ConfigMap.of({ metadata: { name: 'web-web' }, data: { from: outputs.migrate.of, job: outputs.job } }),
    });

const namesOf = async (world: World): Promise<string[]> =>
  (await world.admin.list<AnyKind>(ConfigMap, { labels: 'applyset.kubernetes.io/part-of' })).items
    .map(({ metadata }) => metadata.name)
    .toSorted();
const statesOf = async (world: World): Promise<Record<string, string>> =>
  Object.fromEntries(
    Object.entries((await world.admin.get(App, 'default/web')).status?.workflow ?? {}).map(([name, { state }]) => [
      name,
      state,
    ]),
  );

/** Runs a manager, and gives it some time, or until its process has ended. */
async function live(world: World, service: Service, process?: MortalProcess): Promise<void> {
  const transport = process?.transport;
  const manager = world
    .manager(transport && { transport })
    .add(defineController({ for: App, steps: [flowOver(service)] }));
  const running = world.during(manager, async () => {
    for (let waited = 0; waited < 60_000; waited += 100) {
      if (process?.isDead === true) return;
      await world.host.sleep(100);
    }
  });
  await (process === undefined ? running : running.catch(() => undefined)); // what cannot be told to a dead process
}

describe.each(['before', 'after'] as const)('a process that ends %s a write', (moment) => {
  test('is followed by one that completes the workflow, and repeats nothing that was recorded', async () => {
    let writes = 1;
    for (let isOver = false; !isOver; writes += 1) {
      await using world = await World.start(writes);
      const service = new Service();
      await world.admin.create(App, { metadata: { namespace: 'default', name: 'web' }, spec: {} });
      const process = new MortalProcess(world, writes, moment);
      await live(world, service, process);
      isOver = !process.isDead;
      const recorded = await statesOf(world);
      const runsBefore = service.runs.length;
      await live(world, service);
      const again = service.runs.slice(runsBefore);
      const done = Object.keys(recorded).filter((name) => ['Done', 'Deleted'].includes(recorded[name] ?? ''));
      expect(
        again.filter((name) => done.includes(name)),
        `write ${writes}`,
      ).toEqual([]);
      expect([...service.made.values()].toSorted(), `write ${writes}`).toEqual(['bucket', 'migrate']);
      expect(await namesOf(world), `write ${writes}`).toEqual(['web-settings', 'web-web']);
      expect(await statesOf(world), `write ${writes}`).toEqual({
        bucket: 'Done',
        settings: 'Done',
        migrate: 'Done',
        job: 'Deleted',
        web: 'Done',
      });
    }
    expect(writes).toBeGreaterThan(10);
  }, 120_000);

  test('while it removes a workflow is followed by one that leaves nothing behind, in the same order', async () => {
    let writes = 1;
    for (let isOver = false; !isOver; writes += 1) {
      await using world = await World.start(writes);
      const service = new Service();
      await world.admin.create(App, { metadata: { namespace: 'default', name: 'web' }, spec: {} });
      await live(world, service);
      await world.admin.delete(App, 'default/web');
      const process = new MortalProcess(world, writes, moment);
      await live(world, service, process);
      isOver = !process.isDead;
      await live(world, service);
      expect(await namesOf(world), `write ${writes}`).toEqual([]);
      await expect(world.admin.get(App, 'default/web')).rejects.toSatisfy(isNotFound);
      const order = service.removed.filter((one, at) => service.removed.indexOf(one) === at);
      expect(order, `write ${writes}`).toEqual(['migrate', 'bucket known']);
    }
    expect(writes).toBeGreaterThan(4);
  }, 120_000);
});

test('a process that looks at an old state begins nothing that another has done', async () => {
  await using world = await World.start();
  const [service, late] = [new Service(), new Service()];
  const finalizers = ['workflows.reeve.dev/shop'];
  const managerFor = (one: Service, transport: Transport) =>
    world.manager({ transport }).add(defineController({ for: App, steps: [flowOver(one)] }));
  const other = managerFor(service, world.server.transport);
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  let isLate = false;
  const transport: Transport = {
    request: async (request) => {
      if (request.method !== 'GET' && !isLate) {
        isLate = true;
        running = other.run({ signal: stop.signal }); // it does everything before this first write arrives
        await world.host.sleep(3000);
      }
      return await world.server.transport.request(request);
    },
  };
  await world.during(managerFor(late, transport), async () => {
    await world.admin.create(App, { metadata: { namespace: 'default', name: 'web', finalizers }, spec: {} });
    await world.host.sleep(60_000);
    stop.abort();
    await running;
  });
  expect(service.runs.filter((one) => one !== 'job')).toEqual(['bucket', 'migrate']);
  expect(late.runs.filter((one) => one !== 'job')).toEqual([]);
  expect(await statesOf(world)).toMatchObject({ bucket: 'Done', migrate: 'Done', job: 'Deleted', web: 'Done' });
});
