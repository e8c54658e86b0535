/**
 * Durations: nanoseconds in 64 bits, written as Go writes them.
 * Upstream: Go time.Duration.
 */
import { EvaluationError } from './evaluation-error.ts';
import { maxInt, minInt } from './numbers.ts';

/** A duration. */
export class Duration {
  readonly nanos: bigint;

  private constructor(nanos: bigint) {
    this.nanos = nanos;
  }

  /** A duration of so many nanoseconds; fails beyond 64 bits. */
  static of(nanos: bigint): Duration {
    if (nanos > maxInt || nanos < minInt) throw new EvaluationError('integer overflow');
    return new Duration(nanos);
  }
}

const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

/** The duration that a text such as `1h30m` or `-1.5s` says. */
export function parseDuration(text: string): Duration {
  const nanos = nanosIn(text);
  if (nanos === undefined || nanos > maxInt || nanos < minInt) {
    throw new EvaluationError(`time: invalid duration ${JSON.stringify(text)}`);
  }
  return Duration.of(nanos);
}

/** What most durations look like. */
const simple = /^(-?\d{1,9})(ms|s|m|h)$/;

/** The nanoseconds of a text, or undefined if it is none. */
function nanosIn(text: string): bigint | undefined {
  const [, count, simpleUnit] = simple.exec(text) ?? [];
  if (count !== undefined) return BigInt(Number(count)) * (units[simpleUnit ?? ''] ?? 0n);
  if (text.length > 200) return undefined;
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  const rest = text.slice(sign.length);
  if (rest === '0') return 0n;
  let sum = 0n;
  let end = 0;
  for (const match of rest.matchAll(/(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/gy)) {
    const [whole, integer = '', fraction = '', unit = ''] = match;
    if (integer === '' && fraction === '') return undefined;
    const size = units[unit] ?? 0n;
    sum += BigInt(integer || '0') * size + (BigInt(fraction || '0') * size) / 10n ** BigInt(fraction.length);
    end = match.index + whole.length;
  }
  if (end === 0 || end !== rest.length) return undefined;
  return sign === '-' ? -sum : sum;
}

/** The duration as `string(duration)` writes it: in seconds as a double, so that large ones lose their last digits. */
export function printDuration({ nanos }: Duration): string {
  const seconds = Number(nanos / 1_000_000_000n) + Number(nanos % 1_000_000_000n) / 1e9;
  const text = String(seconds);
  if (!text.includes('e')) return `${text}s`;
  const size = nanos < 0n ? -nanos : nanos; // less than a microsecond
  return `${nanos < 0n ? '-' : ''}0.${size.toString().padStart(9, '0').replace(/0+$/, '')}s`;
}
