/**
 * RFC 3339 text and the microseconds since 1970 that it stands for. Only dates that exist are read, and UTC is what is
 * written.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';

/** The start of the year 1, which Go's zero time is: in Kubernetes it means that there is no time. */
const zeroMicros = -62_135_596_800_000_000n;

/** The microseconds since 1970 in the text, finer parts cut off; undefined for the time that means none. */
export function parseRfc3339(text: string): bigint | undefined {
  const parts = shape.exec(text)?.groups;
  if (parts === undefined) throw invalid(text, 'it is not in the format of RFC 3339');
  const localMs = localMsOf(text, parts);
  const micros = BigInt(localMs - offsetMs(text, parts)) * 1000n + fractionMicros(parts['fraction'] ?? '');
  return micros === zeroMicros ? undefined : micros;
}

/** The time in UTC, with seconds or with all six digits of microseconds. Years beyond 9999 are refused. */
export function formatRfc3339(micros: bigint, precision: 'seconds' | 'micros'): string {
  if (micros < firstMicros || micros > lastMicros) {
    throw new InvalidInputError(`${micros}`, `${micros}µs after 1970 is not a time in the years 0 to 9999`);
  }
  const text = new Date(Number(floorDivide(micros, 1000n))).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  if (precision === 'seconds') return `${text}Z`;
  const fraction = micros - floorDivide(micros, 1_000_000n) * 1_000_000n;
  return `${text}.${`${fraction}`.padStart(6, '0')}Z`;
}

/** The quotient rounded towards the past, also before 1970. The divisor is positive. */
export const floorDivide = (dividend: bigint, divisor: bigint): bigint =>
  dividend / divisor - (dividend % divisor < 0n ? 1n : 0n);

const firstMicros = -62_167_219_200_000_000n;
const lastMicros = 253_402_300_799_999_999n;

const shape =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)T(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.(?<fraction>\d+))?(?:Z|(?<sign>[+-])(?<offsetHour>\d\d):(?<offsetMinute>\d\d))$/;

type Groups = Readonly<Record<string, string | undefined>>;

/** The milliseconds since 1970 if the text were in UTC. */
function localMsOf(text: string, parts: Groups): number {
  const date = new Date(0);
  date.setUTCFullYear(numberIn(parts, 'year'), numberIn(parts, 'month') - 1, numberIn(parts, 'day'));
  date.setUTCHours(numberIn(parts, 'hour'), numberIn(parts, 'minute'), numberIn(parts, 'second'));
  // What does not exist has rolled over: February 30 became March 1 or 2.
  if (!date.toISOString().startsWith(text.slice(0, 'yyyy-mm-ddThh:mm:ss'.length))) {
    throw invalid(text, 'there is no such day or time of day');
  }
  return date.getTime();
}

function offsetMs(text: string, parts: Groups): number {
  const [hours, minutes] = [numberIn(parts, 'offsetHour'), numberIn(parts, 'offsetMinute')];
  if (hours > 23 || minutes > 59) throw invalid(text, 'there is no such offset');
  return (parts['sign'] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

const fractionMicros = (digits: string): bigint => BigInt(digits.slice(0, 6).padEnd(6, '0'));

const numberIn = (parts: Groups, name: string): number => Number(parts[name] ?? 0);

const invalid = (text: string, problem: string): InvalidInputError =>
  new InvalidInputError(
    text,
    `${JSON.stringify(text)} is not a time: ${problem}. Write it as in 2024-02-29T12:30:00Z or 2024-02-29T12:30:00.5+01:00`,
  );
