/**
 * Which fields differ between two states of an object, as paths. Bookkeeping of the server (version, managed fields) does not count.
 */
import { isJsonArray, isJsonObject } from '@reeve/machinery';

const most = 20;
const bookkeeping = new Set(['metadata.resourceVersion', 'metadata.managedFields', 'metadata.generation']);

/** The paths that changed, at most 20, in the order of the fields. */
export function changedPaths(old: unknown, now: unknown): readonly string[] {
  const paths: string[] = [];
  compare(old, now, '', paths);
  return paths;
}

function compare(old: unknown, now: unknown, path: string, paths: string[]): void {
  if (old === now || paths.length >= most || bookkeeping.has(path)) return;
  if (isJsonObject(old) && isJsonObject(now)) {
    for (const field of new Set([...Object.keys(old), ...Object.keys(now)])) {
      compare(old[field], now[field], path === '' ? field : `${path}.${field}`, paths);
    }
  } else if (isJsonArray(old) && isJsonArray(now) && old.length === now.length) {
    old.forEach((item, at) => compare(item, now[at], `${path}[${at}]`, paths));
  } else if (!Object.is(old, now)) paths.push(path);
}
