/**
 * Which schemas lead to which.
 */
import { isJsonArray, isJsonObject } from '@reeve/machinery';

const prefix = '#/components/schemas/';

/** The schemas that some names lead to, themselves included, by name. */
export function reachable<Schema>(
  names: readonly string[],
  all: Readonly<Record<string, Schema>>,
): Record<string, Schema> {
  const found = new Map<string, Schema>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = Object.hasOwn(all, name) ? all[name] : undefined;
    if (schema === undefined || found.has(name)) continue;
    found.set(name, schema);
    waiting.push(...referencesIn(schema));
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Walks without recursion: a definition may be nested as deep as its author likes. */
function referencesIn(root: unknown): string[] {
  const names: string[] = [];
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (isJsonArray(value)) for (const item of value) waiting.push(item);
    else if (isJsonObject(value)) {
      const reference = value['$ref'];
      if (typeof reference === 'string' && reference.startsWith(prefix)) names.push(reference.slice(prefix.length));
      for (const item of Object.values(value)) waiting.push(item);
    }
  }
  return names;
}
