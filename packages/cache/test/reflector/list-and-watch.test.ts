/** What is asked of the server, in which order and at which versions, and what the store is told. */
import { ConflictError, ExpiredError, TimeoutError, VirtualHost, apiErrorFromStatus } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ReflectorRun } from './reflector-run.ts';
import { Channel, ScriptedSource, Thing, bookmark, event, listAt, refusal, thing } from './script.ts';

describe('events', () => {
  test('added, modified and deleted reach the store in order; foreign objects are passed over; the version follows · RE-7', async () => {
    const foreign = { apiVersion: 'example.com/v1', kind: 'Other', metadata: { name: 'x', resourceVersion: '99' } };
    const watch = new Channel(
      event('ADDED', thing('a', '2')),
      event('ADDED', thing('b', '3')),
      event('MODIFIED', thing('a', '4')),
      event('MODIFIED', foreign),
      event('DELETED', thing('b', '5')),
    );
    const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => watch] });
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();

    expect(run.store.log).toEqual(['replace  @1', 'add a', 'add b', 'update a', 'delete b']);
    expect(run.reflector.lastSyncResourceVersion).toBe('5');
    expect(run.of('skipped').map(({ event: type }) => type)).toEqual(['MODIFIED']);
  });

  test('an event of a type that Kubernetes does not have is passed over and the watch goes on', async () => {
    const watch = new Channel({ type: 'RENAMED', object: thing('a', '2') } as never, event('ADDED', thing('b', '3')));
    const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => watch] });
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();

    expect(run.store.names()).toEqual(['b']);
    expect(run.of('skipped')).toHaveLength(1);
    expect(run.reflector.state.type).toBe('watching');
  });

  test('an event that the store refuses is told and passed over', async () => {
    const watch = new Channel(event('ADDED', thing('a', '2')), event('ADDED', thing('b', '3')));
    const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => watch] });
    await using run = new ReflectorRun({ source: script.source });
    const add = run.store.add.bind(run.store);
    run.store.add = (object) => {
      if (object.metadata.name === 'a') throw new Error('refused');
      add(object);
    };
    run.start();
    await run.host.settle();

    expect(run.store.names()).toEqual(['b']);
    expect(run.of('skipped').map(({ error }) => String(error))).toEqual(['Error: refused']);
  });

  test('a store that wants versions is told each, those of the list and of bookmarks included · RE-25', async () => {
    const watch = new Channel(event('ADDED', thing('a', '2')), bookmark('9'), event('DELETED', thing('a', '10')));
    const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => watch] });
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();

    expect(run.store.versions).toEqual(['1', '2', '9', '10']);
    expect(run.store.log).toContain('bookmark 9');
  });

  test('events that are older than what is known, or come twice, are dropped', async () => {
    const watch = new Channel(
      event('ADDED', thing('a', '12')),
      event('ADDED', thing('a', '12')),
      event('MODIFIED', thing('a', '11')),
      event('DELETED', thing('a', '13')),
      event('MODIFIED', thing('a', '12')),
    );
    const script = new ScriptedSource({ lists: [() => listAt('10')], watches: [() => watch] });
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();

    expect(run.store.log).toEqual(['replace  @10', 'add a', 'delete a']);
    expect(run.of('outdated')).toHaveLength(3);
  });

  test('after a list without a version, the version does not follow additions, which come in any order, until another event', async () => {
    const watch = new Channel(event('ADDED', thing('a', '9')), event('ADDED', thing('b', '5')));
    const script = new ScriptedSource({ lists: [() => listAt('')], watches: [() => watch] });
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();
    expect(run.reflector.lastSyncResourceVersion).toBe('');
    expect(run.store.names()).toEqual(['a', 'b']);

    watch.send(event('MODIFIED', thing('b', '10')));
    await run.host.settle();
    expect(run.reflector.lastSyncResourceVersion).toBe('10');
  });

  test('many changes of one object in one batch are told once where the store asks for that, but never across a deletion', async () => {
    const line = (type: string, name: string, version: string, uid: string): string =>
      `${JSON.stringify({ type, object: { ...thing(name, version), metadata: { ...thing(name, version).metadata, uid } } })}\n`;
    const chunk = [
      line('MODIFIED', 'a', '2', 'u1'),
      line('MODIFIED', 'b', '3', 'u2'),
      line('MODIFIED', 'a', '4', 'u1'),
      line('DELETED', 'a', '5', 'u1'),
      line('ADDED', 'a', '6', 'u3'),
      line('MODIFIED', 'a', '7', 'u3'),
      line('MODIFIED', 'a', '8', 'u3'),
    ].join('');
    const source = {
      kind: Thing,
      supportsStreaming: false,
      list: async () => ({ list: listAt('1') }),
      watch: async (_request: unknown, signal: AbortSignal) => ({ bytes: once(chunk, signal) }),
    };
    await using run = new ReflectorRun({ source });
    Object.defineProperty(run.store, 'isLevelTriggered', { value: true });
    run.start();
    await run.host.settle();

    expect(run.store.log).toEqual(['replace  @1', 'update b', 'update a', 'delete a', 'add a', 'update a']);
    expect(run.reflector.lastSyncResourceVersion).toBe('8');
  });
});

describe('requests', () => {
  test('the first list asks for version "0" and 500 objects, and the watch goes on from there with bookmarks · RE-9 · RE-34', async () => {
    const script = new ScriptedSource({ lists: [() => listAt('1', ['b', 'a'])], watches: [() => new Channel()] });
    await using run = new ReflectorRun({ source: script.source, streaming: false }).start();
    await run.host.settle();

    expect(script.lists).toEqual([{ resourceVersion: '0', limit: 500 }]);
    expect(script.watches).toEqual([
      { resourceVersion: '1', allowWatchBookmarks: true, timeoutSeconds: expect.any(Number) },
    ]);
    expect(run.store.log).toEqual(['replace b,a @1']);
  });

  test('a streaming list asks for initial events, not older than "", with bookmarks · RE-9', async () => {
    const script = new ScriptedSource({ supportsStreaming: true, watches: [() => new Channel()] });
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();

    expect(script.watches).toEqual([
      {
        resourceVersion: '',
        resourceVersionMatch: 'NotOlderThan',
        sendInitialEvents: true,
        allowWatchBookmarks: true,
        timeoutSeconds: expect.any(Number),
      },
    ]);
  });

  test('through failures of lists and watches the store ends as the last list and its events say, and failures are told · RE-10', async () => {
    const script = new ScriptedSource({
      lists: [() => listAt('1', ['a']), () => Promise.reject(new Error('list failed')), () => listAt('20', ['b', 'c'])],
      watches: [
        () => new Channel(event('ADDED', thing('b', '2')), refusal(500, 'InternalError')),
        () => Promise.reject(new Error('watch failed')),
        () => new Channel(event('DELETED', thing('b', '21')), event('ADDED', thing('d', '22'))),
      ],
    });
    await using run = new ReflectorRun({ source: script.source });

    await run.cycle();
    await expect(run.cycle()).rejects.toThrow('list failed');
    await expect(run.cycle()).rejects.toThrow('watch failed');
    void run.cycle();
    await run.host.settle();

    expect(run.store.names()).toEqual(['c', 'd']);
    expect(run.reflector.lastSyncResourceVersion).toBe('22');
  });

  test('with a page size, pages are asked for until the last and every object is stored · RE-16', async () => {
    const script = new ScriptedSource({
      lists: [
        () => listAt('10', ['a', 'b', 'c', 'd'], 'page 2'),
        () => listAt('10', ['e', 'f', 'g', 'h'], 'page 3'),
        () => listAt('10', ['i', 'j']),
      ],
      watches: [() => new Channel()],
    });
    await using run = new ReflectorRun({ source: script.source, pageSize: 4 }).start();
    await run.host.settle();

    expect(script.lists).toEqual([
      { resourceVersion: '0', limit: 4 },
      { resourceVersion: '', limit: 4, continue: 'page 2' },
      { resourceVersion: '', limit: 4, continue: 'page 3' },
    ]);
    expect(run.store.log).toEqual(['replace a,b,c,d,e,f,g,h,i,j @10']);
  });

  test('a list at a certain version carries no limit, so that the server may answer from its cache · RE-17 · RE-19', async () => {
    const script = new ScriptedSource({
      lists: [() => listAt('10'), () => listAt('11')],
      watches: [() => new Channel(refusal(410, 'Expired'))],
    });
    await using run = new ReflectorRun({ source: script.source });
    await run.cycle();
    await run.cycle();

    expect(script.lists).toEqual([
      { resourceVersion: '0', limit: 500 },
      { resourceVersion: '10', limit: 0 },
    ]);
  });

  test('once a list at "0" came in pages, later lists are paged too · RE-18', async () => {
    const script = new ScriptedSource({
      lists: [() => listAt('10', ['a'], 'more'), () => listAt('10', ['b']), () => listAt('11', ['a'])],
      watches: [() => new Channel(refusal(410, 'Expired'))],
    });
    await using run = new ReflectorRun({ source: script.source });
    await run.cycle();
    await run.cycle();

    expect(script.lists.map(({ resourceVersion, limit }) => [resourceVersion, limit])).toEqual([
      ['0', 500],
      ['', 500],
      ['10', 500],
    ]);
  });

  test('an expired relist is repeated at once without a version · RE-20', async () => {
    const script = new ScriptedSource({
      lists: [() => listAt('10', ['a']), () => Promise.reject(new ExpiredError(Thing, '')), () => listAt('11', ['b'])],
      watches: [() => new Channel(refusal(410, 'Expired'))],
    });
    await using run = new ReflectorRun({ source: script.source });
    await run.cycle();
    await run.cycle();

    expect(script.lists.map(({ resourceVersion }) => resourceVersion)).toEqual(['0', '10', '']);
    expect(run.host.clock.monotonic()).toBe(0);
    expect(run.store.names()).toEqual(['b']);
  });

  test('the watch begins at the version of the first page: what changed while pages were read is told by it', async () => {
    const script = new ScriptedSource({
      lists: [() => listAt('5', ['a'], 'more'), () => listAt('7', ['b'])],
      watches: [() => new Channel(event('DELETED', thing('a', '6')))],
    });
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();

    expect(script.order).toEqual(['list "0"', 'list ""', 'watch "5"']);
    expect(run.store.log).toEqual(['replace a,b @5', 'delete a']);
  });

  test('when the second page has expired, one list without pages at the original version takes its place · RE-21', async () => {
    const script = new ScriptedSource({
      lists: [
        () => listAt('10', ['a']),
        () => listAt('11', ['a', 'b'], 'more'),
        () => Promise.reject(new ExpiredError(Thing, '')),
        () => listAt('12', ['a', 'b', 'c']),
      ],
      watches: [() => new Channel(refusal(410, 'Expired'))],
    });
    await using run = new ReflectorRun({ source: script.source, pageSize: 2 });
    await run.cycle();
    await run.cycle();

    expect(script.lists.map(({ resourceVersion }) => resourceVersion)).toEqual(['0', '10', '', '10']);
    expect(script.lists.at(-1)).toEqual({ resourceVersion: '10', limit: 0 });
    expect(run.store.log.at(-1)).toBe('replace a,b,c @12');
  });

  const tooLarge = {
    'by its cause': {
      details: { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }] },
    },
    'by its message': { message: 'Too large resource version: 10, current: 4', details: { retryAfterSeconds: 1 } },
    'by the message of its cause': { details: { causes: [{ message: 'Too large resource version' }] } },
  } as const;
  for (const [how, status] of Object.entries(tooLarge)) {
    test(`a version that is too large, told ${how}, leads to a list without a version · RE-22`, async () => {
      const error = apiErrorFromStatus({
        apiVersion: 'v1',
        kind: 'Status',
        status: 'Failure',
        code: 504,
        reason: 'Timeout',
        ...status,
      });
      const script = new ScriptedSource({
        lists: [() => listAt('10'), () => Promise.reject(error), () => listAt('4', ['a'])],
        watches: [() => new Channel(refusal(410, 'Expired'))],
      });
      await using run = new ReflectorRun({ source: script.source });
      await run.cycle();
      await run.cycle();

      expect(script.lists.map(({ resourceVersion }) => resourceVersion)).toEqual(['0', '10', '']);
      expect(run.store.names()).toEqual(['a']);
    });
  }

  test('a timeout for another reason is no version that is too large · RE-22', async () => {
    const script = new ScriptedSource({
      lists: [() => listAt('10'), () => Promise.reject(new TimeoutError(Thing, ''))],
      watches: [() => new Channel(refusal(410, 'Expired'))],
    });
    await using run = new ReflectorRun({ source: script.source });
    await run.cycle();

    await expect(run.cycle()).rejects.toThrow(TimeoutError);
    expect(script.lists).toHaveLength(2);
  });

  test('a list that is older than what was asked for is not believed: the newest is asked for', async () => {
    const script = new ScriptedSource({
      lists: [() => listAt('10', ['a']), () => listAt('9', ['stale']), () => listAt('12', ['b'])],
      watches: [() => new Channel(refusal(410, 'Expired'))],
    });
    await using run = new ReflectorRun({ source: script.source });
    await run.cycle();
    await run.cycle();

    expect(script.lists.map(({ resourceVersion }) => resourceVersion)).toEqual(['0', '10', '']);
    expect(run.store.log).toEqual(['replace a @10', 'replace b @12']);
  });

  test('a storage read error as an event leads to a list, and what it does not hold leaves the store · RE-27', async () => {
    const script = new ScriptedSource({
      lists: [() => listAt('10', ['a', 'corrupt']), () => listAt('11', ['a'])],
      watches: [() => new Channel(refusal(500, 'StorageReadError')), () => new Channel()],
    });
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.pass(2000);

    expect(run.store.names()).toEqual(['a']);
    expect(script.lists).toHaveLength(2);
  });

  test('a watch that other refusals end is told and leads to a list at the last version', async () => {
    const script = new ScriptedSource({
      lists: [() => listAt('10'), () => listAt('13')],
      watches: [() => new Channel(event('ADDED', thing('a', '12')), refusal(409, 'Conflict')), () => new Channel()],
    });
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.pass(2000);

    expect(script.order).toEqual(['list "0"', 'watch "10"', 'list "12"', 'watch "13"']);
    expect(run.failures()[0]).toBeInstanceOf(ConflictError);
  });
});

describe('timeouts', () => {
  const cases = [
    [undefined, 300],
    [0, 300],
    [60_000, 300],
    [1_200_000, 1200],
  ] as const;
  for (const [minWatchTimeoutMs, shortest] of cases) {
    test(`a shortest watch of ${minWatchTimeoutMs} ms is asked to end between ${shortest} s and twice that · RE-24`, async () => {
      const asked: number[] = [];
      for (let seed = 0; seed < 50; seed += 1) {
        const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => new Channel()] });
        const host = new VirtualHost({ seed });
        const options = minWatchTimeoutMs === undefined ? {} : { minWatchTimeoutMs };
        await using run = new ReflectorRun({ host, source: script.source, ...options }).start();
        await run.host.settle();
        asked.push(script.watches[0]?.timeoutSeconds ?? 0);
      }

      expect(Math.min(...asked)).toBeGreaterThanOrEqual(shortest);
      expect(Math.max(...asked)).toBeLessThan(2 * shortest);
      expect(new Set(asked).size).toBeGreaterThan(25);
    });
  }

  test.each([
    [true, 700_000],
    [false, 0],
  ])(
    'with bookmarks: %s a watch asks for them or not, and one without is trusted until its time is over',
    async (bookmarks, cutAt) => {
      const marked = () => new Channel(bookmark('2'));
      const script = new ScriptedSource({
        lists: [() => listAt('1')],
        watches: [bookmarks ? marked : () => new Channel()],
      });
      const options = { source: script.source, minWatchTimeoutMs: 86_400_000, bookmarks };
      await using run = new ReflectorRun(options).start();
      await run.pass(700_000);

      expect(script.watches[0]?.allowWatchBookmarks).toBe(bookmarks);
      expect(script.watches.length > 1).toBe(cutAt > 0);
    },
  );
});

describe('what the objects are called', () => {
  const script = (): ScriptedSource => new ScriptedSource({});

  test('an explicit description goes first, then the kind, then nothing in particular · RE-23', () => {
    const { source } = script();
    expect(new ReflectorRun({ source, description: 'my things' }).reflector.typeDescription).toBe('my things');
    expect(new ReflectorRun({ source }).reflector.typeDescription).toBe('example.com/v1, Kind=Thing');
    expect(new ReflectorRun({ source: { ...source, kind: undefined } }).reflector.typeDescription).toBe(
      '<unspecified>',
    );
  });

  test('without a kind any object is taken · RE-23', async () => {
    const watch = new Channel(
      event('ADDED', { apiVersion: 'a/v1', kind: 'B', metadata: { name: 'x', resourceVersion: '2' } }),
    );
    const { source } = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => watch] });
    await using run = new ReflectorRun({ source: { ...source, kind: undefined } }).start();
    await run.host.settle();

    expect(run.store.names()).toEqual(['x']);
  });
});

describe('tables', () => {
  const table = (version: string) => ({
    apiVersion: `meta.k8s.io/${version}`,
    kind: 'Table',
    metadata: { resourceVersion: '5' },
    items: [],
    rows: [],
  });
  for (const version of ['v1', 'v1beta1']) {
    test(`a ${version} Table in place of a list is refused, with and without an expected kind · RE-29`, async () => {
      for (const kind of [Thing, undefined]) {
        const { source } = new ScriptedSource({ lists: [() => table(version)], watches: [() => new Channel()] });
        await using run = new ReflectorRun({ source: { ...source, kind } });

        await expect(run.cycle()).rejects.toMatchObject({ code: 'REEVE_UNEXPECTED_OBJECT' });
        expect(run.store.log).toEqual([]);
      }
    });

    test(`a ${version} Table in a watch is passed over · RE-29`, async () => {
      const watch = new Channel(event('ADDED', table(version)), event('ADDED', thing('a', '6')));
      const { source } = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => watch] });
      await using run = new ReflectorRun({ source: { ...source, kind: undefined } }).start();
      await run.host.settle();

      expect(run.store.names()).toEqual(['a']);
      expect(run.of('skipped')).toHaveLength(1);
    });
  }

  test("somebody's own kind Table is an object like any other · RE-29", async () => {
    const own = {
      apiVersion: 'furniture.example.com/v1',
      kind: 'Table',
      metadata: { name: 'oak', resourceVersion: '6' },
    };
    const watch = new Channel(event('ADDED', own));
    const { source } = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => watch] });
    await using run = new ReflectorRun({ source: { ...source, kind: undefined } }).start();
    await run.host.settle();

    expect(run.store.names()).toEqual(['oak']);
  });
});

async function* once(text: string, signal: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.from(text);
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
