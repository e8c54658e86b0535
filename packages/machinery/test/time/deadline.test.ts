import { VirtualHost, deadlineSignal, deriveAbort, orAbort, withTimeout } from '@reeve/machinery';
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

describe('deadlineSignal', () => {
  test('aborts on time with a DeadlineError that names what was waited for', async () => {
    const host = new VirtualHost();
    using deadline = deadlineSignal(host, 1500, { waitingFor: 'the webhook' });
    await host.clock.advance(1499);
    expect(deadline.signal.aborted).toBe(false);
    await host.clock.advance(1);
    expect(deadline.signal.reason).toMatchObject({
      code: 'REEVE_DEADLINE',
      timeoutMs: 1500,
      message: expect.stringContaining('waited 1.5 s for the webhook'),
    });
  });

  test('aborts with its parent and its parent’s reason', () => {
    const host = new VirtualHost();
    const parent = new AbortController();
    using deadline = deadlineSignal(host, 1000, { signal: parent.signal });
    parent.abort(new Error('stop'));
    expect(deadline.signal.reason).toBe(parent.signal.reason);
    using late = deadlineSignal(host, 1000, { signal: parent.signal });
    expect(late.signal.reason).toBe(parent.signal.reason);
  });

  test('disposing of it takes away its timer and its listener, and it does not abort any more', async () => {
    const host = new VirtualHost();
    const parent = new AbortController();
    const deadline = deadlineSignal(host, 1000, { signal: parent.signal });
    expect([host.clock.pendingTimers, listeners(parent.signal)]).toEqual([1, 1]);
    deadline[Symbol.dispose]();
    expect([host.clock.pendingTimers, listeners(parent.signal)]).toEqual([0, 0]);
    parent.abort();
    expect(deadline.signal.aborted).toBe(false);
  });

  test('tells those who listen to it directly, each once, and nobody who has left', async () => {
    const host = new VirtualHost();
    using deadline = deadlineSignal(host, 1000);
    const heard: unknown[] = [];
    const listening = (name: string) => ({ handleEvent: () => void heard.push(name) });
    const [first, second, gone] = [listening('first'), listening('second'), listening('gone')];
    for (const listener of [first, gone, second, first]) deadline.addEventListener('abort', listener);
    deadline.removeEventListener('abort', gone);
    await host.clock.advance(5000);
    expect(heard).toEqual(['first', 'second']);
    expect([deadline.aborted, deadline.reason]).toEqual([true, deadline.signal.reason]);
  });

  test('tells all who listened when it happened, whoever leaves meanwhile', () => {
    const parent = new AbortController();
    using deadline = deadlineSignal(new VirtualHost(), 1000, { signal: parent.signal });
    const heard: string[] = [];
    const second = { handleEvent: () => void heard.push('second') };
    const first = {
      handleEvent: () => {
        heard.push('first');
        deadline.removeEventListener('abort', first);
      },
    };
    deadline.addEventListener('abort', first);
    deadline.addEventListener('abort', second);
    parent.abort();
    expect(heard).toEqual(['first', 'second']);
  });

  test('a signal that is asked for afterwards says what has happened', async () => {
    const host = new VirtualHost();
    using deadline = deadlineSignal(host, 1000, { waitingFor: 'the webhook' });
    await host.clock.advance(1000);
    expect(deadline.signal.aborted).toBe(true);
    expect(deadline.signal.reason).toBe(deadline.reason);
    expect(deadline.signal).toBe(deadline.signal);
  });

  test('in the background it keeps no virtual world busy', async () => {
    const host = new VirtualHost();
    using deadline = deadlineSignal(host, 1000, { background: true });
    expect(await host.runUntilQuiet()).toEqual({ steps: 0, elapsedMs: 0 });
    expect(deadline.signal.aborted).toBe(false);
  });
});

describe('withTimeout', () => {
  test('gives back what is ready in time, and nothing stays behind', async () => {
    const host = new VirtualHost();
    const parent = new AbortController();
    const work = async (signal: AbortSignal): Promise<string> => {
      await host.sleep(999, signal);
      return 'ready';
    };
    expect(await host.run(() => withTimeout(host, 1000, work, { signal: parent.signal }))).toBe('ready');
    expect([host.clock.monotonic(), host.clock.pendingTimers, listeners(parent.signal)]).toEqual([999, 0, 0]);
  });

  test('work that takes too long hears of it and the caller gets the DeadlineError', async () => {
    const host = new VirtualHost();
    let heard: unknown;
    const work = async (signal: AbortSignal): Promise<void> => {
      await host.sleep(5000, signal).catch((error: unknown) => (heard = error));
      throw new Error('tidied up');
    };
    await expect(host.run(() => withTimeout(host, 1000, work))).rejects.toMatchObject({ code: 'REEVE_DEADLINE' });
    expect(heard).toMatchObject({ code: 'REEVE_DEADLINE' });
    expect(host.clock.pendingTimers).toBe(0);
  });

  test('a promise that does not listen is left behind, and its late failure upsets nobody', async () => {
    const host = new VirtualHost();
    const late = host.sleep(2000).then(() => Promise.reject(new Error('too late')));
    await expect(host.run(() => withTimeout(host, 1000, late))).rejects.toMatchObject({ code: 'REEVE_DEADLINE' });
    await host.runUntilQuiet();
    expect(host.clock.monotonic()).toBe(2000);
  });

  test('errors of the work and aborts of the parent come out as they are', async () => {
    const host = new VirtualHost();
    const broken = new Error('broken');
    await expect(withTimeout(host, 1000, () => Promise.reject(broken))).rejects.toBe(broken);
    const reason = new Error('stop');
    const never = new Promise<void>(() => {});
    await expect(withTimeout(host, 1000, never, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(host.clock.pendingTimers).toBe(0);
  });
});

describe('deriveAbort', () => {
  test('can come earlier than its parent, and then leaves the parent alone', () => {
    const parent = new AbortController();
    using derived = deriveAbort(parent.signal);
    derived.abort(new Error('mine'));
    expect([derived.signal.aborted, parent.signal.aborted]).toEqual([true, false]);
  });

  test('works without a parent', () => {
    using derived = deriveAbort();
    derived.abort('why');
    expect(derived.signal.reason).toBe('why');
  });
});

test('orAbort leaves no listener behind, whatever comes first', async () => {
  const controller = new AbortController();
  expect(await orAbort(Promise.resolve(1), controller.signal)).toBe(1);
  await expect(orAbort(Promise.reject(new Error('x')), controller.signal)).rejects.toThrow('x');
  expect(listeners(controller.signal)).toBe(0);
  const waiting = orAbort(new Promise(() => {}), controller.signal);
  controller.abort(new Error('stop'));
  await expect(waiting).rejects.toThrow('stop');
  expect(listeners(controller.signal)).toBe(0);
});
