import { expect, test } from 'vitest';
import { VirtualHost } from '@reeve/machinery';
import { leaseFence, openFence } from '@reeve/runtime';

test('a write starts only if the lease outlasts the time it may take', async () => {
  const host = new VirtualHost();
  const until = host.clock.monotonic() + 10_000;
  const fence = leaseFence(host.clock, () => until, 3000);
  await host.run(async () => {
    await host.sleep(6999);
    expect(() => fence.check()).not.toThrow();
    await host.sleep(2);
    expect(() => fence.check()).toThrow(expect.objectContaining({ code: 'REEVE_FENCED' }));
  });
});

test('one who does not lead writes nothing, one who is alone everything', () => {
  const host = new VirtualHost();
  expect(() => leaseFence(host.clock, () => -Infinity, 0).check()).toThrow(/another may lead/);
  expect(() => openFence.check()).not.toThrow();
});
