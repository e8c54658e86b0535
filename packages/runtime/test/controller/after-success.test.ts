import { expect, test } from 'vitest';
import { VirtualHost } from '@reeve/machinery';
import { Controller, requestOf } from '@reeve/runtime';

test('a run that succeeds ends the count of failures: the next one is a first attempt', async () => {
  const host = new VirtualHost({ seed: 1 });
  const attempts: number[] = [];
  const controller = new Controller({
    name: 'site',
    host,
    reconcile: ({ attempt }) => {
      attempts.push(attempt);
      if (attempts.length < 3) throw new Error('not yet');
    },
  });
  await host.run(async () => {
    const stop = new AbortController();
    const running = controller.run(stop.signal);
    await host.sleep(1);
    controller.enqueue(requestOf('default', 'blog'));
    await host.sleep(1000);
    controller.enqueue(requestOf('default', 'blog'));
    await host.sleep(1000);
    stop.abort();
    await running;
  });
  expect(attempts).toEqual([1, 2, 3, 1]);
});
