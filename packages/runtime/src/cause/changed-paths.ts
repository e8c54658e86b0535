/**
 * Which fields differ between two states of an object, as paths. Bookkeeping of the server (version, managed fields) does not count.
 */
import { isJsonArray, isJsonObject, stableHash } from '@reeve/machinery';
import type { ReadonlyJsonObject } from '@reeve/machinery';

const most = 20;

/** Parts of the metadata that only the server counts. */
const bookkeeping = new Set(['resourceVersion', 'managedFields', 'generation']);

/** A field that is not what it was. */
export interface FieldChange {
  readonly path: string;
  readonly old: unknown;
  readonly now: unknown;
}

/** The paths that changed, at most 20, in the order of the fields. */
export const changedPaths = (old: unknown, now: unknown): readonly string[] =>
  changesBetween(old, now).map(({ path }) => path);

/** The fields that changed, at most 20, in their order. */
export function changesBetween(old: unknown, now: unknown): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  compare(old, now, [], changes);
  return changes;
}

/** A hash of paths, and of what they led to before and after. */
export const hashOfChanges = (
  paths: readonly string[],
  before: readonly unknown[],
  after: readonly unknown[],
): string => stableHash(paths.map((path, at) => [path, before[at] ?? null, after[at] ?? null]));

/** The way to a value: names of fields, and places in lists. It becomes a path only where something differs, as most does not. */
type Way = (string | number)[];

function compare(old: unknown, now: unknown, way: Way, changes: FieldChange[]): void {
  if (old === now || changes.length >= most) return;
  if (isJsonObject(old) && isJsonObject(now)) compareFields(old, now, way, changes);
  else if (isJsonArray(old) && isJsonArray(now) && old.length === now.length)
    for (let at = 0; at < old.length; at += 1) compareAt(at, old[at], now[at], way, changes);
  else if (!Object.is(old, now)) changes.push({ path: pathOf(way), old, now });
}

function compareFields(old: ReadonlyJsonObject, now: ReadonlyJsonObject, way: Way, changes: FieldChange[]): void {
  const isMetadata = way.length === 1 && way[0] === 'metadata';
  for (const field in old)
    if (!isMetadata || !bookkeeping.has(field)) compareAt(field, old[field], now[field], way, changes);
  for (const field in now)
    if (!Object.hasOwn(old, field) && (!isMetadata || !bookkeeping.has(field)))
      compareAt(field, undefined, now[field], way, changes);
}

function compareAt(place: string | number, old: unknown, now: unknown, way: Way, changes: FieldChange[]): void {
  if (old === now) return;
  way.push(place);
  compare(old, now, way, changes);
  way.pop();
}

const pathOf = (way: Way): string =>
  shared(
    way.reduce<string>((path, place) => {
      if (typeof place === 'number') return `${path}[${place}]`;
      return path === '' ? place : `${path}.${place}`;
    }, ''),
  );

/** The text that was made of the same path before. There are few paths, and records that are kept for long name them again and again. */
function shared(path: string): string {
  const known = knownPaths.get(path);
  if (known !== undefined) return known;
  if (knownPaths.size >= mostPaths) knownPaths.clear();
  knownPaths.set(path, path);
  return path;
}

const knownPaths = new Map<string, string>();
const mostPaths = 1000;
