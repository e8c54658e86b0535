import { ManualClock, SeededRandom, settle } from '@reeve/machinery';
import { WorkQueue, type Item } from '@reeve/queue';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** What the queue should do, in the plainest words: one list of wanted runs, searched from end to end. */
class Model {
  readonly #wanted = new Map<string, { priority: number; dueAt: number; rank: number; ready: boolean }>();
  readonly #held = new Set<string>();
  #now = 0;
  #rank = 0;

  add(key: string, priority: number, afterMs: number): void {
    const dueAt = this.#now + Math.max(0, afterMs);
    const run = this.#wanted.get(key) ?? { priority, dueAt, rank: this.#rank++, ready: false };
    this.#wanted.set(key, run);
    if (priority > run.priority && run.ready) run.rank = this.#rank++;
    run.priority = Math.max(run.priority, priority);
    run.dueAt = Math.min(run.dueAt, dueAt);
    this.#settle();
  }

  take(): string | undefined {
    const [first] = this.#ready().toSorted(([, a], [, b]) => b.priority - a.priority || a.rank - b.rank);
    if (first === undefined) return undefined;
    this.#wanted.delete(first[0]);
    this.#held.add(first[0]);
    return first[0];
  }

  done(key: string): void {
    this.#held.delete(key);
    this.#settle();
  }

  advance(ms: number): void {
    this.#now += ms;
    this.#settle();
  }

  get counts(): number[] {
    const delayed = [...this.#wanted.values()].filter(({ dueAt }) => dueAt > this.#now);
    return [this.#ready().length, delayed.length, this.#held.size];
  }

  #ready() {
    return [...this.#wanted].filter(([, { ready }]) => ready);
  }

  /** Runs that became ready join the end of the line by due time, then by when they were asked for. */
  #settle(): void {
    const due = [...this.#wanted].filter(
      ([key, { ready, dueAt }]) => !ready && dueAt <= this.#now && !this.#held.has(key),
    );
    for (const [, run] of due.toSorted(([, a], [, b]) => a.dueAt - b.dueAt || a.rank - b.rank)) {
      Object.assign(run, { ready: true, rank: this.#rank++ });
    }
  }
}

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('add' as const),
      key,
      priority: fc.integer({ min: -1, max: 2 }),
      afterMs: fc.constantFrom(0, 0, 0, 1, 5, 20),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('take' as const) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('done' as const), which: fc.nat({ max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('advance' as const), ms: fc.constantFrom(1, 4, 10) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('any sequence of adds, takes, dones and passing time', () => {
  test('goes as in the model: same keys in the same order, none twice at once, none lost · CR-41', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
        const clock = new ManualClock();
        const queue = new WorkQueue<string>({ clock });
        const model = new Model();
        const held: Item<string>[] = [];
        const handedOut: (string | undefined)[][] = [];
        queue.tryTake();
        const act = async (next: Step): Promise<void> => {
          if (next.type === 'add') {
            queue.add(next.key, next);
            model.add(next.key, next.priority, next.afterMs);
          } else if (next.type === 'advance') {
            await clock.advance(next.ms);
            model.advance(next.ms);
          } else if (next.type === 'take') {
            const item = queue.tryTake();
            handedOut.push([item?.key, model.take()]);
            if (item !== undefined) held.push(item);
          } else {
            const [item] = held.splice(next.which, 1);
            item?.done();
            if (item !== undefined) model.done(item.key);
          }
        };
        for (const next of steps) {
          await act(next);
          expect(handedOut.filter(([actual, expected]) => actual !== expected)).toEqual([]);
          expect([queue.length, queue.delayed, queue.held]).toEqual(model.counts);
          expect(clock.pendingTimers).toBeLessThanOrEqual(1);
        }
      }),
      { seed: 42, numRuns: 300 },
    );
  });
});

/** Five loops and three producers that interleave at random, with ageing fast enough to matter. */
const raceOnce = async (seed: number) => {
  const clock = new ManualClock();
  const queue = new WorkQueue<string, number>({
    clock,
    ageing: { afterMs: 5, share: 3 },
    causes: { limit: Number.MAX_SAFE_INTEGER },
  });
  const random = new SeededRandom(seed);
  const inWork = new Set<string>();
  const [twice, handled]: [string[], number[]] = [[], []];
  const turns = async (): Promise<void> => {
    for (let turn = random.integer(3); turn > 0; turn -= 1) await settle();
  };
  const worker = async (): Promise<void> => {
    for await (const item of queue.take()) {
      if (inWork.has(item.key)) twice.push(item.key);
      inWork.add(item.key);
      await turns();
      inWork.delete(item.key);
      if (random.integer(5) === 0) item.retry();
      else handled.push(...item.causes);
    }
  };
  let ticket = 0;
  const producer = async (): Promise<void> => {
    for (let adds = 0; adds < 60; adds += 1) {
      const options = { priority: random.integer(4), afterMs: random.integer(3) * 2, cause: ticket++ };
      queue.add(`key-${random.integer(12)}`, options);
      await turns();
    }
  };
  const workers = Array.from({ length: 5 }, worker);
  const produced = Promise.all(Array.from({ length: 3 }, producer)).then(() => true);
  while (!(await Promise.race([produced, settle().then(() => false)]))) await clock.advance(1);
  while (queue.length + queue.delayed + queue.held > 0) await clock.advance(1);
  queue.shutDown();
  await Promise.all(workers);
  return { twice, handled: new Set(handled), tickets: ticket };
};

test('concurrent loops and producers never hold a key twice at once, and every add is answered · CR-41', async () => {
  for (let seed = 0; seed < 8; seed += 1) {
    const { twice, handled, tickets } = await raceOnce(seed);
    expect(twice).toEqual([]);
    expect([handled.size, tickets]).toEqual([180, 180]);
  }
});
