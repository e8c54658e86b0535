/**
 * The same schedules as for the reflector, seen by handlers: views that are built from calls alone, indexes, and the order of calls per object.
 */
import { reflectorSource, SharedIndexInformer, type EventHandler } from '@reeve/cache';
import { compareResourceVersions, uidOf, type DeepReadonly, type KindObject } from '@reeve/machinery';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { play, runs, schedule } from './schedule.ts';
import { versionsOf, World, type ConfigMap } from './world.ts';

type Held = DeepReadonly<KindObject<typeof ConfigMap>>;
type Schedule = typeof schedule extends fc.Arbitrary<infer S> ? S : never;

const { numRuns, seed } = runs(60);

/** Keeps a view, and notes every call that breaks a rule: add before update before delete, and versions that only grow. */
class RuledHandler implements EventHandler<Held> {
  readonly view = new Map<string, Held>();
  readonly broken: string[] = [];
  readonly #coalesces: boolean;

  constructor(coalesces: boolean) {
    this.#coalesces = coalesces;
  }

  onAdd = (object: Held): void => {
    const name = object.metadata.name ?? '';
    if (this.view.has(name)) this.broken.push(`add of ${name}, which is known`);
    this.view.set(name, object);
  };

  onUpdate = (previous: Held, object: Held): void => {
    const name = object.metadata.name ?? '';
    const known = this.view.get(name);
    if (known !== previous)
      this.broken.push(`update of ${name} from ${versionOf(previous)}, known at ${versionOf(known)}`);
    const isSame = uidOf(previous) === uidOf(object);
    if (isSame && compareResourceVersions(versionOf(object), versionOf(previous)) !== 1) {
      this.broken.push(`update of ${name} from ${versionOf(previous)} to ${versionOf(object)}`);
    }
    this.view.set(name, object);
  };

  onDelete = ({ key }: { readonly key: string }): void => {
    const name = key.slice(key.indexOf('/') + 1);
    if (!this.view.delete(name) && !this.#coalesces) this.broken.push(`delete of ${name}, which is unknown`);
  };
}

const versionOf = (object: Held | undefined): string => object?.metadata.resourceVersion ?? '0';
const parity = (object: Held): string[] => [Number(object.data?.['change'] ?? 0) % 2 === 0 ? 'even' : 'odd'];

test(
  'after any schedule every handler, early, late or coalescing, and every index agree with the server',
  { timeout: numRuns * 2000 },
  async () => {
    await expect(fc.assert(fc.asyncProperty(schedule, playToTheEnd), { numRuns, seed })).resolves.toBeUndefined();
  },
);

async function playToTheEnd({ seed: worldSeed, streaming, steps }: Schedule): Promise<void> {
  await using world = await World.start({ seed: worldSeed });
  const source = reflectorSource<KindObject<typeof ConfigMap>>({
    source: world.source({ supportsStreaming: streaming }),
  });
  const informer = new SharedIndexInformer<Held>({ source, host: world.host, indexers: { parity } });
  const handlers: RuledHandler[] = [];
  const join = (coalesce: boolean): void => {
    const handler = new RuledHandler(coalesce);
    handlers.push(handler);
    informer.addEventHandler(handler, { coalesce });
  };
  const stop = new AbortController();
  await world.host.run(
    async () => {
      join(false);
      join(true);
      const running = informer.run(stop.signal);
      for (const [at, step] of steps.entries()) {
        await play(world, step);
        if (at % 7 === 3) join(at % 2 === 0);
        if (at === 10) informer.addIndexers({ late: parity });
      }
      world.server.faults.clear();
      await world.host.sleep(15 * 60_000); // the longest that a stalled watch lives
      world.server.restore(world.server.snapshot());
      await world.host.sleep(120_000);
      await agree(world, informer, handlers);
      stop.abort();
      await running;
    },
    { maxSteps: 2_000_000 },
  );
}

async function agree(
  world: World,
  informer: SharedIndexInformer<Held>,
  handlers: readonly RuledHandler[],
): Promise<void> {
  const truth = await world.truth();
  expect(versionsOf(informer.store.list())).toEqual(truth);
  for (const { view, broken } of handlers) {
    expect(broken).toEqual([]);
    expect(versionsOf(view.values())).toEqual(truth);
  }
  for (const index of Object.keys(informer.store.indexers)) {
    for (const value of ['even', 'odd']) {
      const expected = informer.store.list().filter((object) => parity(object)[0] === value);
      expect(versionsOf(informer.store.byIndex(index, value))).toEqual(versionsOf(expected));
    }
  }
}
