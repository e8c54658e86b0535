/**
 * Fields that lists and watches can be selected by: scalars of the schema, up to eight per version.
 * Upstream: apiextensions validation ValidateCustomResourceSelectableFields.
 */
import type { ReadonlyJsonObject } from '@reeve/machinery';
import { isJsonObject } from '@reeve/machinery';
import type { FieldError } from '../field/field-error.ts';
import { duplicate, invalid, required, tooMany } from '../field/field-error.ts';
import { printNumber } from '../go-text/value.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';
import type { FoundField } from './find-field.ts';
import { findField } from './find-field.ts';

/** A field to select by. */
export interface SelectableField {
  /** The name in field selectors, as in `spec.color`. */
  readonly name: string;
  /** The value of an object, as field selectors compare it; empty when there is none. */
  readonly valueOf: (object: ReadonlyJsonObject) => string;
}

/** The field that a path such as `.spec.color` selects by, or why it cannot. */
export function selectableField(
  schema: StructuralSchema,
  jsonPath: string,
): SelectableField | { readonly problem: string } {
  const found = findField(schema.root, jsonPath, { brackets: false });
  if ('problem' in found) return { problem: `is an invalid path: ${found.problem}` };
  const [problem] = problemsOf(found);
  if (problem !== undefined) return { problem };
  return { name: jsonPath.replace(/^\./, ''), valueOf: (object) => valueAt(object, found.names) };
}

/** The most fields that a version may be selected by. */
const mostSelectableFields = 8;

/** What is wrong with the `selectableFields` of a version; `path` is where they are. */
export function checkSelectableFields(
  fields: readonly { readonly jsonPath?: string }[],
  schema: StructuralSchema,
  path: string,
): FieldError[] {
  const seen = new Set<string>();
  const errors = fields.flatMap(({ jsonPath = '' }, at) => {
    const field = `${path}[${at}].jsonPath`;
    if (jsonPath === '') return [required(field)];
    const found = findField(schema.root, jsonPath, { brackets: false });
    if ('problem' in found) return [invalid(field, jsonPath, `is an invalid path: ${found.problem}`)];
    const isRepeated = seen.has(found.names.join('.'));
    seen.add(found.names.join('.'));
    const problems = problemsOf(found).map((problem) => invalid(field, jsonPath, problem));
    return isRepeated ? [...problems, duplicate(field, jsonPath)] : problems;
  });
  return seen.size > mostSelectableFields ? [...errors, tooMany(path, seen.size, mostSelectableFields)] : errors;
}

/** Why a field that is there cannot be selected by. */
function problemsOf({ node, names: [first] }: Extract<FoundField, { names: unknown }>): string[] {
  const isScalar = ['string', 'boolean', 'integer'].includes(node?.type ?? '');
  return [...(first === 'metadata' ? ['must not point to fields in metadata'] : []), ...(isScalar ? [] : [notScalar])];
}

const notScalar =
  'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';

function valueAt(object: ReadonlyJsonObject, names: readonly string[]): string {
  let value: unknown = object;
  for (const name of names) value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  if (typeof value === 'number' || typeof value === 'bigint') return printNumber(value);
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
}
