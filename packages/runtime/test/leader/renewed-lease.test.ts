import { expect, test } from 'vitest';
import { Election } from './election.ts';

test('a Lease that is renewed keeps the time at which it was acquired', async () => {
  await using election = await Election.start();
  const one = election.candidate('one');
  await election.run(async () => {
    const stop = new AbortController();
    const running = one.run(stop.signal);
    await election.pass(100);
    const { acquireTime } = await election.spec();
    await election.pass(30_000);
    const renewed = await election.spec();
    expect(renewed.acquireTime).toBe(acquireTime);
    expect(renewed.renewTime).not.toBe(acquireTime);
    stop.abort();
    await running;
  });
});
