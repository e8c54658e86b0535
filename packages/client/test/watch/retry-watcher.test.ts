import {
  ExpiredError,
  ForbiddenError,
  InternalError,
  TimeoutError,
  UnauthorizedError,
  UnknownApiError,
  VirtualHost,
  apiErrorFromStatus,
} from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { ConfigMap } from '@reeve/kinds/core/v1';
import {
  RetryWatcher,
  UnreadableAnswerError,
  type RetryWatcherOptions,
  type StreamEvent,
  type WatchAttempt,
} from '@reeve/client';
import { describe, expect, test } from 'vitest';
import { inVirtualWorld } from '../virtual-server.ts';

const event = (version: string, type: StreamEvent<KubeObject>['type'] = 'ADDED'): StreamEvent<KubeObject> => ({
  type,
  object: { metadata: { name: `v${version}`, resourceVersion: version } },
});

/** One connection: what it yields, and what it ends with. */
interface Attempt {
  readonly openError?: Error;
  readonly events?: readonly StreamEvent<KubeObject>[];
  readonly error?: Error;
  readonly isMissing?: boolean;
}

/** Plays the attempts one after the other; after the last one the watch is aborted. */
async function play(attempts: readonly Attempt[], options: Partial<RetryWatcherOptions<KubeObject>> = {}) {
  const host = new VirtualHost({ seed: 1 });
  const abort = new AbortController();
  const seen: string[] = [];
  const from: string[] = [];
  const startedAt: number[] = [];
  const watcher = new RetryWatcher<KubeObject>({
    host,
    signal: abort.signal,
    resourceVersion: '10',
    watch: ({ resourceVersion }) => {
      from.push(resourceVersion);
      startedAt.push(host.clock.monotonic());
      const attempt = attempts[from.length - 1];
      if (attempt === undefined) abort.abort();
      return attempt?.isMissing ? undefined : streamOf(attempt ?? {});
    },
    ...options,
  });
  const failure = await host.run(async () => {
    try {
      for await (const { object } of watcher) seen.push(object.metadata.name ?? '');
      return undefined;
    } catch (error) {
      return error;
    }
  });
  return {
    seen,
    from,
    startedAt: startedAt.map((at) => at - (startedAt[0] ?? 0)),
    failure,
    version: watcher.resourceVersion,
  };
}

function streamOf({ openError, events = [], error }: Attempt): WatchAttempt<KubeObject> {
  return {
    open: () => (openError ? Promise.reject(openError) : Promise.resolve()),
    async *[Symbol.asyncIterator]() {
      yield* events;
      if (error) throw error;
    },
  };
}

describe('a watch that tries again', () => {
  test.each(['', '0'])('refuses to begin at the version "%s" · RW-1', (resourceVersion) => {
    const watch = () => undefined;
    expect(() => new RetryWatcher({ watch, resourceVersion })).toThrow(
      expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }),
    );
  });

  test('tries again after an error while opening, and when there is no stream · RW-2', async () => {
    const { seen, failure } = await play([
      { openError: new Error('refused') },
      { isMissing: true },
      { events: [event('11')] },
    ]);
    expect(failure).toBeUndefined();
    expect(seen).toEqual(['v11']);
  });

  test('tries again when opening is refused with 410 · RW-3', async () => {
    const { seen, failure } = await play([{ openError: new ExpiredError('ConfigMap') }, { events: [event('11')] }]);
    expect(failure).toBeUndefined();
    expect(seen).toEqual(['v11']);
  });

  test.each([
    ['410', new ExpiredError('ConfigMap')],
    ['401', new UnauthorizedError('ConfigMap')],
    ['403', new ForbiddenError('ConfigMap')],
  ])('ends with an ERROR event of %s · RW-4', async (_code, error) => {
    const { seen, failure, from } = await play([{ events: [event('11')], error }, { events: [event('12')] }]);
    expect(failure).toBe(error);
    expect(seen).toEqual(['v11']);
    expect(from).toHaveLength(1);
  });

  test('ends when opening is forbidden', async () => {
    const error = new ForbiddenError('ConfigMap');
    expect((await play([{ openError: error }])).failure).toBe(error);
  });

  test.each([
    ['a timeout', new TimeoutError('ConfigMap')],
    ['an internal error', new InternalError('ConfigMap')],
    ['an unknown code', new UnknownApiError('ConfigMap', '', { status: { code: 599 } })],
    ['an unknown object', new UnreadableAnswerError({}, 'it carries no Status', new Uint8Array())],
  ])('goes on after an ERROR event for %s · RW-5', async (_what, error) => {
    const { seen, failure } = await play([{ events: [event('11')], error }, { events: [event('12')] }]);
    expect(failure).toBeUndefined();
    expect(seen).toEqual(['v11', 'v12']);
  });

  test('waits as long as the server asks', async () => {
    const status = { status: 'Failure', reason: 'InternalError', code: 500, details: { retryAfterSeconds: 7 } };
    const { startedAt } = await play([{ error: apiErrorFromStatus(status) }, {}]);
    expect(startedAt.slice(0, 2)).toEqual([0, 7000]);
  });

  test('delivers each event once however often its connection closes, a second apart · RW-6', async () => {
    const attempts = Array.from({ length: 20 }, (_, at) => ({ events: [event(String(11 + at))] }));
    const { seen, from, startedAt } = await play(attempts);
    expect(seen).toEqual(attempts.map((_, at) => `v${11 + at}`));
    expect(from).toEqual(Array.from({ length: 21 }, (_, at) => String(10 + at)));
    expect(startedAt).toEqual(Array.from({ length: 21 }, (_, at) => at * 1000));
  });

  test('leaves out what is not newer than what it has seen · RW-7', async () => {
    const { seen } = await play([
      { events: [event('9'), event('10'), event('12'), event('11'), event('12'), event('100')] },
    ]);
    expect(seen).toEqual(['v12', 'v100']);
  });

  test('keeps bookmarks to itself and comes back from them', async () => {
    const { seen, from, version } = await play([{ events: [event('11'), event('50', 'BOOKMARK')] }, {}]);
    expect(seen).toEqual(['v11']);
    expect(from.slice(0, 2)).toEqual(['10', '50']);
    expect(version).toBe('50');
  });

  test('ends at an object without a version, as events could be lost after it', async () => {
    const nameless = { type: 'ADDED', object: { metadata: { name: 'x' } } } as const;
    expect((await play([{ events: [nameless] }])).failure).toMatchObject({ code: 'REEVE_UNREADABLE_ANSWER' });
  });

  test('ends when it is stopped, although events are pending that nobody reads · RW-8', async () => {
    await inVirtualWorld(async ({ client, host }) => {
      const { metadata } = await client.list(ConfigMap);
      for (const name of ['a', 'b', 'c']) await client.create(ConfigMap, { metadata: { name, namespace: 'default' } });
      const abort = new AbortController();
      const watcher = new RetryWatcher({
        host,
        signal: abort.signal,
        resourceVersion: metadata.resourceVersion ?? '',
        watch: (from) => client.watch(ConfigMap, from),
      });
      const events = watcher[Symbol.asyncIterator]();
      expect((await events.next()).value?.object.metadata.name).toBe('a');
      abort.abort();
      expect(await events.return()).toEqual({ done: true, value: undefined });
    });
  });

  test('survives a server that cuts every connection, and misses nothing · RW-6', async () => {
    await inVirtualWorld(async ({ client, host, server }) => {
      const { metadata } = await client.list(ConfigMap);
      const names = Array.from({ length: 10 }, (_, at) => `cut-${at}`);
      for (const name of names) await client.create(ConfigMap, { metadata: { name, namespace: 'default' } });
      server.faults.add({ verbs: ['watch'], effect: { type: 'cut', afterBytes: 400 } });
      const watcher = new RetryWatcher({
        host,
        resourceVersion: metadata.resourceVersion ?? '',
        watch: (from) => client.watch(ConfigMap, from),
      });
      const seen: string[] = [];
      for await (const { object } of watcher) {
        seen.push(object.metadata.name ?? '');
        if (seen.length === names.length) break;
      }
      expect(seen).toEqual(names);
    });
  });
});
