/**
 * `JSON.stringify` for values as reeve has them: bigints are printed as digits, and depth has no limit. Everything else
 * comes out as `JSON.stringify` prints it, and where that suffices it does the work.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { JsonWriter } from './json-writer.ts';

/** How to print. */
export interface StringifyOptions {
  /** The number of spaces per level, up to 10. By default everything is on one line. */
  readonly indent?: number;
  /** The pointers of numbers to print as floats, as `parseJsonWithNotes` returns them: `1.0` instead of `1`. */
  readonly floats?: ReadonlySet<string>;
}

/** Prints a value as JSON. Properties that are undefined are left out, keys keep their order. */
export function stringifyJson(value: unknown, options: StringifyOptions = {}): string {
  const { indent = 0, floats } = options;
  const text = (floats === undefined ? tryNative(value, indent) : undefined) ?? write(value, indent, floats);
  if (text === undefined) throw new InvalidInputError(typeof value, `JSON cannot express ${typeof value}: use null`);
  return text;
}

/** The native printer throws on bigints, on deep nesting and on cycles; the writer knows the first two, and names the last. */
function tryNative(value: unknown, indent: number): string | undefined {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch {
    return undefined;
  }
}

function write(value: unknown, indent: number, floats: ReadonlySet<string> | undefined): string | undefined {
  const number = floats === undefined ? String : floatPrinter(floats);
  return new JsonWriter({ indent: ' '.repeat(Math.min(Math.max(indent, 0), 10)), sortKeys: false, number }).write(
    value,
  );
}

function floatPrinter(floats: ReadonlySet<string>): (value: number, pointer: () => string) => string {
  return (value, pointer) => {
    const isFloat = Number.isInteger(value) && floats.has(pointer());
    if (!isFloat) return String(value);
    const digits = Object.is(value, -0) ? '-0' : String(value);
    return digits.includes('e') ? digits : `${digits}.0`;
  };
}
