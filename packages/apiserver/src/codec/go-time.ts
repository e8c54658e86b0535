/**
 * Times as Go's RFC 3339 layouts read and print them, with the same liberties (an hour of one digit, a comma for the point, an offset of a day) and the same
 * words for what they refuse. A time is given in seconds since 1970 and microseconds after that; the year 1 is Go's zero time.
 * Upstream: Go time.Parse with the layouts of apimachinery meta/v1 Time and MicroTime.
 */
import { InvalidInputError } from '@reeve/machinery';
import { TimeScanner } from './go-time-scanner.ts';

export interface GoTime {
  readonly seconds: number;
  readonly micros: number;
}

/** Go's zero time: there is none. */
export const zeroSeconds = -62_135_596_800;

/** The layouts, as messages quote them. */
export const secondsLayout = '2006-01-02T15:04:05Z07:00';
export const microsLayout = '2006-01-02T15:04:05.000000Z07:00';

/** Reads a time; what the layout cannot read is an `InvalidInputError` in Go's words. */
export function parseGoTime(text: string, layout: typeof secondsLayout | typeof microsLayout): GoTime {
  const scanner = new TimeScanner(text, layout);
  const year = scanner.year();
  const month = scanner.literal('-').twoDigits('01', 'month', 1, 12);
  const day = scanner.literal('-').twoDigits('02');
  const hour = scanner.literal('T').hour();
  const minute = scanner.literal(':').twoDigits('04', 'minute', 0, 59);
  const second = scanner.literal(':').twoDigits('05', 'second', 0, 59);
  const micros = layout === microsLayout ? scanner.sixDigits() : scanner.anyFraction();
  const offset = scanner.offset();
  scanner.end();
  if (day < 1 || day > daysIn(year, month)) throw scanner.outOfRange('day');
  return { seconds: secondsOf(year, month, day) + hour * 3600 + minute * 60 + second - offset, micros };
}

/** The time in UTC. Seconds that no date stands for are an `InvalidInputError`. */
export function formatGoTime({ seconds, micros }: GoTime, layout: typeof secondsLayout | typeof microsLayout): string {
  const date = new Date(seconds * 1000);
  const year = date.getUTCFullYear();
  if (Number.isNaN(year)) throw new InvalidInputError(`${seconds}`, `${seconds} seconds after 1970 are no time`);
  const [, rest = ''] = /^[+-]?[0-9]+(-.{14})/.exec(date.toISOString()) ?? [];
  const fraction = layout === microsLayout ? `.${`${micros}`.padStart(6, '0')}` : '';
  return `${year < 0 ? '-' : ''}${`${Math.abs(year)}`.padStart(4, '0')}${rest}${fraction}Z`;
}

/** True of texts that Go prints as they are; of few others at most it says no too. */
export const isPlainTime = (text: string): boolean => plain.test(text);

/** Days up to the 28th are in every month. */
const plain =
  /^(?!000[01])[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$/;

function secondsOf(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / 1000;
}

function daysIn(year: number, month: number): number {
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
}
