/**
 * The type of a value, and the format as far as it is about types. Integers are numbers, and a float that is an integer for
 * all that JSON says is one.
 * Upstream: kube-openapi typeValidator.
 */
import { quote } from '@reeve/machinery';
import type { ReadonlyJson } from '@reeve/machinery';
import { typeInvalid } from '../field/field-error.ts';
import { isJsonInteger } from '../go-text/number.ts';
import type { Check, ValidationRun } from './run.ts';
import type { ValueKind } from './value-kind.ts';
import { valueKind } from './value-kind.ts';

/** What is expected of a value. */
export interface ExpectedType {
  /** The types, any of which is fine; empty when all are. */
  readonly types: readonly string[];
  /** Empty when there is none that counts. */
  readonly format: string;
  readonly nullable: boolean;
}

/** The check of values other than null, or undefined when every value passes. It passes one check or none. */
export function compileTypeCheck({ types, format }: ExpectedType): Check | undefined {
  if (types.length === 0 && format === '') return undefined;
  const fits = (Object.keys(formats) as ValueKind[]).filter((kind) => isAccepted(kind, types, format));
  const isInteger = types.includes('integer');
  return (value, run) => {
    if (value === null) return 1;
    const kind = valueKind(value);
    if (fits.includes(kind) || (isInteger && kind === 'number' && isJsonInteger(Number(value)))) return 1;
    // With a format, the server compares formats first; texts and lists it compares by type.
    const isByFormat = format !== '' && format !== formats[kind] && kind !== 'string' && kind !== 'array';
    if (isByFormat) refuse(run, format, formats[kind]);
    else refuse(run, types.join(','), kind);
    return 0;
  };
}

/** The check of null. */
export function compileNullCheck({ types, nullable }: ExpectedType): Check {
  const expected = types.join(',');
  if (types.length === 0 || nullable) return () => 1;
  return (_value: ReadonlyJson, run) => {
    refuse(run, expected, 'null');
    return 0;
  };
}

/** The formats that values have by themselves, in Go's words. */
const formats: Readonly<Record<ValueKind, string>> = {
  boolean: '',
  string: '',
  integer: 'int64',
  number: 'float64',
  array: '',
  object: '',
};

function isAccepted(kind: ValueKind, types: readonly string[], format: string): boolean {
  if (types.includes(kind) || (kind === 'integer' && types.includes('number'))) return true;
  const isNumeric = types.includes('number') || types.includes('integer');
  return format !== '' && !isNumeric && (kind === 'string' || kind === 'array');
}

function refuse(run: ValidationRun, expected: string, actual: string): void {
  const path = run.path();
  const sentence = `${path} in body must be of type ${expected}: ${quote(actual)}`;
  run.fail(path, sentence, (field) => typeInvalid(field, actual, sentence));
}
