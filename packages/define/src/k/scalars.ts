/**
 * The scalars of Kubernetes as zod schemas: quantities, int-or-string, times, durations and the widths of integers.
 * Upstream: apimachinery resource.Quantity, intstr.IntOrString, meta/v1 Time, MicroTime and Duration.
 */
import { z } from 'zod';

const quantityPattern =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

/** The pattern of one field of a schedule whose single values match `value`. */
const cronField = (value: string): string => {
  const range = `([*?]|(${value})(-(${value}))?)(/0*[1-9][0-9]*)?`;
  return `${range}(,${range})*`;
};
const named = (names: string): string => names.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
const cronFields = [
  cronField('[0-5]?[0-9]'),
  cronField('[01]?[0-9]|2[0-3]'),
  cronField('0?[1-9]|[12][0-9]|3[01]'),
  cronField(`0?[1-9]|1[0-2]|${named('jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec')}`),
  cronField(`0?[0-6]|${named('sun|mon|tue|wed|thu|fri|sat')}`),
];
const cronWords =
  '@(yearly|annually|monthly|weekly|daily|midnight|hourly|every ([0-9]+(\\.[0-9]*)?(ns|us|µs|ms|s|m|h))+)';
const cronPattern = new RegExp(`^(${cronFields.join(' +')}|${cronWords})$`, 'u');

/** An amount such as `500m` or `2Gi`. It is read as it was written; whole numbers may be written as numbers. */
export const quantity = () =>
  z.union([z.int(), z.string().regex(new RegExp(quantityPattern, 'u'))]).meta({ 'x-kubernetes-int-or-string': true });

/** A number, or a string such as a percentage or the name of a port. */
export const intOrString = () => z.union([z.int(), z.string()]).meta({ 'x-kubernetes-int-or-string': true });

/** A moment in RFC 3339, with seconds. */
export const time = () => z.string().meta({ format: 'date-time' });

/** A moment in RFC 3339, with microseconds. */
export const microTime = () => z.string().meta({ format: 'date-time' });

/** A span of time as Go writes it: `1h30m`. */
export const duration = () => z.string().meta({ format: 'duration' });

/**
 * A schedule of five fields, or a word such as `@hourly` or `@every 90m`, as CronJobs have it; `CronSchedule.parse` reads it. The server
 * refuses what is out of bounds by a pattern; a range that ends before it begins, such as `5-1`, is found by `CronSchedule.parse` alone.
 */
export const cron = () => z.string().regex(cronPattern).meta({ example: '0 * * * *' });

/** An integer of 32 bits. */
export const int32 = () => z.int32();

/** An integer of 64 bits. JavaScript numbers are exact up to 2^53; beyond, values are read as bigint. */
export const int64 = () => z.int();

/** Bytes in base64. */
export const bytes = () => z.string().meta({ format: 'byte' });
