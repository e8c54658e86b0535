/**
 * One requirement of a field selector: a field equals a value, or does not.
 * Upstream: apimachinery fields.Requirement.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { escapeFieldValue } from './field-value-escape.ts';

/** How a field is compared. */
export type FieldOperator = '=' | '!=';

/** Something that the fields of an object must fulfil. */
export interface FieldRequirement {
  /** A path such as `metadata.name`, as far as the server supports it for the kind. */
  readonly field: string;
  readonly operator: FieldOperator;
  readonly value: string;
}

/** Reads the fields of an object: a map, or a function that gives the text of a field. A missing field is empty. */
export type FieldSource = Readonly<Record<string, string>> | ((field: string) => string | undefined);

/** A requirement. A field whose name would not survive being written is an `InvalidInputError`. */
export function fieldRequirement(field: string, operator: FieldOperator, value: string): FieldRequirement {
  if (isWritable(field)) return Object.freeze({ field, operator, value });
  throw new InvalidInputError(
    field,
    `The field ${JSON.stringify(field)} cannot be selected by: write a path such as 'metadata.name', without ',', '=' or '!'`,
  );
}

/** True when the fields fulfil the requirement. */
export function fieldMatches({ field, operator, value }: FieldRequirement, fields: FieldSource): boolean {
  return (fieldIn(fields, field) === value) === (operator === '=');
}

/** The requirement as it is written in a selector. */
export const fieldRequirementToString = ({ field, operator, value }: FieldRequirement): string =>
  `${field}${operator}${escapeFieldValue(value)}`;

/** A selector ends a field at the first operator and a term at the first comma without a backslash before it. */
const isWritable = (field: string): boolean => /^(?:\\[^=]|[^\\,=])*\\?$/su.test(field) && !field.endsWith('!');

function fieldIn(fields: FieldSource, field: string): string {
  if (typeof fields === 'function') return fields(field) ?? '';
  return (Object.hasOwn(fields, field) ? fields[field] : undefined) ?? '';
}
