import { describe, expect, test } from 'vitest';
import { Lease, LeaseLock } from '@reeve/runtime';
import { Election, place } from './election.ts';

const record = { holder: 'one', leaseDurationSeconds: 15, acquireTime: 0, renewTime: 0, transitions: 0 };
const never = new AbortController().signal;

describe('the lock on a Lease', () => {
  test('passes errors through · LE-20', async () => {
    await using election = await Election.start();
    const { lock } = election.candidate('one');
    await expect(lock.get(never)).rejects.toMatchObject({ code: 'REEVE_NOT_FOUND' });
    await lock.create(record, never);
    await expect(lock.create(record, never)).rejects.toMatchObject({ code: 'REEVE_ALREADY_EXISTS' });
    election.server.faults.add({ verbs: ['update'], resources: ['leases'], effect: { type: 'status', code: 409 } });
    await expect(lock.update(record, never)).rejects.toMatchObject({ code: 'REEVE_CONFLICT' });
  });

  test('is not written before it was read · LE-20', async () => {
    await using election = await Election.start();
    await expect(election.candidate('one').lock.update(record, never)).rejects.toThrow(
      /default\/estate is written before it was read/,
    );
  });

  test('keeps labels that are there, and adds its own · LE-20', async () => {
    await using election = await Election.start();
    await election.client.create(Lease, { metadata: { ...place, labels: { theirs: 'a', both: 'b' } } });
    const { lock } = election.candidate('one', {}, { ours: 'c', both: 'd' });
    await lock.get(never);
    await lock.update(record, never);
    expect((await election.client.get(Lease, place)).metadata.labels).toEqual({ theirs: 'a', both: 'd', ours: 'c' });
  });

  test('does without labels on either side · LE-20', async () => {
    await using election = await Election.start();
    const { lock } = election.candidate('one');
    await lock.create(record, never);
    await lock.update(record, never);
    expect((await election.client.get(Lease, place)).metadata.labels ?? {}).toEqual({});
  });

  test('says which Lease it is, and what people should know · LE-20', async () => {
    await using election = await Election.start();
    const { lock, events } = election.candidate('one');
    expect(lock.description).toBe('default/estate');
    lock.recordEvent('became leader');
    expect(events).toEqual(['one became leader']);
  });

  test('does without anybody to tell · LE-20', async () => {
    await using election = await Election.start();
    const lock = new LeaseLock({ client: election.client, ...place, identity: 'one' });
    expect(() => lock.recordEvent('became leader')).not.toThrow();
  });
});
