import { describe, expect, test } from 'vitest';
import { thing } from '../objects.ts';
import { withInformer, type Setup } from './manual-source.ts';

const at = (key: string, value: number) => thing(key, value, { resourceVersion: String(value) });

/** Counts how often a handler with a period is told again. */
const counter = ({ informer }: Setup, resyncMs?: number) => {
  const counted = { times: 0 };
  const handler = { onUpdate: () => void (counted.times += 1) };
  const registration = informer.addEventHandler(handler, resyncMs === undefined ? {} : { resyncMs });
  return Object.assign(counted, { registration });
};

describe('telling again', () => {
  const own = [
    [1, 0, 0, 0],
    [2, 1, 0, 0],
    [3, 1, 1, 0],
    [4, 2, 1, 0],
    [5, 2, 1, 0],
    [6, 3, 2, 0],
  ];
  // all are due at the first check after so long a wait; from then on each at its own pace
  const late = [
    [1, 1, 1, 0],
    [2, 1, 1, 0],
    [3, 2, 1, 0],
    [4, 2, 2, 0],
    [5, 3, 2, 0],
    [6, 3, 2, 0],
  ];
  test.each([
    ['each handler at its own period, and one that does not want it never · SI-17', 0, own],
    ['each handler at its own period when the informer starts late · SI-18', 60_000, late],
  ] as const)('%s', (_, delayMs, expected) =>
    withInformer(
      async (setup) => {
        const { source, host, start } = setup;
        const counters = [counter(setup, 1000), counter(setup, 2000), counter(setup, 3000), counter(setup, 0)];
        await host.sleep(delayMs);
        start();
        await host.sleep(10);
        void source.store.replace([at('a', 1)], '1');
        const seen: number[][] = [];
        for (let second = 1; second <= 6; second += 1) {
          await host.sleep(1000);
          seen.push(counters.map((counted) => counted.times));
        }
        expect(seen).toEqual(expected);
      },
      { resyncMs: 12 * 3_600_000 },
    ),
  );

  test('checks at the shortest period asked for before the start, at least a second, and longer for those who come later · SI-19', () =>
    withInformer(
      async (setup) => {
        const { informer, start, settle } = setup;
        expect(informer.resyncCheckMs).toBe(12 * 3_600_000);
        const plain = counter(setup);
        const minute = counter(setup, 60_000);
        expect([informer.resyncCheckMs, plain.registration.resyncMs]).toEqual([60_000, 12 * 3_600_000]);
        const tiny = counter(setup, 1);
        expect(informer.resyncCheckMs).toBe(1000);
        expect([tiny, minute].map(({ registration }) => registration.resyncMs)).toEqual([1000, 60_000]);
        start();
        await settle();
        const other = counter(setup, 55_000);
        expect(other.registration.resyncMs).toBe(55_000);
        expect(informer.resyncCheckMs).toBe(1000);
      },
      { resyncMs: 12 * 3_600_000 },
    ));

  test('a period that comes after the start is made as long as the check · SI-19', () =>
    withInformer(
      async (setup) => {
        setup.start();
        await setup.settle();
        expect(counter(setup, 2000).registration.resyncMs).toBe(60_000);
        expect(setup.informer.resyncCheckMs).toBe(60_000);
      },
      { resyncMs: 60_000 },
    ));

  test('begins with the first handler that asks, also when nobody asked before the start', () =>
    withInformer(async (setup) => {
      const { source, host, start } = setup;
      start();
      await host.sleep(10);
      void source.store.replace([at('a', 1)], '1');
      await host.sleep(10);
      const asks = counter(setup, 5000);
      await host.sleep(5000);
      expect(asks.times).toBe(1);
    }));

  test.each([-1, Number.NaN, Infinity])('%s is not a period', (resyncMs) =>
    withInformer(async ({ informer }) => {
      expect(() => informer.addEventHandler({}, { resyncMs })).toThrow(
        expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }),
      );
      expect(informer.handlerCount).toBe(0);
    }),
  );
});
