/** Streaming lists: everything there is, as events on the watch that then goes on. */
import { ForbiddenError, InternalError, InvalidError, TooManyRequestsError, ExpiredError } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ReflectorRun } from './reflector-run.ts';
import { Channel, ScriptedSource, Thing, bookmark, event, listAt, refusal, thing } from './script.ts';

const streaming = (...watches: (() => Channel | Promise<never>)[]): ScriptedSource =>
  new ScriptedSource({ supportsStreaming: true, watches, lists: [() => listAt('50', ['listed'])] });

describe('whether to stream', () => {
  const cases = [
    [true, true, 'stream ""'],
    [true, false, 'list "0"'],
    [false, true, 'list "0"'],
    [false, false, 'list "0"'],
  ] as const;
  for (const [setting, supportsStreaming, first] of cases) {
    test(`setting ${setting}, source ${supportsStreaming ? 'can' : 'cannot'}: ${first} comes first · RE-30`, async () => {
      const script = new ScriptedSource({
        supportsStreaming,
        lists: [() => listAt('1')],
        watches: [() => new Channel()],
      });
      await using run = new ReflectorRun({ source: script.source, streaming: setting }).start();
      await run.host.settle();

      expect(script.order[0]).toBe(first);
    });
  }

  test('a source that does not say whether it can is asked to · RE-30', async () => {
    const { source } = streaming(() => new Channel());
    await using run = new ReflectorRun({
      source: { kind: Thing, list: source.list, watch: source.watch },
    }).start();
    await run.host.settle();

    expect(run.reflector.state.type).toBe('streaming');
  });
});

describe('the initial events', () => {
  test('without the last bookmark there is no sync and nothing in the store · RE-33', async () => {
    const script = streaming(() => new Channel(event('ADDED', thing('a', '1')), bookmark('2')));
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.pass(9000);

    expect(run.reflector.hasSynced).toBe(false);
    expect(run.reflector.lastSyncResourceVersion).toBe('');
    expect(run.store.log).toEqual([]);
  });

  test('at the bookmark they become the store, at its version, and the same watch goes on · RE-36', async () => {
    const watch = new Channel(event('ADDED', thing('b', '4')), event('ADDED', thing('a', '3')), bookmark('7', 'true'));
    const script = streaming(() => watch);
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();
    expect(run.store.log).toEqual(['replace b,a @7']);
    expect(run.reflector.lastSyncResourceVersion).toBe('7');

    watch.send(event('MODIFIED', thing('a', '8')));
    await run.host.settle();
    expect(run.store.log.at(-1)).toBe('update a');
    expect(script.order).toEqual(['stream ""']);
    expect([watch.taken, watch.closed]).toEqual([1, 0]);
  });

  test('changes and deletions on the way are part of what becomes the store · RE-37', async () => {
    const script = streaming(
      () =>
        new Channel(
          event('ADDED', thing('a', '1')),
          event('ADDED', thing('b', '2')),
          event('MODIFIED', thing('a', '3', { spec: 'new' })),
          event('DELETED', thing('b', '4')),
          bookmark('5', 'true'),
        ),
    );
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();

    expect(run.store.log).toEqual(['replace a @5']);
    expect(run.store.objects.get('a')).toMatchObject({ spec: 'new' });
  });

  test('objects reach the store in the order of their first event, those that come again behind the others · RE-37', async () => {
    const script = streaming(
      () =>
        new Channel(
          event('ADDED', thing('c', '1')),
          event('ADDED', thing('a', '2')),
          event('ADDED', thing('b', '3')),
          event('DELETED', thing('c', '4')),
          event('DELETED', thing('never', '5')),
          event('ADDED', thing('c', '6')),
          event('MODIFIED', thing('a', '7')),
          bookmark('8', 'true'),
        ),
    );
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();

    expect(run.store.log).toEqual(['replace a,b,c @8']);
    expect(run.store.objects.get('a')?.metadata.resourceVersion).toBe('7');
  });

  for (const word of ['false', '', 'True', 'TRUE', '1', 'true ']) {
    test(`a bookmark with the annotation "${word}" is not the last · RE-42`, async () => {
      const script = streaming(() => new Channel(event('ADDED', thing('a', '1')), bookmark('2', word)));
      await using run = new ReflectorRun({ source: script.source }).start();
      await run.host.settle();

      expect(run.reflector.state.type).toBe('streaming');
      expect(run.store.log).toEqual([]);
    });
  }

  test('a transform sees each object once, whichever way it came · RE-28', async () => {
    const watch = new Channel(event('ADDED', thing('a', '1')), event('ADDED', thing('b', '2')), bookmark('2', 'true'));
    const script = streaming(() => watch);
    const seen: string[] = [];
    await using run = new ReflectorRun({
      source: script.source,
      transform: (object) => {
        seen.push(object.metadata.name ?? '');
        return { ...object, metadata: { ...object.metadata, labels: { seen: 'yes' } } };
      },
    }).start();
    await run.host.settle();
    watch.send(event('MODIFIED', thing('a', '3')));
    await run.host.settle();

    expect(seen).toEqual(['a', 'b', 'a']);
    expect([...run.store.objects.values()].map(({ metadata }) => metadata.labels)).toEqual([
      { seen: 'yes' },
      { seen: 'yes' },
    ]);
  });

  test('a quiet stream is told every ten seconds, with what came and how long ago, until the bookmark is there · RE-31', async () => {
    const watch = new Channel(event('ADDED', thing('a', '1')));
    const script = streaming(() => watch);
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.pass(15_000);
    watch.send(event('ADDED', thing('b', '2')));
    await run.pass(14_000);
    watch.send(bookmark('3', 'true'));
    await run.pass(60_000);

    expect(run.of('awaitingBookmark')).toEqual([
      { type: 'awaitingBookmark', events: 1, elapsedMs: 10_000, silentMs: 10_000 },
    ]);
    expect(run.reflector.state.type).toBe('watching');
  });

  test('a stream that is busy is not told of · RE-31', async () => {
    const watch = new Channel();
    const script = streaming(() => watch);
    await using run = new ReflectorRun({ source: script.source }).start();
    for (let second = 1; second <= 50; second += 1) {
      watch.send(event('ADDED', thing(`n${second}`, `${second}`)));
      await run.pass(1000);
    }

    expect(run.of('awaitingBookmark')).toEqual([]);
  });
});

describe('when it does not go well', () => {
  const refusals = {
    Invalid: new InvalidError(Thing, ''),
    'another error': new InternalError(Thing, ''),
    'a missing permission': new ForbiddenError(Thing, ''),
  };
  for (const [what, error] of Object.entries(refusals)) {
    test(`${what} on opening leads to a list and a watch in the same cycle · RE-35`, async () => {
      const script = streaming(
        () => Promise.reject(error),
        () => new Channel(),
      );
      await using run = new ReflectorRun({ source: script.source }).start();
      await run.host.settle();

      expect(script.order).toEqual(['stream ""', 'list "0"', 'watch "50"']);
      expect(run.of('fallback').map((notice) => notice.error)).toEqual([error]);
      expect(run.store.names()).toEqual(['listed']);
      expect(run.host.clock.monotonic()).toBe(0);
    });
  }

  test('429 on opening is tried again with the same options · RE-38', async () => {
    const script = streaming(
      () => Promise.reject(new TooManyRequestsError(Thing, '')),
      () => new Channel(bookmark('3', 'true')),
    );
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.pass(2000);

    const [first, second] = script.watches.map(({ timeoutSeconds: _timeout, ...options }) => options);
    expect(second).toEqual(first);
    expect(script.lists).toEqual([]);
    expect(run.reflector.hasSynced).toBe(true);
  });

  test('a stream that ends before its bookmark is begun anew with nothing in hand · RE-39', async () => {
    const script = streaming(
      () => new Channel(event('ADDED', thing('gone', '1'))).end(),
      () => new Channel(event('ADDED', thing('a', '2')), bookmark('3', 'true')),
    );
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.pass(2000);

    expect(script.order).toEqual(['stream ""', 'stream ""']);
    expect(run.store.log).toEqual(['replace a @3']);
  });

  test('a stream that ends at once and without events leads to a list', async () => {
    const script = streaming(
      () => new Channel().end(),
      () => new Channel(),
    );
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();

    expect(script.order).toEqual(['stream ""', 'list "0"', 'watch "50"']);
  });

  test('a stream that ends after the sync goes on as an ordinary watch from the last version · RE-40', async () => {
    const first = new Channel(
      event('ADDED', thing('a', '2')),
      bookmark('3', 'true'),
      event('MODIFIED', thing('a', '4')),
    );
    const script = streaming(
      () => first.end(),
      () => new Channel(),
    );
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();

    expect(script.order).toEqual(['stream ""', 'watch "4"']);
    expect(script.watches[1]).toEqual({
      resourceVersion: '4',
      allowWatchBookmarks: true,
      timeoutSeconds: expect.any(Number),
    });
  });

  test('Expired on reopening a synced watch ends the cycle with that error · RE-41', async () => {
    const first = new Channel(event('ADDED', thing('a', '2')), bookmark('3', 'true'));
    const expired = new ExpiredError(Thing, '');
    const script = streaming(
      () => first.end(),
      () => Promise.reject(expired),
    );
    await using run = new ReflectorRun({ source: script.source });

    await expect(run.cycle()).rejects.toBe(expired);
    expect(run.store.names()).toEqual(['a']);
  });

  test('it starts from "", then from the last version, and from "" again when that is lost · RE-32', async () => {
    const synced = (version: string): Channel =>
      new Channel(event('ADDED', thing('a', version)), bookmark(version, 'true'), refusal(410, 'Expired'));
    const script = streaming(
      () => synced('10'),
      () => Promise.reject(new ExpiredError(Thing, '')),
      () => synced('20'),
      () => new Channel(refusal(504, 'Timeout', 'Too large resource version: 20, current: 5')),
      () => synced('5'),
      () => synced('6'),
    );
    await using run = new ReflectorRun({ source: script.source });
    for (let cycle = 0; cycle < 4; cycle += 1) await run.cycle();

    expect(script.order).toEqual(['stream ""', 'stream "10"', 'stream ""', 'stream "20"', 'stream ""', 'stream "5"']);
  });

  test('a server that takes the request and sends nothing is not waited for: after 30 s it is listed, and not asked again for a while', async () => {
    const script = streaming(
      () => new Channel(),
      () => new Channel(refusal(410, 'Expired')),
      () => new Channel(),
    );
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.pass(29_000);
    expect(run.reflector.state.type).toBe('streaming');
    await run.pass(5000);

    expect(script.order).toEqual(['stream ""', 'list "0"', 'watch "50"', 'list "50"', 'watch "50"']);
    expect(run.reflector.hasSynced).toBe(true);
  });
});

describe('the consistency check', () => {
  const streamed = (): ScriptedSource =>
    new ScriptedSource({
      supportsStreaming: true,
      lists: [() => ({ ...listAt('5'), items: [thing('b', '2'), thing('a', '1')] })],
      watches: [
        () => new Channel(event('ADDED', thing('a', '1')), event('ADDED', thing('b', '2')), bookmark('5', 'true')),
      ],
    });

  test('equal data passes, in whatever order, and is asked for at exactly that version · RE-43', async () => {
    const script = streamed();
    await using run = new ReflectorRun({ source: script.source, checksConsistency: true }).start();
    await run.host.settle();

    expect(script.lists).toEqual([{ resourceVersion: '5', resourceVersionMatch: 'Exact', limit: 0 }]);
    expect(run.reflector.state.type).toBe('watching');
  });

  const differences = {
    'another content': [thing('a', '1'), thing('b', '2', { spec: 'other' })],
    'an object less': [thing('a', '1')],
    'an object more': [thing('a', '1'), thing('b', '2'), thing('c', '3')],
  };
  for (const [what, items] of Object.entries(differences)) {
    test(`${what} is a bug of the server, and ends the reflector · RE-43`, async () => {
      const script = streamed();
      const source = { ...script.source, list: async () => ({ list: { ...listAt('5'), items } }) };
      await using run = new ReflectorRun({ source, checksConsistency: true });

      await expect(run.reflector.run(run.signal)).rejects.toMatchObject({ code: 'REEVE_INCONSISTENT_LIST' });
      expect(run.reflector.state.type).toBe('stopped');
      expect(run.store.log).toEqual([]);
    });
  }

  test('it is not done unless asked for · RE-43', async () => {
    const script = streamed();
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();

    expect(script.lists).toEqual([]);
  });
});
