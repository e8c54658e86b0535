import { DeadlineError, TimeoutError, isAbort, isInterrupted } from '@reeve/machinery';
import { getEventListeners, once } from 'node:events';
import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';

describe('isAbort', () => {
  test('knows the errors of an aborted signal, of Node and of the web', async () => {
    const signal = AbortSignal.abort();
    const fromNode = await once(new EventEmitter(), 'never', { signal }).catch((error: unknown) => error);
    expect([isAbort(signal.reason), isAbort(fromNode), isAbort(new Error('x', { cause: fromNode }))]).toEqual([
      true,
      true,
      true,
    ]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('a reason of its own is an abort only together with its signal, once that has aborted', () => {
    const controller = new AbortController();
    const reason = new Error('lease lost');
    expect([isAbort(reason), isAbort(reason, controller.signal)]).toEqual([false, false]);
    controller.abort(reason);
    expect([isAbort(reason), isAbort(reason, controller.signal)]).toEqual([false, true]);
    expect(isAbort(new Error('other'), controller.signal)).toBe(false);
  });
});

describe('isInterrupted', () => {
  test.each([
    ['an abort', AbortSignal.abort().reason, true],
    ['a deadline', new DeadlineError(1000), true],
    ['a wrapped deadline', new Error('x', { cause: new DeadlineError(1000) }), true],
    ['the reason of AbortSignal.timeout()', new DOMException('late', 'TimeoutError'), true],
    ['a timeout that a server reports', new TimeoutError('Pod', 'a'), false],
    ['any other error', new Error('timed out'), false],
    ['nothing', undefined, false],
  ])('%s: %o', (_, error, expected) => {
    expect(isInterrupted(error)).toBe(expected);
  });
});

test('a deadline says what was waited for, how long, and what to do', () => {
  expect(new DeadlineError(30_000, 'the cache of Pods to sync')).toMatchObject({
    code: 'REEVE_DEADLINE',
    timeoutMs: 30_000,
    message: 'waited 30 s for the cache of Pods to sync in vain: allow more time, or look into what holds it up',
  });
});
