import { NotFoundError, TaskScope, VirtualHost, inScope, isNotFound } from '@reeve/machinery';
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';

describe('TaskScope', () => {
  test('leaving the block waits for the tasks, and for those that they start', async () => {
    const host = new VirtualHost();
    const log: string[] = [];
    const program = async (): Promise<void> => {
      await using scope = new TaskScope();
      scope.run(async () => {
        await host.sleep(10);
        scope.run(async () => {
          await host.sleep(10);
          log.push('grandchild');
        });
        log.push('child');
      });
      log.push('body');
    };
    await host.run(program);
    expect(log).toEqual(['body', 'child', 'grandchild']);
    expect(host.clock.monotonic()).toBe(20);
  });

  test('the first failure aborts the siblings and comes out of the scope', async () => {
    const host = new VirtualHost();
    const broken = new Error('broken');
    const reasons: unknown[] = [];
    const program = async (): Promise<void> => {
      const scope = new TaskScope();
      scope.run(async (signal) => {
        await host.sleep(60_000, signal).finally(() => reasons.push(signal.reason));
      });
      scope.run(async () => {
        await host.sleep(10);
        throw broken;
      });
      expect(scope.size).toBe(2);
      await scope.join();
    };
    await expect(host.run(program)).rejects.toBe(broken);
    expect(reasons).toEqual([broken]);
    expect([host.clock.monotonic(), host.clock.pendingTimers]).toEqual([10, 0]);
  });

  test('a failure on the way down is not lost: both come out, and guards see the first', async () => {
    const host = new VirtualHost();
    const scope = new TaskScope();
    const first = new NotFoundError('Website', 'default/blog');
    scope.run((signal) => host.sleep(1000, signal).catch(() => Promise.reject(new Error('no clean-up'))));
    scope.run(() => Promise.reject(first));
    const failure = await host.run(() => scope.join()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ errors: [first, { message: 'no clean-up' }] });
    expect(isNotFound(failure)).toBe(true);
  });

  test('a task that fails at once, or throws nothing in particular, is heard as well', async () => {
    const scope = new TaskScope();
    scope.run(() => {
      throw new Error('at once');
    });
    await expect(scope.join()).rejects.toThrow('at once');
    const other = new TaskScope();
    other.run(() => Promise.reject());
    expect(
      await other.join().then(
        () => 'resolved',
        () => 'rejected',
      ),
    ).toBe('rejected');
  });

  test('a failure is heard once: leaving the block after a failed join does not throw again', async () => {
    const heard: unknown[] = [];
    {
      await using scope = new TaskScope();
      scope.run(() => Promise.reject(new Error('broken')));
      await scope.join().catch((error: unknown) => heard.push(error));
    }
    expect(heard).toMatchObject([{ message: 'broken' }]);
  });

  test('an abort ends the tasks and is no failure, from the parent or by hand', async () => {
    for (const by of ['parent', 'hand']) {
      const host = new VirtualHost();
      const parent = new AbortController();
      const scope = new TaskScope(parent.signal);
      scope.run((signal) => host.sleep(1000, signal));
      scope.run((signal) => host.sleep(1000, signal).catch((cause) => Promise.reject(new Error('x', { cause }))));
      if (by === 'parent') parent.abort(new Error('stop'));
      else scope.abort();
      await scope.join();
      expect([scope.signal.aborted, host.clock.pendingTimers]).toEqual([true, 0]);
      expect(getEventListeners(parent.signal, 'abort')).toEqual([]);
    }
  });

  test('starts nothing after an abort, and refuses tasks once it is closed', async () => {
    const scope = new TaskScope(AbortSignal.abort());
    scope.run(() => expect.unreachable());
    expect(scope.size).toBe(0);
    await scope.join();
    expect(() => scope.run(() => {})).toThrow(expect.objectContaining({ code: 'REEVE_SCOPE_CLOSED' }));
  });
});

describe('inScope', () => {
  test('gives back the result of the body after all tasks have ended', async () => {
    const host = new VirtualHost();
    let ended = false;
    const body = async (scope: TaskScope): Promise<string> => {
      scope.run(() => host.sleep(50).then(() => (ended = true)));
      return 'result';
    };
    expect(await host.run(() => inScope(body))).toBe('result');
    expect(ended).toBe(true);
  });

  test('a failing body aborts the tasks before it comes out', async () => {
    const host = new VirtualHost();
    let reason: unknown;
    const body = async (scope: TaskScope): Promise<void> => {
      scope.run((signal) => host.sleep(1000, signal).finally(() => (reason = signal.reason)));
      throw new Error('body failed');
    };
    await expect(host.run(() => inScope(body))).rejects.toThrow('body failed');
    expect(reason).toMatchObject({ message: 'body failed' });
    expect(host.clock.monotonic()).toBe(0);
  });

  test('a failing task aborts the body', async () => {
    const host = new VirtualHost();
    const body = async (scope: TaskScope): Promise<void> => {
      scope.run(() => Promise.reject(new Error('task failed')));
      await host.sleep(1000, scope.signal);
    };
    await expect(host.run(() => inScope(body))).rejects.toThrow('task failed');
    expect(host.clock.monotonic()).toBe(0);
  });

  test('rejects with the reason when an abort keeps the body from its result', async () => {
    const host = new VirtualHost();
    const parent = new AbortController();
    const running = host.run(() => inScope((scope) => host.sleep(1000, scope.signal), parent.signal));
    parent.abort(new Error('stop'));
    await expect(running).rejects.toThrow('stop');
    await expect(inScope(async () => 1, parent.signal)).rejects.toThrow('stop');
  });
});
