/**
 * The place of `x-kubernetes-validations`: after everything else, and only when what the rules could stumble over is right.
 * Upstream: registry/customresource hasBlockingErr.
 */
import type { ReadonlyJsonObject } from '@reeve/machinery';
import type { FieldError, FieldErrorType } from '../field/field-error.ts';
import { invalid, wholeObject } from '../field/field-error.ts';
import type { SchemaNode } from '../structural/schema-node.ts';

/** Evaluates all rules of a schema on an object; `old` is what an update replaces. */
export type RuleEvaluator = (
  schema: SchemaNode,
  object: ReadonlyJsonObject,
  old: ReadonlyJsonObject | undefined,
) => readonly FieldError[];

/** True if some node on the spine has rules. */
export function hasRules(node: SchemaNode): boolean {
  if (node.validations.length > 0) return true;
  const parts = [...node.properties.values(), node.items, node.additionalProperties?.schema];
  return parts.some((part) => part !== undefined && hasRules(part));
}

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
