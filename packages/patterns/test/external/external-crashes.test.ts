/**
 * An operator whose process ends at each of its requests in turn, to the cluster and to the service: before it is sent, before its answer has come, or so that a request to the service arrives only
 * later. The one that follows must never make a second bucket, and must leave none behind.
 */
import { describe, expect, test } from 'vitest';
import type { Transport } from '@reeve/machinery';
import type { World } from '../world.ts';
import { Bucket, bucketsOver, BucketService } from './bucket-service.ts';
import { bucketWorld, conditionsOf, create, isThere, key, running } from './external-world.ts';

type Moment = 'before' | 'after' | 'late';

/** A process that ends with its n-th request that changes something. */
class MortalProcess {
  readonly service: BucketService;
  readonly transport: Transport;
  readonly #world: World;
  readonly #moment: Moment;
  #left: number;

  constructor(world: World, service: BucketService, requests: number, moment: Moment) {
    this.#world = world;
    this.#moment = moment;
    this.#left = requests;
    this.transport = {
      request: (request) => this.#sent(request.method !== 'GET', () => world.server.transport.request(request), 0),
    };
    this.service = this.#reaching(service);
  }

  get isDead(): boolean {
    return this.#left <= 0;
  }

  /** The service, as the process reaches it. What is late arrives after the next process has begun. */
  #reaching(service: BucketService): BucketService {
    const lateMs = 5000;
    const change = <T>(act: () => Promise<T>): Promise<T> => this.#sent(true, act, lateMs);
    return Object.assign(new BucketService(), {
      observe: (name: string) => this.#sent(false, () => service.observe(name), 0),
      find: (token: string) => this.#sent(false, () => service.find(token), 0),
      create: (...given: Parameters<BucketService['create']>) => change(() => service.create(...given)),
      update: (...given: Parameters<BucketService['update']>) => change(() => service.update(...given)),
      delete: (name: string) => change(() => service.delete(name)),
    });
  }

  async #sent<T>(isChange: boolean, send: () => Promise<T>, lateMs: number): Promise<T> {
    if (this.isDead) throw ended();
    if (isChange) this.#left -= 1;
    if (!this.isDead) return await send();
    if (this.#moment === 'late' && lateMs > 0)
      void this.#world.host
        .sleep(lateMs)
        .then(send)
        .catch(() => undefined); // nobody hears of it
    if (this.#moment === 'after') await send();
    throw ended();
  }
}

const ended = (): Error => new Error('the process has ended');

interface Case {
  readonly isAssigned: boolean;
  readonly moment: Moment;
}

/** Runs an operator for some time, or until its process has ended. */
async function live(
  world: World,
  { isAssigned }: Case,
  service: BucketService,
  process?: MortalProcess,
  ms = 120_000,
): Promise<void> {
  const step = bucketsOver(process?.service ?? service, { isAssigned });
  const body = async (): Promise<void> => {
    for (let waited = 0; waited < ms; waited += 100) {
      if (process?.isDead === true) return;
      await world.host.sleep(100);
    }
  };
  const run = running(world, step, body, process === undefined ? {} : { transport: process.transport });
  await (process === undefined ? run : run.catch(() => undefined)); // what a dead process cannot do
}

const cases: readonly Case[] = [false, true].flatMap((isAssigned) =>
  (['before', 'after', 'late'] as const).map((moment) => ({ isAssigned, moment })),
);

describe.each(cases)('with assigned names $isAssigned, a process that ends $moment a request', (one) => {
  test('is followed by one that makes no second bucket', async () => {
    let requests = 1;
    for (let isOver = false; !isOver; requests += 1) {
      await using world = await bucketWorld(requests);
      const service = new BucketService();
      await create(world, { versioned: true });
      const process = new MortalProcess(world, service, requests, one.moment);
      await live(world, one, service, process, 30_000);
      isOver = !process.isDead;
      await live(world, one, service);
      expect(service.made, `request ${requests}`).toHaveLength(1);
      expect(await conditionsOf(world), `request ${requests}`).toEqual({
        synced: 'True ReconcileSuccess',
        ready: 'True Available',
      });
    }
    expect(requests).toBeGreaterThan(5);
  }, 120_000);

  test('while its object is being deleted is followed by one that leaves no bucket', async () => {
    let requests = 1;
    for (let isOver = false; !isOver; requests += 1) {
      await using world = await bucketWorld(requests);
      const service = new BucketService();
      await create(world);
      await live(world, one, service, undefined, 10_000);
      await world.admin.delete(Bucket, key);
      const process = new MortalProcess(world, service, requests, one.moment);
      await live(world, one, service, process, 30_000);
      isOver = !process.isDead;
      await live(world, one, service);
      expect(await isThere(world), `request ${requests}`).toBe(false);
      expect(service.buckets.size, `request ${requests}`).toBe(0);
    }
    expect(requests).toBeGreaterThan(2);
  }, 120_000);

  test('while it makes the bucket of an object that is deleted then is followed by one that leaves no bucket', async () => {
    let requests = 1;
    for (let isOver = false; !isOver; requests += 1) {
      await using world = await bucketWorld(requests);
      const service = new BucketService();
      await create(world);
      const process = new MortalProcess(world, service, requests, one.moment);
      await live(world, one, service, process, 30_000);
      isOver = !process.isDead;
      await world.admin.delete(Bucket, key);
      await live(world, one, service);
      await world.host.run(() => world.host.sleep(60_000)); // for what is late
      expect(await isThere(world), `request ${requests}`).toBe(false);
      expect(service.buckets.size, `request ${requests}`).toBe(0);
    }
  }, 120_000);
});

test('of two processes of which one looks at an old state, one makes the bucket', async () => {
  await using world = await bucketWorld();
  const service = new BucketService();
  const one: Case = { isAssigned: true, moment: 'before' };
  let other: Promise<void> | undefined;
  const transport: Transport = {
    request: async (request) => {
      if (request.method !== 'GET' && other === undefined) {
        other = live(world, one, service, undefined, 5000);
        await world.host.sleep(3000);
      }
      return await world.server.transport.request(request);
    },
  };
  const finalizers = ['external.reeve.dev/bucket'];
  await world.admin.create(Bucket, { metadata: { namespace: 'default', name: 'web', finalizers }, spec: {} });
  await running(world, bucketsOver(service, { isAssigned: true }), () => world.host.sleep(60_000), { transport });
  await other;
  expect(service.made).toEqual(['b-1']);
});
