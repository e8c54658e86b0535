/** The pattern of `k.cron()` against the parser of schedules: what one takes, the other takes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource, k } from '@reeve/define';
import { CronSchedule } from '@reeve/machinery';

const Backup = defineResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Backup',
  spec: z.object({ schedule: k.cron() }),
});

const isTaken = (schedule: string) =>
  Backup.validate({ apiVersion: 'example.com/v1', kind: 'Backup', metadata: { name: 'a' }, spec: { schedule } })
    .length === 0;

const isReadable = (schedule: string) => {
  try {
    CronSchedule.parse(schedule);
    return true;
  } catch {
    return false;
  }
};

describe('a field of k.cron()', () => {
  test.each([
    '0 * * * *',
    '*/5 9-17 1,15 jan-MAR mon',
    '0 0 * * 0',
    '59 23 31 12 6',
    '@hourly',
    '@every 1h30m',
    '? ? ? ? ?',
  ])('takes the schedule %j', (schedule) => expect([isTaken(schedule), isReadable(schedule)]).toEqual([true, true]));

  test.each([
    '',
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 7',
    '*/0 * * * *',
    'soon',
    '@often',
    '@every',
    '@every soon',
    'TZ=UTC * * * * *',
    '* * * * * *',
    '1-2-3 * * * *',
  ])('refuses the schedule %j', (schedule) => expect(isTaken(schedule)).toBe(false));

  test('takes nothing that cannot be read, but ranges that run backwards', () => {
    const value = fc.constantFrom('*', '?', '0', '5', '07', '31', '12', '23', '59', '60', 'jan', 'Sun', 'x', '');
    const part = fc
      .tuple(value, fc.option(value), fc.option(fc.constantFrom('1', '2', '0', 'x')))
      .map(([from, to, step]) => `${from}${to === null ? '' : `-${to}`}${step === null ? '' : `/${step}`}`);
    const field = fc.array(part, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(','));
    fc.assert(
      fc.property(fc.array(field, { minLength: 5, maxLength: 5 }), (fields) => {
        const schedule = fields.join(' ');
        if (!isTaken(schedule) || isReadable(schedule)) return;
        expect(() => CronSchedule.parse(schedule)).toThrow('ends before it begins');
      }),
      { seed: 20261119, numRuns: 2000 },
    );
  });

  test('shows an example of a schedule in the CRD', () => {
    expect(JSON.stringify(Backup.crd)).toContain('"example":"0 * * * *"');
  });
});
