/**
 * The range of a number. An integer is compared with bounds whose fraction is cut off, a float with the bounds as they are;
 * a bound that does not fit the type of the schema is a failure of every value.
 * Upstream: kube-openapi numberValidator.
 */
import { printDouble } from '@reeve/cel';
import { invalid, invalidText } from '../field/field-error.ts';
import { float64ToInt64, isInt64, isJsonInteger, maxInt64, minInt64 } from '../go-text/number.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import type { ValidationRun } from './run.ts';

/** Checks a number. */
export type NumberCheck = (value: number | bigint, run: ValidationRun) => void;

/** The check of numbers. */
export function compileNumberCheck(node: SchemaNode, types: readonly string[], format: string): NumberCheck {
  const range = new NumericRange(types, format);
  const checks = [
    multipleOfCheck(node, range),
    boundCheck(minimumOf(node), 'Minimum boundary', range),
    boundCheck(maximumOf(node), 'Maximum boundary', range),
  ].filter((check) => check !== undefined);
  return (value, run) => {
    if (!range.holds(value)) range.refuse(run, 'Checked');
    for (const check of checks) check(value, run);
  };
}

/** The numbers that a type and a format can hold. */
class NumericRange {
  readonly #type: string;
  readonly #format: string;

  constructor(types: readonly string[], format: string) {
    const [type = ''] = types.length === 1 ? types : [];
    this.#type = type === 'integer' || type === 'number' ? type : '';
    const formats = type === 'integer' ? ['int32', 'int64'] : ['float', 'double'];
    this.#format = this.#type !== '' && formats.includes(format) ? format : '';
  }

  holds(value: number | bigint): boolean {
    if (this.#type === 'integer') return isWhole(value) && isWithin(value, this.#format);
    return this.#format !== 'float' || Number.isFinite(Math.fround(Number(value)));
  }

  refuse(run: ValidationRun, what: string): void {
    const format = this.#format === '' ? '(default format)' : `with format ${this.#format}`;
    const sentence = `${what} value must be of type ${this.#type} ${format} in ${run.path()}`;
    run.failSomewhere(sentence, (field) => invalid(field, '', sentence));
  }
}

const isWhole = (value: number | bigint): boolean => typeof value === 'bigint' || Number.isInteger(value);

const isWithin = (value: number | bigint, format: string): boolean =>
  format === 'int32' ? value >= -(2 ** 31) && value < 2 ** 31 : value >= minInt64 && value <= maxInt64;

/** A bound, when a number is beyond it, and how that is put. */
interface Bound {
  readonly limit: number;
  readonly isBeyond: (value: number | bigint, limit: number | bigint) => boolean;
  readonly words: string;
}

const minimumOf = ({ minimum, exclusiveMinimum: exclusive }: SchemaNode): Bound | undefined =>
  minimum === undefined
    ? undefined
    : {
        limit: minimum,
        isBeyond: exclusive ? (value, limit) => value <= limit : (value, limit) => value < limit,
        words: exclusive ? 'greater than' : 'greater than or equal to',
      };

const maximumOf = ({ maximum, exclusiveMaximum: exclusive }: SchemaNode): Bound | undefined =>
  maximum === undefined
    ? undefined
    : {
        limit: maximum,
        isBeyond: exclusive ? (value, limit) => value >= limit : (value, limit) => value > limit,
        words: exclusive ? 'less than' : 'less than or equal to',
      };

function boundCheck(bound: Bound | undefined, what: string, range: NumericRange): NumberCheck | undefined {
  if (bound === undefined) return undefined;
  const { limit, isBeyond, words } = bound;
  const isInRange = range.holds(limit);
  const whole = asNumber(float64ToInt64(limit));
  return (value, run) => {
    if (!isInRange) range.refuse(run, what);
    const isWholeCompared = isInRange && isInt64(value);
    if (!isBeyond(value, isWholeCompared ? whole : limit)) return;
    const print = isWholeCompared ? String : printFloat;
    refuse(run, print(value), `should be ${words} ${print(isWholeCompared ? whole : limit)}`);
  };
}

/** A number that the server has made a float of. */
const printFloat = (value: number | bigint): string => printDouble(Number(value));

/** A bigint compares slower than a number. */
const asNumber = (value: bigint): number | bigint => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

function multipleOfCheck({ multipleOf: factor }: SchemaNode, range: NumericRange): NumberCheck | undefined {
  if (factor === undefined) return undefined;
  const isInRange = range.holds(factor);
  const whole = float64ToInt64(factor);
  return (value, run) => {
    if (!isInRange) range.refuse(run, 'MultipleOf');
    if (isInRange && isInt64(value)) {
      if (whole <= 0n) refuseFactor(run, String(whole));
      else if (BigInt(value) % whole !== 0n) refuse(run, String(value), `should be a multiple of ${whole}`);
    } else if (factor <= 0) {
      refuseFactor(run, printDouble(factor));
    } else if (!isJsonInteger(quotient(Number(value), factor))) {
      refuse(run, printFloat(value), `should be a multiple of ${printDouble(factor)}`);
    }
  };
}

/** Upstream multiplies by the inverse of a fraction. */
const quotient = (value: number, factor: number): number => (factor < 1 ? (1 / factor) * value : value / factor);

function refuseFactor(run: ValidationRun, factor: string): void {
  const path = run.path();
  const sentence = `factor MultipleOf declared for ${path} must be positive: ${factor}`;
  run.fail(path, sentence, (field) => invalidText(field, factor, sentence));
}

function refuse(run: ValidationRun, value: string, problem: string): void {
  const path = run.path();
  const sentence = `${path} in body ${problem}`;
  run.fail(path, sentence, (field) => invalidText(field, value, sentence));
}
