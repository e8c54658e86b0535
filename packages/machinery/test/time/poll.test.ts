import { VirtualHost, poll } from '@reeve/machinery';
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';

/** A condition that notes when it is asked, takes its time, and answers at the given ask. */
const asked = (host: VirtualHost, answerAt: number, takesMs = 0) => {
  const times: number[] = [];
  const condition = async (): Promise<string | false> => {
    times.push(host.clock.monotonic());
    if (takesMs > 0) await host.sleep(takesMs);
    return times.length >= answerAt && `asked ${times.length} times`;
  };
  return { times, condition };
};

describe('poll', () => {
  test('asks at once and then every interval, and resolves with the first answer', async () => {
    const host = new VirtualHost();
    const { times, condition } = asked(host, 3);
    expect(await host.run(() => poll(host, condition, { intervalMs: 100 }))).toBe('asked 3 times');
    expect(times).toEqual([0, 100, 200]);
    expect(host.clock.pendingTimers).toBe(0);
  });

  test('waits an interval first when told so', async () => {
    const host = new VirtualHost();
    const { times, condition } = asked(host, 2);
    await host.run(() => poll(host, condition, { intervalMs: 100, immediate: false }));
    expect(times).toEqual([100, 200]);
  });

  test.each([
    ['asking', false, [0, 100, 200]],
    ['the answer', true, [0, 130, 260]],
  ])('counts the interval from %s', async (_, sliding, expected) => {
    const host = new VirtualHost();
    const { times, condition } = asked(host, 3, 30);
    await host.run(() => poll(host, condition, { intervalMs: 100, sliding }));
    expect(times).toEqual(expected);
  });

  test('a condition that takes longer than the interval is asked again at once, never twice at a time', async () => {
    const host = new VirtualHost();
    const { times, condition } = asked(host, 3, 250);
    await host.run(() => poll(host, condition, { intervalMs: 100 }));
    expect(times).toEqual([0, 250, 500]);
  });

  test.each([0, '', null, [], true])('%o is an answer', async (answer) => {
    const host = new VirtualHost();
    expect(await poll(host, () => answer, { intervalMs: 1 })).toBe(answer);
  });

  test('gives up after its timeout, saying for what it waited', async () => {
    const host = new VirtualHost();
    const { times, condition } = asked(host, Infinity);
    const options = { intervalMs: 100, timeoutMs: 250, waitingFor: 'the lease' };
    await expect(host.run(() => poll(host, condition, options))).rejects.toMatchObject({
      code: 'REEVE_DEADLINE',
      message: expect.stringContaining('waited 250 ms for the lease'),
    });
    expect([times, host.clock.monotonic()]).toEqual([[0, 100, 200], 250]);
  });

  test('an abort ends it at once with its reason, and leaves neither timer nor listener', async () => {
    const host = new VirtualHost();
    const controller = new AbortController();
    const { condition } = asked(host, Infinity);
    host.clock.setTimer(250, () => controller.abort(new Error('enough')));
    const polling = host.run(() => poll(host, condition, { intervalMs: 100, signal: controller.signal }));
    await expect(polling).rejects.toThrow('enough');
    expect([host.clock.monotonic(), host.clock.pendingTimers]).toEqual([250, 0]);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('asks once even if the signal has aborted before, if it is to ask at once', async () => {
    const host = new VirtualHost();
    const signal = AbortSignal.abort(new Error('late'));
    expect(await poll(host, asked(host, 1).condition, { intervalMs: 100, signal })).toBe('asked 1 times');
    const { times, condition } = asked(host, 2);
    await expect(poll(host, condition, { intervalMs: 100, signal })).rejects.toThrow('late');
    expect(times).toEqual([0]);
    const waiting = asked(host, 1);
    await expect(poll(host, waiting.condition, { intervalMs: 100, signal, immediate: false })).rejects.toThrow('late');
    expect(waiting.times).toEqual([]);
  });

  test('what the condition throws ends it', async () => {
    const host = new VirtualHost();
    const polling = poll(host, () => Promise.reject(new Error('no such lease')), { intervalMs: 100 });
    await expect(polling).rejects.toThrow('no such lease');
    expect(host.clock.pendingTimers).toBe(0);
  });

  test('the condition hears of the timeout by its signal', async () => {
    const host = new VirtualHost();
    const condition = (signal: AbortSignal): Promise<boolean> => host.sleep(1000, signal).then(() => true);
    await expect(host.run(() => poll(host, condition, { intervalMs: 100, timeoutMs: 400 }))).rejects.toMatchObject({
      code: 'REEVE_DEADLINE',
    });
    expect(host.clock.monotonic()).toBe(400);
  });
});
