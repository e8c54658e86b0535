/**
 * Which fields differ between two states of an object, as paths. Bookkeeping of the server (version, managed fields) does not count.
 */
import { isJsonArray, isJsonObject, stableHash } from '@reeve/machinery';
import type { ReadonlyJsonObject } from '@reeve/machinery';

const most = 20;
const bookkeeping = new Set(['metadata.resourceVersion', 'metadata.managedFields', 'metadata.generation']);

/** The paths that changed, at most 20, in the order of the fields. */
export const changedPaths = (old: unknown, now: unknown): readonly string[] =>
  changesBetween(old, now).map(({ path }) => path);

/** The same, with a hash of what is at these paths before and after. */
export function changedFields(
  old: unknown,
  now: unknown,
): { readonly changed: readonly string[]; readonly diff: string } {
  const changes = changesBetween(old, now);
  const values = changes.map((one) => [one.path, one.old ?? null, one.now ?? null]);
  return { changed: changes.map(({ path }) => path), diff: stableHash(values) };
}

interface FieldChange {
  readonly path: string;
  readonly old: unknown;
  readonly now: unknown;
}

function changesBetween(old: unknown, now: unknown): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  compare(old, now, '', changes);
  return changes;
}

function compare(old: unknown, now: unknown, path: string, changes: FieldChange[]): void {
  if (old === now || changes.length >= most || bookkeeping.has(path)) return;
  if (isJsonObject(old) && isJsonObject(now)) {
    for (const field of Object.keys(old)) compareField(field, old, now, path, changes);
    for (const field of Object.keys(now)) if (!Object.hasOwn(old, field)) compareField(field, old, now, path, changes);
  } else if (isJsonArray(old) && isJsonArray(now) && old.length === now.length) {
    for (let at = 0; at < old.length; at += 1)
      if (old[at] !== now[at]) compare(old[at], now[at], `${path}[${at}]`, changes);
  } else if (!Object.is(old, now)) changes.push({ path, old, now });
}

/** Most fields are the same on both sides, and need no path. */
function compareField(
  field: string,
  old: ReadonlyJsonObject,
  now: ReadonlyJsonObject,
  path: string,
  changes: FieldChange[],
): void {
  if (old[field] !== now[field]) compare(old[field], now[field], path === '' ? field : `${path}.${field}`, changes);
}
