import {
  ConflictError,
  NotFoundError,
  VirtualHost,
  defaultBackoff,
  defaultRetry,
  isAbort,
  retry,
  retryOnConflict,
} from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

const conflict = (attempt: number): ConflictError => new ConflictError('Website', `default/try-${attempt}`);

describe('retryOnConflict', () => {
  test('tries again until the conflict is over, and gives back the result', async () => {
    const host = new VirtualHost();
    const attempts: number[] = [];
    const work = async (attempt: number): Promise<string> => {
      attempts.push(attempt);
      if (attempt < 3) throw conflict(attempt);
      return 'written';
    };
    expect(await host.run(() => retryOnConflict(host, work))).toBe('written');
    expect(attempts).toEqual([1, 2, 3]);
  });

  test.each([
    ['defaultRetry', defaultRetry, [10, 10, 10, 10]],
    ['defaultBackoff', defaultBackoff, [10, 50, 250]],
  ])('%s gives up with the last conflict itself · RT-1', async (_, backoff, pauses) => {
    const host = new VirtualHost();
    const startedAt: number[] = [];
    const work = async (attempt: number): Promise<void> => {
      startedAt.push(host.clock.monotonic());
      throw conflict(attempt);
    };
    await expect(host.run(() => retryOnConflict(host, work, { backoff }))).rejects.toMatchObject({
      code: 'REEVE_CONFLICT',
      key: `default/try-${pauses.length + 1}`,
    });
    expect(startedAt).toHaveLength(pauses.length + 1);
    for (const [at, pause] of pauses.entries()) {
      const waited = (startedAt[at + 1] ?? 0) - (startedAt[at] ?? 0);
      expect(waited).toBeGreaterThanOrEqual(pause);
      expect(waited).toBeLessThan(pause * 1.1);
    }
  });

  test('another error ends the tries at once · RT-2', async () => {
    const host = new VirtualHost();
    const gone = new NotFoundError('Website', 'default/blog');
    let attempts = 0;
    const work = async (attempt: number): Promise<void> => {
      attempts = attempt;
      throw attempt === 1 ? conflict(1) : gone;
    };
    await expect(host.run(() => retryOnConflict(host, work))).rejects.toBe(gone);
    expect(attempts).toBe(2);
  });

  test('an abort during a pause comes out as itself, at once · RT-3', async () => {
    const host = new VirtualHost();
    const controller = new AbortController();
    const work = async (): Promise<void> => {
      host.clock.setTimer(5, () => controller.abort(new Error('shutting down')));
      throw conflict(1);
    };
    await expect(host.run(() => retryOnConflict(host, work, { signal: controller.signal }))).rejects.toThrow(
      'shutting down',
    );
    expect([host.clock.monotonic(), host.clock.pendingTimers]).toEqual([5, 0]);
  });

  test('an abort inside the work comes out as itself, also after conflicts · RT-3', async () => {
    const host = new VirtualHost();
    const aborted = new Error('the request was aborted', { cause: AbortSignal.abort().reason });
    const working = host.run(() =>
      retryOnConflict(host, (attempt) => Promise.reject(attempt === 1 ? conflict(1) : aborted)),
    );
    await expect(working).rejects.toBe(aborted);
    expect(isAbort(aborted)).toBe(true);
  });

  test('with a signal that has aborted nothing is tried', async () => {
    const host = new VirtualHost();
    const signal = AbortSignal.abort(new Error('late'));
    await expect(retryOnConflict(host, () => expect.unreachable(), { signal })).rejects.toThrow('late');
  });
});

describe('retry', () => {
  test('asks which errors to try again after', async () => {
    const host = new VirtualHost();
    const attempts: number[] = [];
    const work = (attempt: number): string => {
      if (attempts.push(attempt) < 4) throw new RangeError('busy');
      return `done in ${attempt}`;
    };
    expect(await host.run(() => retry(host, work, { retryable: (error) => error instanceof RangeError }))).toBe(
      'done in 4',
    );
  });

  test('a back-off that reaches its cap ends the tries, without a last idle pause', async () => {
    const host = new VirtualHost();
    let attempts = 0;
    const work = (): void => {
      attempts += 1;
      throw new Error('busy');
    };
    const backoff = { steps: 10, durationMs: 100, factor: 10, capMs: 500 };
    await expect(host.run(() => retry(host, work, { retryable: () => true, backoff }))).rejects.toThrow('busy');
    expect([attempts, host.clock.monotonic()]).toEqual([1, 0]);
  });
});
