/**
 * The place of `x-kubernetes-validations`: after everything else, and only when what the rules could stumble over is right.
 * Upstream: registry/customresource hasBlockingErr.
 */
import type { FieldError, FieldErrorType } from '../field/field-error.ts';
import { invalid, wholeObject } from '../field/field-error.ts';

/** True if rules cannot be evaluated, because the object is not of the form that they rely on. */
export const isBlocked = (errors: readonly FieldError[]): boolean => errors.some(({ type }) => blocking.has(type));

const blocking: ReadonlySet<FieldErrorType> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

/** Says that rules were not looked at. */
export const rulesNotChecked: FieldError = invalid(
  wholeObject,
  null,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
);
