import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CronSchedule, CronScheduleError, hasCode } from '@reeve/machinery';

/** The next runs after a moment, as text. */
function runs(text: string, after: string, timeZone?: string, count = 1): (string | undefined)[] {
  const schedule = CronSchedule.parse(text, timeZone === undefined ? {} : { timeZone });
  const found: (string | undefined)[] = [];
  for (let at: Date | undefined = new Date(after); found.length < count && at !== undefined;) {
    at = schedule.next(at);
    found.push(at?.toISOString().replace(':00.000Z', 'Z'));
  }
  return found;
}

describe('a cron schedule is due', () => {
  for (const [name, text, after, next] of [
    ['every minute', '* * * * *', '2026-01-31T23:59:30Z', '2026-02-01T00:00Z'],
    ['later than the moment that is asked about', '0 12 * * *', '2026-01-01T12:00:00Z', '2026-01-02T12:00Z'],
    ['at each step', '*/20 * * * *', '2026-01-01T00:20:00Z', '2026-01-01T00:40Z'],
    ['at each step from a value to the highest', '5/20 * * * *', '2026-01-01T00:26:00Z', '2026-01-01T00:45Z'],
    ['within a range', '0 9-17 * * *', '2026-01-01T17:00:00Z', '2026-01-02T09:00Z'],
    ['at steps within a range', '10-30/10 * * * *', '2026-01-01T00:30:00Z', '2026-01-01T01:10Z'],
    ['in months and on weekdays by name', '0 0 * feb Mon', '2026-01-01T00:00:00Z', '2026-02-02T00:00Z'],
    ['on a weekday in a range', '0 0 * * mon-fri', '2026-01-02T00:00:00Z', '2026-01-05T00:00Z'],
    ['in a leap year', '0 0 29 2 *', '2026-01-01T00:00:00Z', '2028-02-29T00:00Z'],
    ['where a list has an empty part', '1,,2 * * * *', '2026-01-01T00:01:00Z', '2026-01-01T00:02Z'],
    ['where a number has a plus sign', '+5 * * * *', '2026-01-01T00:00:00Z', '2026-01-01T00:05Z'],
    ['where hyphens follow an asterisk', '*-5-6 * * * *', '2026-01-01T00:00:00Z', '2026-01-01T00:01Z'],
    ['where a question mark stands for any', '0 0 15 * ?', '2026-01-16T00:00:00Z', '2026-02-15T00:00Z'],
  ] as const)
    test(name, () => expect(runs(text, after)).toEqual([next]));

  test('on either day where both day fields name some', () =>
    expect(runs('0 0 15 * sun', '2026-01-10T00:00:00Z', undefined, 3)).toEqual([
      '2026-01-11T00:00Z',
      '2026-01-15T00:00Z',
      '2026-01-18T00:00Z',
    ]));

  for (const [word, next] of [
    ['@yearly', '2027-01-01T00:00Z'],
    ['@annually', '2027-01-01T00:00Z'],
    ['@monthly', '2026-06-01T00:00Z'],
    ['@weekly', '2026-05-17T00:00Z'],
    ['@daily', '2026-05-14T00:00Z'],
    ['@midnight', '2026-05-14T00:00Z'],
    ['@hourly', '2026-05-13T11:00Z'],
    ['@every 1h30m', '2026-05-13T12:16Z'],
  ] as const)
    test(`as ${word} says`, () => expect(runs(word, '2026-05-13T10:46:00.250Z')).toEqual([next]));

  test('every whole second at most', () =>
    expect(CronSchedule.parse('@every 10ms').next(1500)).toEqual(new Date(2000)));

  test('never, where no such day comes', () => expect(runs('0 0 30 2 *', '2026-01-01T00:00:00Z')).toEqual([undefined]));
});

describe('the run of a cron schedule before a moment', () => {
  const before = (text: string, at: string, timeZone = 'UTC') =>
    CronSchedule.parse(text, { timeZone }).previous(new Date(at))?.toISOString();

  test('the previous run is earlier than the moment that is asked about', () => {
    expect(before('0 12 * * *', '2026-01-02T12:00:00Z')).toBe('2026-01-01T12:00:00.000Z');
    expect(before('0 12 * * *', '2026-01-02T12:00:01Z')).toBe('2026-01-02T12:00:00.000Z');
  });

  test('the previous run of a leap day is years ago', () =>
    expect(before('0 0 29 2 *', '2027-06-01T00:00:00Z')).toBe('2024-02-29T00:00:00.000Z'));

  test('a day that never comes has no previous run', () =>
    expect(before('0 0 30 2 *', '2026-01-01T00:00:00Z')).toBeUndefined());

  test('an invalid date has no previous and no next run', () => {
    for (const text of ['* * * * *', '@every 1h']) {
      expect(CronSchedule.parse(text).previous(Number.NaN)).toBeUndefined();
      expect(CronSchedule.parse(text).next(Number.NaN)).toBeUndefined();
      expect(CronSchedule.parse(text).missed(Number.NaN, Number.NaN)).toEqual([]);
    }
  });

  for (const timeZone of ['UTC', 'Europe/Berlin', 'America/St_Johns', 'America/Sao_Paulo', 'Pacific/Apia'])
    test(`the previous run of the next run is a fixed point in ${timeZone}`, () => {
      fc.assert(
        fc.property(
          fc.integer({ min: Date.UTC(2009, 0), max: Date.UTC(2028, 0) }),
          fc.constantFrom('30 2 * * *', '0 0 * * *', '*/7 * * * *', '30 23 * * 0', '15 1,2,3 1-7 * mon'),
          (afterMs, text) => {
            const schedule = CronSchedule.parse(text, { timeZone });
            const next = schedule.next(afterMs);
            if (next === undefined) return;
            const previous = schedule.previous(next);
            expect(schedule.previous(next.getTime() + 1)).toEqual(next);
            expect(previous === undefined || previous.getTime() <= afterMs).toBe(true);
            expect(previous === undefined ? next : schedule.next(previous)).toEqual(next);
          },
        ),
        { seed: 20261119, numRuns: 300 },
      );
    });
});

describe('the runs of a cron schedule that were missed', () => {
  const missed = (text: string, since: string, now: string, limit?: number) =>
    CronSchedule.parse(text)
      .missed(new Date(since), new Date(now), limit === undefined ? {} : { limit })
      .map((run) => run.toISOString().slice(0, 16));

  test('missed runs are later than the first moment and not later than the second', () =>
    expect(missed('0 * * * *', '2026-01-01T00:00:00Z', '2026-01-01T03:00:00Z')).toEqual([
      '2026-01-01T01:00',
      '2026-01-01T02:00',
      '2026-01-01T03:00',
    ]));

  test('missed runs of @every are counted from the first moment', () =>
    expect(missed('@every 40m', '2026-01-01T00:10:00Z', '2026-01-01T02:15:00Z')).toEqual([
      '2026-01-01T00:50',
      '2026-01-01T01:30',
      '2026-01-01T02:10',
    ]));

  test('nothing is missed between a moment and itself', () =>
    expect(missed('* * * * *', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')).toEqual([]));

  test('of more missed runs than the limit, the latest are returned', () => {
    expect(missed('* * * * *', '2016-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 2)).toEqual([
      '2025-12-31T23:59',
      '2026-01-01T00:00',
    ]);
    expect(missed('* * * * *', '2016-01-01T00:00:00Z', '2026-01-01T00:00:00Z')).toHaveLength(100);
  });

  test('a limit that is no whole number is refused', () =>
    expect(() => CronSchedule.parse('* * * * *').missed(0, 1, { limit: Number.NaN })).toThrow(
      /limit of the missed runs/,
    ));
});

describe('a cron schedule in a time zone', () => {
  const day = '2026-03-28T12:00:00Z';

  test('goes by the walls of the zone', () => {
    expect(runs('30 8 * * *', '2026-01-01T00:00:00Z', 'Asia/Kolkata')).toEqual(['2026-01-01T03:00Z']);
    expect(runs('30 8 * * *', '2026-07-01T00:00:00Z', 'Europe/Berlin')).toEqual(['2026-07-01T06:30Z']);
  });

  test('leaves out a time that clocks jump over', () =>
    expect(runs('30 2 * * *', day, 'Europe/Berlin', 2)).toEqual(['2026-03-30T00:30Z', '2026-03-31T00:30Z']));

  test('goes on hourly where clocks jump', () =>
    expect(runs('0 * * * *', '2026-03-29T00:00:00Z', 'Europe/Berlin', 2)).toEqual([
      '2026-03-29T01:00Z',
      '2026-03-29T02:00Z',
    ]));

  test('is due twice at a time that is shown twice', () =>
    expect(runs('30 2 * * *', '2026-10-24T12:00:00Z', 'Europe/Berlin', 3)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-25T01:30Z',
      '2026-10-26T01:30Z',
    ]));

  test('tells the times of a doubled hour in the order in which they come', () =>
    expect(runs('0,30 2 * * *', '2026-10-24T12:00:00Z', 'Europe/Berlin', 4)).toEqual([
      '2026-10-25T00:00Z',
      '2026-10-25T00:30Z',
      '2026-10-25T01:00Z',
      '2026-10-25T01:30Z',
    ]));

  test('has no run at a midnight, or on a day, that does not exist', () => {
    expect(runs('0 0 * * *', '2018-11-03T12:00:00Z', 'America/Sao_Paulo')).toEqual(['2018-11-05T02:00Z']);
    expect(runs('0 12 30 * *', '2011-12-01T00:00:00Z', 'Pacific/Apia')).toEqual(['2012-01-29T22:00Z']);
  });

  test('sees the end of a day again after the next has begun', () =>
    expect(runs('30 23 * * *', '2010-11-06T12:00:00Z', 'America/St_Johns', 3)).toEqual([
      '2010-11-07T02:00Z',
      '2010-11-07T03:00Z',
      '2010-11-08T03:00Z',
    ]));

  test('may name the zone itself, as old CronJobs do', () =>
    expect(runs('CRON_TZ=Asia/Kolkata 30 8 * * *', '2026-01-01T00:00:00Z')).toEqual(['2026-01-01T03:00Z']));
});

describe('a schedule that cannot be read is refused', () => {
  for (const [text, problem] of [
    ['', /it has 0 fields; write five/],
    ['* * * *', /it has 4 fields/],
    ['0 * * * * *', /it has 6 fields/],
    ['60 * * * *', /"60" in the field for the minute is not within 0 and 59/],
    ['0 0 0 * *', /"0" in the field for the day of the month is not within 1 and 31/],
    ['0 0 * * 7', /day of the week is not within 0 and 6/],
    ['0 5-3 * * *', /"5-3" in the field for the hour ends before it begins/],
    ['*/0 * * * *', /has a step of 0/],
    ['1/2/3 * * * *', /more than one slash/],
    ['1-2-3 * * * *', /more than one hyphen/],
    ['x * * * *', /has "x" where a number belongs/],
    ['0 0 * foo *', /has "foo" where a number or a name belongs/],
    ['@fortnightly', /"@fortnightly" is none of @yearly, /],
    ['@every', /is none of/],
    ['@every soon', /is not a duration/],
    ['TZ=Mars/Base * * * * *', /Mars\/Base/],
  ] as const)
    test(text === '' ? 'nothing at all' : text, () => expect(() => CronSchedule.parse(text)).toThrow(problem));

  test('with a class and a code, and what was written', () => {
    const error = thrownBy(() => CronSchedule.parse('* * *'));
    expect(error).toBeInstanceOf(CronScheduleError);
    expect([hasCode(error, 'REEVE_CRON_SCHEDULE'), (error as CronScheduleError).schedule]).toEqual([true, '* * *']);
  });

  test('with the words of robfig/cron beside our own', () => {
    const upstream = (text: string) => (thrownBy(() => CronSchedule.parse(text)) as CronScheduleError).upstream;
    expect(upstream('61 * * * *')).toBe('end of range (61) above maximum (59): 61');
    expect(upstream('0/-5 * * * *')).toBe('negative number (-5) not allowed: -5');
    expect(upstream('@every soon')).toBe('failed to parse duration @every soon: time: invalid duration "soon"');
    expect(upstream('99999999999999999999 * * * *')).toMatch(/value out of range$/);
  });

  for (const timeZone of ['', 'Local', 'Nowhere/City', '+01:00', '../etc'])
    test(`in the zone ${JSON.stringify(timeZone)}`, () =>
      expect(() => CronSchedule.parse('* * * * *', { timeZone })).toThrow(CronScheduleError));

  test('that names two zones', () =>
    expect(() => CronSchedule.parse('TZ=UTC * * * * *', { timeZone: 'UTC' })).toThrow(/names a time zone/));
});

function thrownBy(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}
