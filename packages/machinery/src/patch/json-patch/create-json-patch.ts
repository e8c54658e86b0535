/**
 * Makes a JSON Patch from two versions of a document. Objects are compared key by key, lists element by element; lists of
 * different lengths first lose what they share at both ends, so that one insertion or removal stays one operation.
 */
import { deepEqual } from '../../json/deep-equal.ts';
import { checkDepth } from '../../json/depth.ts';
import { isJsonArray, isJsonObject } from '../../json/json-value.ts';
import { escapeJsonPointer } from '../../json/json-pointer.ts';
import type { JsonPatchOperation } from './json-patch.ts';

/**
 * The operations that turn `before` into `after`; none if they are the same. The patch shares values with `after`.
 * Values may nest up to a thousand levels.
 */
export function createJsonPatch(before: unknown, after: unknown): JsonPatchOperation[] {
  const patch: JsonPatchOperation[] = [];
  diff({ path: '', depth: 0, patch }, before, after);
  return patch;
}

/** Where in the documents we are, and where the operations go. */
interface Place {
  readonly path: string;
  readonly depth: number;
  readonly patch: JsonPatchOperation[];
}

function diff(place: Place, before: unknown, after: unknown): void {
  if (before === after) return;
  checkDepth(place.depth, 'a document to make a JSON Patch from');
  if (isJsonArray(before) && isJsonArray(after)) diffLists(place, before, after);
  else if (isJsonObject(before) && isJsonObject(after)) diffObjects(place, before, after);
  else if (!deepEqual(before, after)) place.patch.push({ op: 'replace', path: place.path, value: after });
}

type Properties = Readonly<Record<string, unknown>>;

function diffObjects(place: Place, before: Properties, after: Properties): void {
  for (const key of definedKeys(before)) {
    const at = inside(place, escapeJsonPointer(key));
    if (hasDefined(after, key)) diff(at, before[key], after[key]);
    else place.patch.push({ op: 'remove', path: at.path });
  }
  for (const key of definedKeys(after)) {
    if (hasDefined(before, key)) continue;
    place.patch.push({ op: 'add', path: inside(place, escapeJsonPointer(key)).path, value: after[key] });
  }
}

/** Lists of the same length are compared by position; looking for what they share would cost another walk per level. */
function diffLists(place: Place, before: readonly unknown[], after: readonly unknown[]): void {
  const shorter = Math.min(before.length, after.length);
  const isSameLength = before.length === after.length;
  const start = isSameLength ? 0 : sharedAtStart(before, after, shorter);
  const end = isSameLength ? 0 : sharedAtEnd(before, after, shorter - start);
  for (let at = start; at < shorter - end; at++) diff(inside(place, at), before[at], after[at]);
  for (let at = before.length - end - 1; at >= shorter - end; at--) {
    place.patch.push({ op: 'remove', path: inside(place, at).path });
  }
  for (let at = shorter - end; at < after.length - end; at++) {
    place.patch.push({ op: 'add', path: inside(place, at).path, value: after[at] });
  }
}

function sharedAtStart(before: readonly unknown[], after: readonly unknown[], limit: number): number {
  let shared = 0;
  while (shared < limit && deepEqual(before[shared], after[shared])) shared++;
  return shared;
}

function sharedAtEnd(before: readonly unknown[], after: readonly unknown[], limit: number): number {
  let shared = 0;
  while (shared < limit && deepEqual(before.at(-1 - shared), after.at(-1 - shared))) shared++;
  return shared;
}

function inside({ path, depth, patch }: Place, token: string | number): Place {
  return { path: `${path}/${token}`, depth: depth + 1, patch };
}

function definedKeys(properties: Properties): string[] {
  return Object.keys(properties).filter((key) => properties[key] !== undefined);
}

function hasDefined(properties: Properties, key: string): boolean {
  return Object.hasOwn(properties, key) && properties[key] !== undefined;
}
