/**
 * Conversions: `int`, `uint`, `double`, `string`, `bytes`, `bool`, `timestamp`, `duration`, `dyn` and `type`.
 */
import type { FunctionDeclaration, LiteralCheck, Overload } from '../../library/library.ts';
import type { Type } from '../../types/type.ts';
import { runtimeTypeName, types, typeParameter, typeType } from '../../types/type.ts';
import type { Duration } from '../../values/duration.ts';
import { parseDuration, printDuration } from '../../values/duration.ts';
import { EvaluationError } from '../../values/evaluation-error.ts';
import { printDouble } from '../../values/number-text.ts';
import type { Int, Uint } from '../../values/numbers.ts';
import { Double, int, uint } from '../../values/numbers.ts';
import { parseTimestamp, printTimestamp, Timestamp } from '../../values/timestamp.ts';
import type { Value } from '../../values/value.ts';
import { typeNameOf, TypeValue } from '../../values/value.ts';
import { atMost, declare, overload, traversing } from './overload.ts';

const { bool, bytes, double, duration, dyn, string, timestamp } = types;

function cannotConvert(from: Type, to: Type): EvaluationError {
  return new EvaluationError(`type conversion error from '${runtimeTypeName(from)}' to '${runtimeTypeName(to)}'`);
}

function identity(value: Value): Value {
  return value;
}

// to int and uint

function doubleToInt({ value }: Double): Int {
  // the nearest doubles below and above the range of an int are no ints, so that its ends are out as well
  if (!(value > -(2 ** 63) && value < 2 ** 63)) throw new EvaluationError('integer overflow');
  return int(BigInt(Math.trunc(value)));
}

function doubleToUint({ value }: Double): Uint {
  if (!(value >= 0 && value < 2 ** 64)) throw new EvaluationError('unsigned integer overflow');
  return uint(BigInt(Math.trunc(value)));
}

function stringToInt(text: string): Int {
  if (!/^[+-]?[0-9]{1,40}$/.test(text)) throw cannotConvert(string, types.int);
  try {
    return int(BigInt(text.replace('+', '')));
  } catch {
    throw cannotConvert(string, types.int);
  }
}

function stringToUint(text: string): Uint {
  if (!/^[0-9]{1,40}$/.test(text)) throw cannotConvert(string, types.uint);
  try {
    return uint(BigInt(text));
  } catch {
    throw cannotConvert(string, types.uint);
  }
}

// to double

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function stringToDouble(text: string): Double {
  if (/^[+-]?(?:inf|infinity)$/i.test(text)) return new Double(text.startsWith('-') ? -Infinity : Infinity);
  if (/^nan$/i.test(text)) return new Double(Number.NaN);
  const value = decimal.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw cannotConvert(string, double);
  return new Double(value);
}

// to string and bytes

function bytesToString(value: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    throw new EvaluationError('invalid UTF-8 in bytes, cannot convert to string');
  }
}

function stringToBool(text: string): boolean {
  if (/^(?:1|t|true|TRUE|True|T)$/.test(text)) return true;
  if (/^(?:0|f|false|FALSE|False|F)$/.test(text)) return false;
  throw cannotConvert(string, bool);
}

// to timestamp and duration

/** What is made of a text; what it cannot be read as is told in the words of all conversions. */
function converted<T>(read: () => T, to: Type): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof EvaluationError && /invalid (?:timestamp|duration)/u.test(error.message)
      ? cannotConvert(string, to)
      : error;
  }
}

const stringToDuration = (text: string): Duration => converted(() => parseDuration(text), duration);

function stringToTimestamp(text: string): Timestamp {
  return converted(() => parseTimestamp(text), timestamp);
}

function intToTimestamp(seconds: Int): Timestamp {
  return Timestamp.of(Number(seconds));
}

/** Overloads with one parameter, of ids such as `string_to_int64`. */
function conversions(
  result: Type,
  ...cases: readonly (readonly [id: string, from: Type, convert: (value: never) => Value])[]
): Overload[] {
  return cases.map(([id, from, convert]) => overload(id, [from], result, convert));
}

/** The conversions. */
export const conversion: readonly FunctionDeclaration[] = [
  declare(
    'int',
    ...conversions(
      types.int,
      ['int64_to_int64', types.int, identity],
      ['uint64_to_int64', types.uint, ({ value }: Uint) => int(BigInt(value))],
      ['double_to_int64', double, doubleToInt],
      ['string_to_int64', string, stringToInt],
      ['timestamp_to_int64', timestamp, ({ seconds }: Timestamp) => seconds],
      ['duration_to_int64', duration, ({ nanos }: Duration) => int(nanos)],
    ),
  ),
  declare(
    'uint',
    ...conversions(
      types.uint,
      ['uint64_to_uint64', types.uint, identity],
      ['int64_to_uint64', types.int, (value: Int) => uint(BigInt(value))],
      ['double_to_uint64', double, doubleToUint],
      ['string_to_uint64', string, stringToUint],
    ),
  ),
  declare(
    'double',
    ...conversions(
      double,
      ['double_to_double', double, identity],
      ['int64_to_double', types.int, (value: Int) => new Double(Number(value))],
      ['uint64_to_double', types.uint, ({ value }: Uint) => new Double(Number(value))],
      ['string_to_double', string, stringToDouble],
    ),
  ),
  declare(
    'string',
    ...conversions(
      string,
      ['string_to_string', string, identity],
      ['bool_to_string', bool, String],
      ['int64_to_string', types.int, String],
      ['uint64_to_string', types.uint, ({ value }: Uint) => String(value)],
      ['double_to_string', double, ({ value }: Double) => printDouble(value)],
      ['timestamp_to_string', timestamp, printTimestamp],
      ['duration_to_string', duration, printDuration],
    ),
    overload(
      'bytes_to_string',
      [bytes],
      string,
      bytesToString,
      traversing(0, ({ min, max }) => ({ min: Math.floor(min / 4), max })),
    ),
  ),
  declare(
    'bytes',
    overload('bytes_to_bytes', [bytes], bytes, identity),
    overload(
      'string_to_bytes',
      [string],
      bytes,
      (text: string) => new TextEncoder().encode(text),
      traversing(0, atMost(4)),
    ),
  ),
  declare('bool', ...conversions(bool, ['bool_to_bool', bool, identity], ['string_to_bool', string, stringToBool])),
  declare(
    'timestamp',
    ...conversions(
      timestamp,
      ['timestamp_to_timestamp', timestamp, identity],
      ['string_to_timestamp', string, stringToTimestamp],
      ['int64_to_timestamp', types.int, intToTimestamp],
    ),
  ),
  declare(
    'duration',
    ...conversions(
      duration,
      ['duration_to_duration', duration, identity],
      ['string_to_duration', string, stringToDuration],
    ),
  ),
  declare('dyn', overload('to_dyn', [typeParameter('A')], dyn, identity)),
  declare(
    'type',
    overload(
      'type',
      [typeParameter('A')],
      typeType(typeParameter('A')),
      (value: Value) => new TypeValue(typeNameOf(value)),
    ),
  ),
];

/** The conversions that are done once if the argument is a constant. */
export const conversionNames: ReadonlySet<string> = new Set(conversion.map(({ name }) => name));

/** A constant that cannot be converted is an error of the expression. */
export const conversionChecks: readonly LiteralCheck[] = [
  literalCheck('duration', parseDuration),
  literalCheck('timestamp', parseTimestamp, intToTimestamp),
];

function literalCheck(name: string, parse: (text: string) => Value, convert?: (value: Int) => Value): LiteralCheck {
  return {
    name,
    argument: 0,
    problem: (value) => {
      try {
        if (typeof value === 'string') parse(value);
        else if (typeof value === 'number' || typeof value === 'bigint') convert?.(value);
        return undefined;
      } catch {
        return `invalid ${name} argument`;
      }
    },
  };
}
