/**
 * Writes a value with all its parts in one of Go's notations. Keys are sorted, so that equal values have equal text. It does
 * not recurse, so that any depth is fine.
 */
import type { JsonScalar, ReadonlyJson } from '@reeve/machinery';
import { compareText, isJsonArray } from '@reeve/machinery';

/** A notation. */
export interface TreeNotation {
  readonly list: readonly [open: string, close: string];
  readonly object: readonly [open: string, close: string];
  readonly separator: string;
  /** A key with what stands between it and its value. */
  readonly key: (key: string) => string;
  readonly scalar: (value: JsonScalar) => string;
}

/** The text of a value. */
export function treeText(value: ReadonlyJson, notation: TreeNotation): string {
  const waiting: (ReadonlyJson | Literal)[] = [value];
  let text = '';
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next instanceof Literal) text += next.text;
    else if (typeof next === 'object' && next !== null) text += open(next, notation, waiting);
    else text += notation.scalar(next);
  }
  return text;
}

/** Text that is ready to be written, among values that are not. */
class Literal {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Puts the parts of a value on the list, the last one first, and returns the bracket that opens it. */
function open(value: object & ReadonlyJson, notation: TreeNotation, waiting: (ReadonlyJson | Literal)[]): string {
  const { list, object, separator } = notation;
  if (isJsonArray(value)) {
    waiting.push(new Literal(list[1]));
    for (let at = value.length - 1; at >= 0; at--) {
      waiting.push(value[at] ?? null);
      if (at > 0) waiting.push(new Literal(separator));
    }
    return list[0];
  }
  waiting.push(new Literal(object[1]));
  const keys = Object.keys(value).toSorted(compareText);
  for (let at = keys.length - 1; at >= 0; at--) {
    const key = keys[at] ?? '';
    waiting.push(value[key] ?? null, new Literal(`${at > 0 ? separator : ''}${notation.key(key)}`));
  }
  return object[0];
}
