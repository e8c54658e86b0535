/**
 * Lengths of time, exactly: whole nanoseconds as a bigint, within the 64 bits that servers have. Immutable; prints as Go
 * does, `1h0m0s`, `1.5s`, `100ms`.
 * Upstream: apimachinery meta/v1 Duration, Go time.Duration.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { durationText } from './duration-text.ts';

/** A length of time. Made by `parseDuration`, `Duration.ofMs` and `Duration.ofNanos`. */
export class Duration {
  static readonly zero = new Duration(0n);

  readonly nanos: bigint;

  private constructor(nanos: bigint) {
    this.nanos = nanos;
    Object.freeze(this);
  }

  /** So many nanoseconds. More than 64 bits (about 292 years) are an `InvalidInputError`. */
  static ofNanos(nanos: bigint): Duration {
    if (BigInt.asIntN(64, nanos) === nanos) return new Duration(nanos);
    throw new InvalidInputError(`${nanos}`, `${nanos}ns is too long for a duration: the longest is about 2562047h`);
  }

  /** So many milliseconds, to the nearest nanosecond. */
  static ofMs(ms: number): Duration {
    if (!Number.isFinite(ms)) throw new InvalidInputError(`${ms}`, `${ms} is not a number of milliseconds`);
    const wholeMs = Math.trunc(ms);
    return Duration.ofNanos(BigInt(wholeMs) * 1_000_000n + BigInt(Math.round((ms - wholeMs) * 1_000_000)));
  }

  /** The milliseconds, a part of one included. */
  get ms(): number {
    return Number(`${this.nanos}e-6`);
  }

  /** -1, 0 or 1: whether it is shorter than, as long as, or longer than the other one. */
  compare(other: Duration): -1 | 0 | 1 {
    if (this.nanos === other.nanos) return 0;
    return this.nanos < other.nanos ? -1 : 1;
  }

  equals(other: Duration): boolean {
    return this.nanos === other.nanos;
  }

  toString(): string {
    return durationText(this.nanos);
  }

  toJSON(): string {
    return this.toString();
  }
}
