/**
 * The flags of a command line, by their long names. What a flag must be is asked for by the getter, and a wrong value is a `UsageError` that names the flag.
 */
import { parseDuration } from '@reeve/machinery';
import { UsageError } from '../error/usage-error.ts';

/** What commander makes of a flag. */
export type FlagValue = string | boolean | readonly string[] | undefined;

/** Flags as they were given. */
export class Flags {
  readonly #values: ReadonlyMap<string, FlagValue>;

  constructor(values: ReadonlyMap<string, FlagValue>) {
    this.#values = values;
  }

  /** Whether the flag is there with any value; false for `--no-x` and `--x=false`. */
  has(name: string): boolean {
    const value = this.#values.get(name);
    return value !== undefined && value !== false && value !== 'false';
  }

  /** The text of a flag; the last one when it was given several times. */
  text(name: string): string | undefined {
    const value = this.#values.get(name);
    if (typeof value === 'string') return value;
    return typeof value === 'object' ? value.at(-1) : undefined;
  }

  /** Every value of a flag, in order. */
  all(name: string): readonly string[] {
    const value = this.#values.get(name);
    if (typeof value === 'string') return [value];
    return typeof value === 'object' ? value : [];
  }

  /** A whole number from `least` to `most`. */
  integer(name: string, { least = 0, most = Number.MAX_SAFE_INTEGER } = {}): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} up` : `from ${least} to ${most}`;
    throw new UsageError(`--${name} ${text} is not a number ${range}`);
  }

  /** A time such as `30s` or `1m30s`, or a plain number of seconds, in milliseconds. */
  durationMs(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (/^\d+$/.test(text)) return Number(text) * 1000;
    try {
      return parseDuration(text).ms;
    } catch (cause) {
      throw new UsageError(`--${name} ${text} is not a time: write it as 30s, 2m or 1h`, { cause });
    }
  }
}
