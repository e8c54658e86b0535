/** Starting, stopping, and the watches in between: each is taken once and closed once, and nothing is left behind. */
import { hasCode } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { ReflectorRun } from './reflector-run.ts';
import { Channel, ScriptedSource, bookmark, event, listAt, refusal, thing } from './script.ts';

test('an ERROR event closes the watch that delivered it · RE-1', async () => {
  const watch = new Channel(refusal(500, 'InternalError'));
  const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => watch] });
  await using run = new ReflectorRun({ source: script.source });

  await run.cycle();

  expect(watch.closed).toBe(1);
  expect(hasCode(run.failures()[0], 'REEVE_INTERNAL_ERROR')).toBe(true);
});

test('an abort closes the open watch and ends the run, which is no failure · RE-2 · RE-8', async () => {
  const watch = new Channel();
  const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => watch] });
  await using run = new ReflectorRun({ source: script.source }).start();
  await run.host.settle();
  expect(run.reflector.state).toEqual({ type: 'watching', resourceVersion: '1' });

  await run.stop();

  expect(watch.closed).toBe(1);
  expect(run.failures()).toEqual([]);
  expect(run.reflector.state).toEqual({ type: 'stopped' });
  expect(run.host.clock.pendingTimers).toBe(0);
});

test('aborted beforehand it neither lists nor watches · RE-4', async () => {
  const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => new Channel()] });
  await using run = new ReflectorRun({ source: script.source });
  await run.stop();

  await run.cycle();
  await run.start().stop();

  expect(script.order).toEqual([]);
});

test('aborted while a streamed list is handed over, the watch that would go on is closed · RE-4', async () => {
  const watch = new Channel(event('ADDED', thing('a', '1')), bookmark('2', 'true'));
  const script = new ScriptedSource({ supportsStreaming: true, watches: [() => watch] });
  await using run = new ReflectorRun({ source: script.source });
  run.store.onReplace = () => run.stop();

  await run.cycle();

  expect(watch.closed).toBe(1);
  expect(script.order).toEqual(['stream ""']);
  expect(run.states()).not.toContain('watching');
});

test('aborted during a watch, it is taken once, closed once, and the cycle ends without an error · RE-5', async () => {
  const watch = new Channel(event('ADDED', thing('a', '2')));
  const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => watch] });
  await using run = new ReflectorRun({ source: script.source });
  const cycle = run.cycle();
  await run.host.settle();

  await run.stop();
  await cycle;

  expect([watch.taken, watch.closed]).toEqual([1, 1]);
  expect(run.store.names()).toEqual(['a']);
});

test('a watch that ends at once and without events is an error, and leads to a list after a delay · RE-6', async () => {
  const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => new Channel().end()] });
  await using run = new ReflectorRun({ source: script.source }).start();
  await run.pass(60_000);

  expect(hasCode(run.failures()[0], 'REEVE_VERY_SHORT_WATCH')).toBe(true);
  expect(script.watches.length).toBeLessThan(12); // 800 ms doubling, not a storm
  expect(script.lists.length).toBe(script.watches.length);
});

test('a watch that ends later is opened again at once, without a list and without a delay · RE-6', async () => {
  const first = new Channel();
  const second = new Channel();
  const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => first, () => second] });
  await using run = new ReflectorRun({ source: script.source }).start();
  await run.pass(1000);
  first.end();
  await run.host.settle();

  expect(run.failures()).toEqual([]);
  expect(script.order).toEqual(['list "0"', 'watch "1"', 'watch "1"']);
  expect([first.taken, first.closed]).toEqual([1, 0]); // it ended by itself, nobody has to close it
});

test('a stop during a list leaves nothing behind', async () => {
  const heard: AbortSignal[] = [];
  const script = new ScriptedSource({
    lists: [
      (_request, signal) => {
        heard.push(signal);
        return new Promise<never>(() => {});
      },
    ],
  });
  await using run = new ReflectorRun({ source: script.source }).start();
  await run.host.settle();

  await run.stop();

  expect(heard.map(({ aborted }) => aborted)).toEqual([true]);
  expect(run.host.clock.pendingTimers).toBe(0);
  expect(run.store.log).toEqual([]);
});

test('a stop during a back-off ends it', async () => {
  const script = new ScriptedSource({ lists: [() => Promise.reject(new Error('no'))] });
  await using run = new ReflectorRun({ source: script.source }).start();
  await run.host.settle();
  expect(run.reflector.state.type).toBe('backingOff');

  await run.stop();

  expect(run.host.clock.pendingTimers).toBe(0);
});

test('a listener that throws hurts nobody', async () => {
  const script = new ScriptedSource({ lists: [() => listAt('1', ['a'])], watches: [() => new Channel()] });
  await using run = new ReflectorRun({ source: script.source });
  run.reflector.subscribe(() => {
    throw new Error('listener');
  });
  run.start();
  await run.host.settle();

  expect(run.reflector.hasSynced).toBe(true);
});

test('every state is told with where it came from', async () => {
  const script = new ScriptedSource({ lists: [() => listAt('7')], watches: [() => new Channel()] });
  await using run = new ReflectorRun({ source: script.source }).start();
  await run.host.settle();
  await run.stop();

  expect(run.of('transition').map(({ from, to }) => `${from.type} → ${to.type}`)).toEqual([
    'idle → listing',
    'listing → watching',
    'watching → stopped',
  ]);
});
