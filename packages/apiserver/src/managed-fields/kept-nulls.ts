/**
 * Nulls that are lost when a custom resource is completed, put back: what an apply leaves of a map that it empties is null, and a schema that does not take
 * null refuses it.
 */
import { isJsonArray, isJsonObject } from '@reeve/machinery';

/** `after` with null where `before` has it and `after` has nothing. */
export function withNullsOf(before: unknown, after: unknown): unknown {
  if (isJsonArray(before) && isJsonArray(after))
    return sameOr(
      after,
      after.map((item, index) => withNullsOf(before[index], item)),
    );
  if (!isJsonObject(before) || !isJsonObject(after)) return after;
  const entries = Object.entries(before).map(([name, value]) => {
    if (value === null && !Object.hasOwn(after, name)) return [name, null] as const;
    return [name, withNullsOf(value, after[name])] as const;
  });
  const isSame = entries.every(([name, value]) => after[name] === value);
  return isSame ? after : { ...after, ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)) };
}

function sameOr(list: readonly unknown[], mapped: readonly unknown[]): readonly unknown[] {
  return mapped.every((item, index) => item === list[index]) ? list : mapped;
}
