import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { defineController, strayRejections } from '@reeve/runtime';
import type { LogFields, Logger } from '@reeve/runtime';
import { Website, World } from './website.ts';

function keeping(lines: [string, LogFields][]): Logger {
  const note = (message: string, fields: LogFields = {}): void => void lines.push([message, fields]);
  const log: Logger = { debug: () => undefined, info: note, warn: note, error: note, with: () => log };
  return log;
}

test('a promise that nobody awaits and that is rejected is logged with the runs under way, and nothing ends', () => {
  const on = new EventEmitter();
  const lines: [string, LogFields][] = [];
  const error = new Error('fetch failed');
  using _ = strayRejections({ log: keeping(lines), underWay: () => ['website default/blog'], on });
  on.emit('unhandledRejection', error);
  expect(lines).toEqual([
    [
      'a promise that nobody awaits was rejected: await it in its reconciler, so that the run fails and is tried again',
      { error, underWay: ['website default/blog'] },
    ],
  ]);
});

test('a stray rejection that cannot be read is logged as such', () => {
  const on = new EventEmitter();
  const lines: [string, LogFields][] = [];
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  using _ = strayRejections({ log: keeping(lines), underWay: () => [], on });
  on.emit('unhandledRejection', proxy);
  expect(lines.map(([, { error }]) => String(error))).toEqual([expect.stringContaining('cannot be read')]);
});

test('a stray rejection is the program’s own where it listens to them itself, and nobody’s after the end', () => {
  const on = new EventEmitter();
  const lines: [string, LogFields][] = [];
  const first = strayRejections({ log: keeping(lines), underWay: () => [], on });
  const second = strayRejections({ log: keeping([]), underWay: () => [], on });
  on.emit('unhandledRejection', new Error('one')); // of two managers, both listen
  expect(lines).toHaveLength(1);
  const listener = (): void => undefined;
  on.on('unhandledRejection', listener);
  on.emit('unhandledRejection', new Error('two'));
  expect(lines).toHaveLength(1);
  on.off('unhandledRejection', listener);
  first[Symbol.dispose]();
  second[Symbol.dispose]();
  expect(on.listenerCount('unhandledRejection')).toBe(0);
});

test.each([
  ['goes on, and names the run that is under way', true],
  ['ends in order with the error where it was told not to survive mistakes', false],
])('a manager %s when a promise that nobody awaits is rejected', async (_, survivesBugs) => {
  await using world = await World.start();
  const before = process.listeners('unhandledRejection');
  for (const listener of before) process.off('unhandledRejection', listener); // those of the test runner
  const lines: [string, LogFields][] = [];
  let hasEnded = false;
  const controller = defineController({
    for: Website,
    async reconcile(_site, { signal }) {
      await world.host.sleep(60_000, signal).finally(() => (hasEnded = signal.aborted));
    },
  });
  const manager = world.manager({ log: keeping(lines), controllers: { survivesBugs } }).add(controller);
  const running = world.during(manager, async () => {
    await world.client.create(Website, { metadata: { namespace: 'default', name: 'blog' }, spec: {} });
    await world.host.sleep(1000);
    process.emit('unhandledRejection', new Error('left alone'), Promise.resolve());
    await world.host.sleep(1000);
    expect(hasEnded).toBe(!survivesBugs);
  });
  const result = await running.catch((error: unknown) => error);
  const left = process.listeners('unhandledRejection');
  for (const listener of before) process.on('unhandledRejection', listener);
  expect(left).toEqual([]);
  expect(String(result)).toBe(survivesBugs ? 'undefined' : 'Error: left alone');
  const [line] = lines.filter(([message]) => message.startsWith('a promise that nobody awaits'));
  expect(line?.[1]['underWay']).toEqual(['website default/blog']);
});

test.each([
  ['a signal in place of an object with one', new AbortController().signal],
  ['nothing', undefined],
  ['an object without a signal', {}],
])('a manager that is run with %s says what to write', async (_, options) => {
  await using world = await World.start();
  await expect(world.manager().run(options as never)).rejects.toThrow('write manager.run({ signal })');
});
