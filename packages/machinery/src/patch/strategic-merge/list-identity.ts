/**
 * What makes two elements of a merged list the same element: the scalar itself, or the value of the merge key of a map.
 * Lists of mixed kinds, of lists and of nulls cannot be merged and are refused here.
 * Upstream: apimachinery strategicpatch sliceElementType and merge keys.
 */
import { isJsonArray, isJsonObject, isJsonScalar } from '../../json/json-value.ts';
import type { ReadonlyJson, ReadonlyJsonArray, ReadonlyJsonObject } from '../../json/json-value.ts';
import { getOwn } from '../../json/set-own.ts';
import { excerpt } from './patch-path.ts';
import type { PatchPath } from './patch-path.ts';
import type { PatchSchema } from './patch-schema.ts';

/** A value that compares with `===` and serves as a key of a `Map`. */
export type Identity = string | number | bigint | boolean;

/** Gives the identity of an element, and refuses an element that has none. */
export type Identify = (element: ReadonlyJson) => Identity;

/** Whether the elements of some lists are maps or scalars; undefined when there is no element. All must be alike. */
export function elementKind(lists: readonly ReadonlyJsonArray[], path: PatchPath): 'map' | 'scalar' | undefined {
  const kinds = new Set(lists.flatMap((list) => list.map(kindOf)));
  const [kind] = kinds;
  if (kind === undefined) return undefined;
  if (kinds.size > 1) path.refuse(lists, `list element types are not identical: ${[...kinds].join(', ')}`);
  if (kind === 'list') path.refuse(lists.flat(1), 'lists of lists are not supported');
  if (kind === 'null') path.refuse(lists.flat(1), 'null cannot be an element of a merged list: leave it out');
  return kind === 'map' ? 'map' : 'scalar';
}

/** The function that tells elements of a list apart: by merge key when they are maps, else by themselves. */
export function identityOf(kind: 'map' | 'scalar', schema: PatchSchema, path: PatchPath): Identify {
  if (kind === 'scalar') return (element) => scalarIdentity(element, path);
  const { mergeKey } = schema;
  if (mergeKey === undefined) path.refuse([], 'cannot merge lists of maps without merge key: send the whole list');
  return (element) => mergeKeyValue(element, mergeKey, path);
}

/** Where each element of a list stands; the first of equal ones counts. */
export function firstPositions(list: ReadonlyJsonArray, identify: Identify): Map<Identity, number> {
  const positions = new Map<Identity, number>();
  for (const [index, element] of list.entries()) {
    const identity = identify(element);
    if (!positions.has(identity)) positions.set(identity, index);
  }
  return positions;
}

function mergeKeyValue(element: ReadonlyJson, mergeKey: string, path: PatchPath): Identity {
  if (!isJsonObject(element)) path.refuse(element, `expected a map with the merge key ${mergeKey}`);
  const value = getOwn(element, mergeKey);
  if (value === undefined || value === null) missingMergeKey(element, mergeKey, path);
  if (!isJsonScalar(value)) path.refuse(value, `the merge key ${mergeKey} must be a scalar`);
  return canonical(value);
}

function missingMergeKey(element: ReadonlyJsonObject, mergeKey: string, path: PatchPath): never {
  path.refuse(element, `map: ${excerpt(element)} does not contain declared merge key: ${mergeKey}`);
}

function scalarIdentity(element: ReadonlyJson, path: PatchPath): Identity {
  if (element === null || !isJsonScalar(element)) path.refuse(element, 'expected a scalar');
  return canonical(element);
}

/** An integer is the same element whether it came as a number or as a bigint. */
function canonical(value: Identity): Identity {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isFinite(number) && BigInt(number) === value ? number : value;
}

function kindOf(element: ReadonlyJson): string {
  if (element === null) return 'null';
  if (isJsonArray(element)) return 'list';
  const type = typeof element;
  return type === 'object' ? 'map' : type === 'bigint' ? 'number' : type;
}
