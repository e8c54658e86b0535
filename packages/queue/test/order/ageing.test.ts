import { ManualClock } from '@reeve/machinery';
import { WorkQueue, defaultAgeing, type Ageing } from '@reeve/queue';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { takeAll, takeOne } from '../taking.ts';

/** Adds an urgent key before every hand-out, and returns at which hand-out each of the others came. */
const overtake = async (
  queue: WorkQueue<string>,
  clock: ManualClock,
  options: { handOuts: number; everyMs: number },
): Promise<Map<string, number>> => {
  const came = new Map<string, number>();
  for (let handOut = 1; handOut <= options.handOuts; handOut += 1) {
    queue.add(`urgent-${handOut}`, { priority: 100 });
    const item = takeOne(queue);
    if (!item.key.startsWith('urgent')) came.set(item.key, handOut);
    item.done();
    await clock.advance(options.everyMs);
  }
  return came;
};

describe('under an endless stream of urgent keys', () => {
  test('every other key comes within the share once it is aged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.integer({ min: -100, max: 99 }), { minLength: 1, maxLength: 8 }),
        async (agedAfter, share, priorities) => {
          const clock = new ManualClock();
          const queue = new WorkQueue<string>({ clock, ageing: { afterMs: agedAfter * 10, share } });
          for (const [at, priority] of priorities.entries()) queue.add(`low-${at}`, { priority });
          const handOuts = agedAfter + share * (priorities.length + 1);
          const came = await overtake(queue, clock, { handOuts, everyMs: 10 });
          for (const [at] of priorities.entries()) {
            expect(came.get(`low-${at}`)).toBeLessThanOrEqual(agedAfter + share * (at + 2));
          }
        },
      ),
      { seed: 42, numRuns: 60 },
    );
  });

  test('urgent keys keep all hand-outs but the share', async () => {
    const clock = new ManualClock();
    const queue = new WorkQueue<string>({ clock, ageing: { afterMs: 0, share: 4 } });
    for (let at = 0; at < 1000; at += 1) queue.add(`backlog-${at}`, { priority: -100 });
    const came = await overtake(queue, clock, { handOuts: 400, everyMs: 1 });
    expect(came.size).toBe(100);
  });

  test('a key that is raised keeps its age', async () => {
    const clock = new ManualClock();
    const queue = new WorkQueue<string>({ clock, ageing: { afterMs: 100, share: 1 } });
    queue.add('patient', { priority: -100 });
    queue.add('urgent', { priority: 100 });
    await clock.advance(60);
    queue.add('patient', { priority: -50 });
    await clock.advance(40);
    expect(takeAll(queue)).toEqual(['patient', 'urgent']);
  });

  test('no other key ever comes without ageing', async () => {
    const clock = new ManualClock();
    const queue = new WorkQueue<string>({ clock, ageing: false });
    queue.add('low');
    expect(await overtake(queue, clock, { handOuts: 100, everyMs: 60_000 })).toEqual(new Map());
  });
});

test('by default priorities are strict for half a minute, and then one hand-out in four goes by age', async () => {
  const clock = new ManualClock();
  const queue = new WorkQueue<string>({ clock });
  queue.add('low', { priority: -100 });
  const strict = defaultAgeing.afterMs / 100;
  expect(await overtake(queue, clock, { handOuts: strict, everyMs: 100 })).toEqual(new Map());
  expect(await overtake(queue, clock, { handOuts: 4, everyMs: 100 })).toEqual(new Map([['low', 1]]));
});

test.each<[string, Partial<Ageing>]>([
  ['afterMs', { afterMs: -1 }],
  ['afterMs', { afterMs: Number.NaN }],
  ['share', { share: 0 }],
  ['share', { share: 1.5 }],
])('a wrong %s is refused: %o', (name, ageing) => {
  expect(() => new WorkQueue({ clock: new ManualClock(), ageing })).toThrow(new RegExp(`ageing.${name}`, 'u'));
});
