/** Periodic redelivery: it asks nothing of the server. */
import { expect, test } from 'vitest';
import { ReflectorRun } from './reflector-run.ts';
import { Channel, ScriptedSource, listAt } from './script.ts';

const quiet = (): ScriptedSource => new ScriptedSource({ lists: [() => listAt('1')], watches: [() => new Channel()] });

test('a resync never comes before its period is over, comes again after each, and its timer goes with the reflector · RE-3', async () => {
  const script = quiet();
  await using run = new ReflectorRun({ source: script.source, resyncPeriodMs: 10_000 }).start();
  await run.pass(9999);
  expect(run.store.resyncs).toBe(0);
  await run.pass(1);
  expect(run.store.resyncs).toBe(1);
  await run.pass(20_000);
  expect(run.store.resyncs).toBe(3);
  expect(script.order).toEqual(['list "0"', 'watch "1"']);

  await run.stop();
  expect(run.host.clock.pendingTimers).toBe(0);
});

test('an error of a resync is absorbed: the cycle ends without a failure, after as many resyncs as there were · RE-15', async () => {
  const watch = new Channel();
  const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => watch] });
  await using run = new ReflectorRun({ source: script.source, resyncPeriodMs: 10_000 });
  run.store.onResync = () => {
    if (run.store.resyncs === 3) throw new Error('third');
  };
  const cycle = run.cycle();
  await run.pass(60_000);

  await cycle;

  expect(run.store.resyncs).toBe(3);
  expect(watch.closed).toBe(1);
});

test('no resync without a period, or while nobody wants one', async () => {
  const without = quiet();
  await using none = new ReflectorRun({ source: without.source }).start();
  await none.pass(3_600_000 / 6);
  expect(none.store.resyncs).toBe(0);

  await using unwanted = new ReflectorRun({
    source: quiet().source,
    resyncPeriodMs: 1000,
    shouldResync: () => false,
  }).start();
  await unwanted.pass(10_000);
  expect(unwanted.store.resyncs).toBe(0);
});
