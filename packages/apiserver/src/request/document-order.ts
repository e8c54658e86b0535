/**
 * The order in which a document mentions its fields, so that what is odd about them is told in that order.
 */
import { isJsonArray, isJsonObject } from '@reeve/machinery';

/** Sorts things by where their paths (`spec.ports[0].name`) come in a document; paths that are not in it come last. */
export function inDocumentOrder<T>(
  document: unknown,
  things: readonly T[],
  pathOf: (thing: T) => string,
): readonly T[] {
  if (things.length < 2) return things;
  const places = new Map<string, number>();
  for (const path of pathsIn(document)) if (!places.has(path)) places.set(path, places.size);
  const placeOf = (thing: T) => places.get(pathOf(thing)) ?? Infinity;
  return things.toSorted((a, b) => placeOf(a) - placeOf(b) || 0);
}

function* pathsIn(document: unknown): Generator<string, void, void> {
  const waiting: { path: string; value: unknown }[] = [{ path: '', value: document }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.path !== '') yield next.path;
    waiting.push(...childrenOf(next.path, next.value).toReversed());
  }
}

function childrenOf(path: string, value: unknown): { path: string; value: unknown }[] {
  if (isJsonArray(value)) return value.map((item, index) => ({ path: `${path}[${index}]`, value: item }));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, item]) => ({ path: path === '' ? key : `${path}.${key}`, value: item }));
}
