/**
 * Compares a value with what its fields should hold. Nulls count as absent, unknown fields are let through.
 */
import { isJsonObject, type ReadonlyJson } from '@reeve/machinery';
import type { FieldType } from './kubeconfig-fields.ts';

/** A field that holds something else than it should. */
export interface FieldMismatch {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What does not fit. The type's depth bounds the recursion, whatever the value is. */
export function* mismatches(
  value: ReadonlyJson | undefined,
  type: FieldType,
  path: readonly (string | number)[] = [],
): Generator<FieldMismatch, void, void> {
  if (value === undefined || value === null || type === 'anything') return;
  if (typeof type === 'string') {
    const message = scalarProblem(value, type);
    if (message !== undefined) yield { path, message };
  } else if ('list' in type) {
    if (!Array.isArray(value)) return yield { path, message: 'must be a list: start each item with "- "' };
    for (const [index, item] of (value as readonly ReadonlyJson[]).entries())
      yield* mismatches(item, type.list, [...path, index]);
  } else if (!isJsonObject(value)) {
    yield { path, message: 'must hold fields: write them indented below it' };
  } else if ('map' in type) {
    for (const [key, item] of Object.entries(value)) yield* mismatches(item, type.map, [...path, key]);
  } else {
    for (const [key, field] of Object.entries(type.object)) {
      if (Object.hasOwn(value, key)) yield* mismatches(value[key], field, [...path, key]);
    }
  }
}

const scalarProblem = (value: ReadonlyJson, type: 'text' | 'boolean' | 'base64'): string | undefined => {
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'must be true or false';
  if (typeof value !== 'string') return 'must be text: put it into quotes';
  if (type === 'base64' && !isBase64(value)) return 'must be base64 on one line: write what `base64 -w0 FILE` prints';
  return undefined;
};

const isBase64 = (text: string): boolean =>
  /^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(text) && text.replaceAll(/\s/g, '').length % 4 === 0;
