/**
 * Whatever goes wrong in between, in the end the mirror is the truth. `REEVE_MODEL_RUNS=5000 npx vitest run packages/cache/test/model` plays more
 * schedules, from a seed that it prints.
 */
import { Reflector, type ReflectorNotice } from '@reeve/cache';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { play, runs, schedule } from './schedule.ts';
import { RuledStore } from './sequence-rules.ts';
import { World, versionsOf } from './world.ts';

const { numRuns, seed } = runs(200);

test(
  'after any schedule of changes and faults a mirror holds what the server holds, and broke no rule on the way',
  { timeout: numRuns * 1000 },
  async () => {
    await fc.assert(fc.asyncProperty(schedule, playToTheEnd), { numRuns, seed });
  },
);

type Schedule = typeof schedule extends fc.Arbitrary<infer S> ? S : never;

async function playToTheEnd({ seed: worldSeed, streaming, steps }: Schedule): Promise<void> {
  await using world = await World.start({ seed: worldSeed });
  const store = new RuledStore();
  const notices: ReflectorNotice[] = [];
  const reflector = new Reflector({
    host: world.host,
    source: world.source({ supportsStreaming: streaming }),
    store,
    listener: (notice) => notices.push(notice),
  });
  const abort = new AbortController();
  await world.host.run(
    async () => {
      const running = reflector.run(abort.signal);
      for (const step of steps) await play(world, step);
      await settleOn(world, store);
      abort.abort();
      await running;
    },
    { maxSteps: 2_000_000 },
  );
  expect(store.broken).toEqual([]);
  expect(notices.filter(({ type }) => type === 'skipped')).toEqual([]);
}

/** Without faults, and after a list that makes up for events that were lost, the mirror must be right within two minutes. */
async function settleOn(world: World, store: RuledStore): Promise<void> {
  world.server.faults.clear();
  await world.host.sleep(15 * 60_000); // the longest that a stalled watch lives
  world.server.restore(world.server.snapshot());
  await world.host.sleep(120_000);
  expect(versionsOf(store.store.list())).toEqual(await world.truth());
}
