/**
 * What is wrong with one field, in the words of the API server: `field: body` is its sentence, and type, field and body
 * are the reason, field and message of a cause in the Status it answers with.
 * Upstream: apimachinery util/validation/field.
 */
import { quote } from '@reeve/machinery';
import type { ReadonlyJson } from '@reeve/machinery';
import { printValue } from '../go-text/value.ts';

/** The kinds of field errors, which are the reasons of causes. */
export type FieldErrorType =
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueRequired'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid'
  | 'InternalError';

/** One thing that is wrong with one field. */
export interface FieldError {
  readonly type: FieldErrorType;
  /** Where, as in `spec.ports[0].name`; `<nil>` for the object as a whole. */
  readonly field: string;
  /** What, as everything after `field: ` in the server's sentence. */
  readonly body: string;
  /** The part of the body that comes after the value; may be empty. */
  readonly detail: string;
}

/** The field of an error that is about the object as a whole. */
export const wholeObject = '<nil>';

/** `spec.size: Required value` */
export const required = (field: string, detail = ''): FieldError =>
  make('FieldValueRequired', field, 'Required value', detail);

/** `spec.size: Invalid value: -1: must not be negative` */
export const invalid = (field: string, value: ReadonlyJson, detail: string): FieldError =>
  make('FieldValueInvalid', field, `Invalid value: ${printValue(value)}`, detail);

/** The same about a value that is not printed, as objects and lists that break a rule are not. */
export const invalidUnprinted = (field: string, detail: string): FieldError =>
  make('FieldValueInvalid', field, 'Invalid value', detail);

/** The same for a value that is printed already. */
export const invalidText = (field: string, printedValue: string, detail: string): FieldError =>
  make('FieldValueInvalid', field, `Invalid value: ${printedValue}`, detail);

/** `spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"` */
export const typeInvalid = (field: string, value: ReadonlyJson, detail: string): FieldError =>
  make('FieldValueTypeInvalid', field, `Invalid value: ${printValue(value)}`, detail);

/** `spec.mode: Unsupported value: "x": supported values: "a", "b"` */
export const notSupported = (field: string, value: ReadonlyJson, supported: readonly string[]): FieldError =>
  make(
    'FieldValueNotSupported',
    field,
    `Unsupported value: ${printValue(value)}`,
    supported.length === 0 ? '' : `supported values: ${supported.map(quote).join(', ')}`,
  );

/** `spec.tags[1]: Duplicate value: "a"` */
export const duplicate = (field: string, value: ReadonlyJson): FieldError =>
  make('FieldValueDuplicate', field, `Duplicate value: ${printValue(value)}`, '');

/** `spec.tags: Duplicate value` */
export const duplicateUnprinted = (field: string): FieldError =>
  make('FieldValueDuplicate', field, 'Duplicate value', '');

/** `spec.size: Forbidden: must be empty` */
export const forbidden = (field: string, detail: string): FieldError =>
  make('FieldValueForbidden', field, 'Forbidden', detail);

/** `spec.name: Too long: may not be more than 5 bytes`; the server says bytes, and counts characters. */
export const tooLong = (field: string, maximum: number): FieldError =>
  make('FieldValueTooLong', field, 'Too long', atMost('may not be more than', maximum, 'byte') ?? 'value is too long');

/** `spec.tags: Too many: 3: must have at most 2 items` */
export const tooMany = (field: string, actual: number, maximum: number): FieldError =>
  make(
    'FieldValueTooMany',
    field,
    `Too many: ${actual}`,
    atMost('must have at most', maximum, 'item') ?? 'has too many items',
  );

/** `spec: Internal error: …` */
export const internalError = (field: string, detail: string): FieldError =>
  make('InternalError', field, 'Internal error', detail);

/** The server's sentence. */
export const printFieldError = ({ field, body }: Pick<FieldError, 'field' | 'body'>): string => `${field}: ${body}`;

function make(type: FieldErrorType, field: string, title: string, detail: string): FieldError {
  return { type, field, body: detail === '' ? title : `${title}: ${detail}`, detail };
}

function atMost(words: string, maximum: number, unit: string): string | undefined {
  return maximum < 0 ? undefined : `${words} ${maximum} ${maximum === 1 ? unit : `${unit}s`}`;
}
