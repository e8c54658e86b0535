/**
 * What is wrong with one field of an object, worded as the real server words it. Upstream: apimachinery util/validation/field.
 */
import { quote, stringifyJson, type StatusCause } from '@reeve/machinery';
import { StatusError } from './status-error.ts';

export type FieldErrorType =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueTypeInvalid'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueNotFound'
  | 'InternalError';

export interface FieldError {
  readonly type: FieldErrorType;
  /** Empty for the object itself. */
  readonly field: string;
  /** Everything after `field: `. */
  readonly body: string;
}

/** A value that is wrong, printed when somebody reads of it: rules make many errors that nobody comes to see. */
class ValueError implements FieldError {
  readonly type: FieldErrorType;
  readonly field: string;
  readonly #title: string;
  readonly #value: unknown;
  readonly #detail: string | (() => string);

  constructor(
    type: FieldErrorType,
    field: string,
    title: string,
    value: unknown,
    detail: string | (() => string) = '',
  ) {
    this.type = type;
    this.field = field;
    this.#title = title;
    this.#value = value;
    this.#detail = detail;
  }

  get body(): string {
    return `${this.#title}: ${printed(this.#value)}${suffix(typeof this.#detail === 'string' ? this.#detail : this.#detail())}`;
  }
}

export const required = (field: string, detail: string): FieldError =>
  make('FieldValueRequired', field, `Required value${suffix(detail)}`);

export const invalid = (field: string, value: unknown, detail: string): FieldError =>
  new ValueError('FieldValueInvalid', field, 'Invalid value', value, detail);

export const notSupported = (field: string, value: unknown, supported: readonly string[]): FieldError =>
  new ValueError('FieldValueNotSupported', field, 'Unsupported value', value, () =>
    supported.length > 0 ? `supported values: ${supported.map(quote).join(', ')}` : '',
  );

export const duplicate = (field: string, value: unknown): FieldError =>
  new ValueError('FieldValueDuplicate', field, 'Duplicate value', value);

export const forbiddenField = (field: string, detail: string): FieldError =>
  make('FieldValueForbidden', field, `Forbidden${suffix(detail)}`);

export const tooLong = (field: string, maximum: number): FieldError =>
  make('FieldValueTooLong', field, `Too long: may not be more than ${maximum} bytes`);

export const tooMany = (field: string, count: number, most: number): FieldError =>
  make('FieldValueTooMany', field, `Too many: ${count}: must have at most ${most} ${most === 1 ? 'item' : 'items'}`);

/** A value that is wrong and is not told. */
export const invalidUntold = (field: string, detail: string): FieldError =>
  make('FieldValueInvalid', field, `Invalid value: ${detail}`);

export const notFoundField = (field: string, value: unknown): FieldError =>
  new ValueError('FieldValueNotFound', field, 'Not found', value);

/** `spec.replicas: Invalid value: -1: must be greater than or equal to 0`. */
export const printFieldError = ({ field, body }: FieldError): string => `${field === '' ? '<nil>' : field}: ${body}`;

export const causeOf = ({ type, field, body }: FieldError): StatusCause => ({
  reason: type,
  message: body,
  field: field === '' ? '<nil>' : field,
});

/** The problems without those that say what an earlier one says. */
export function distinctProblems(problems: readonly FieldError[]): readonly FieldError[] {
  if (problems.length < 2) return problems;
  const told = new Set<string>();
  return problems.filter((problem) => told.size < told.add(printFieldError(problem)).size);
}

/** The refusal of an object for everything that is wrong with it. */
export const invalidObject = (
  group: string,
  kind: string,
  name: string,
  errors: readonly FieldError[],
): StatusError => {
  const printedErrors = [...new Set(errors.map(printFieldError))];
  const problem = printedErrors.length === 1 ? printedErrors[0] : `[${printedErrors.join(', ')}]`;
  const title = group === '' ? kind : `${kind}.${group}`;
  return new StatusError(422, 'Invalid', `${title} ${quote(name)} is invalid: ${problem}`, {
    name,
    group,
    kind,
    causes: errors.map(causeOf),
  });
};

function make(type: FieldErrorType, field: string, body: string): FieldError {
  return { type, field, body };
}

const suffix = (detail: string): string => (detail === '' ? '' : `: ${detail}`);

/** Values as Go prints them in such messages: strings quoted, everything else as JSON. */
function printed(value: unknown): string {
  return value === undefined ? 'null' : stringifyJson(value);
}
