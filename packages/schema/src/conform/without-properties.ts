/**
 * A value that no schema describes, pruned: scalars stay, lists stay as lists, and objects lose all their properties. It
 * does not recurse, as lists in lists may come in any depth.
 * Upstream: pruning of a value without a schema.
 */
import type { ReadonlyJson, ReadonlyJsonArray } from '@reeve/machinery';
import { isJsonArray, isJsonObject } from '@reeve/machinery';

/** A list on the way down, and what has become of its elements so far. */
interface OpenList {
  readonly before: ReadonlyJsonArray;
  readonly after: ReadonlyJson[];
}

/** The value without properties; `dropped` is told the path of each. A value that had none is returned as it is. */
export function withoutProperties(
  value: ReadonlyJson,
  dropped: (steps: readonly (string | number)[]) => void,
): ReadonlyJson {
  if (!isJsonArray(value)) return emptied(value, () => [], dropped);
  const open: OpenList[] = [{ before: value, after: [] }];
  for (let list = open.at(-1); list !== undefined; list = open.at(-1)) {
    const { before, after } = list;
    const element = before[after.length];
    if (isJsonArray(element)) {
      open.push({ before: element, after: [] });
    } else if (element !== undefined) {
      after.push(emptied(element, () => open.map((each) => each.after.length), dropped));
    } else {
      const closed = after.every((each, at) => each === before[at]) ? before : after;
      open.pop();
      const outer = open.at(-1);
      if (outer === undefined) return closed;
      outer.after.push(closed);
    }
  }
  return value;
}

function emptied(
  value: ReadonlyJson,
  indexes: () => readonly number[],
  dropped: (steps: readonly (string | number)[]) => void,
): ReadonlyJson {
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value);
  for (const name of names) dropped([...indexes(), name]);
  return names.length === 0 ? value : {};
}
