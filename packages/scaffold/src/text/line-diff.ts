/**
 * Which lines two texts share, by their longest common subsequence; what a diff shows and a merge stands on.
 */

/** A run of lines: equal on both sides, or another one on each. Ends are exclusive. */
export interface Hunk {
  readonly isEqual: boolean;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** The lines of a text. The line end belongs to its line, so that a missing one at the end is a difference. */
export const linesOf = (text: string): string[] => (text === '' ? [] : (text.match(/[^\n]*\n|[^\n]+$/g) ?? []));

/** Pairs of indexes of equal lines, both rising. */
export function commonLines(from: readonly string[], to: readonly string[]): readonly (readonly [number, number])[] {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
  let end = 0;
  while (
    end < from.length - start &&
    end < to.length - start &&
    from[from.length - 1 - end] === to[to.length - 1 - end]
  )
    end += 1;
  const middle = longest(from.slice(start, from.length - end), to.slice(start, to.length - end));
  return [
    ...Array.from({ length: start }, (_, at) => [at, at] as const),
    ...middle.map(([a, b]) => [a + start, b + start] as const),
    ...Array.from({ length: end }, (_, at) => [from.length - end + at, to.length - end + at] as const),
  ];
}

/** What is above this many comparisons is taken as different altogether. */
const mostComparisons = 4_000_000;

function longest(from: readonly string[], to: readonly string[]): [number, number][] {
  if (from.length * to.length > mostComparisons) return [];
  const width = to.length + 1;
  const lengths = new Uint32Array((from.length + 1) * width);
  for (let a = from.length - 1; a >= 0; a -= 1)
    for (let b = to.length - 1; b >= 0; b -= 1)
      lengths[a * width + b] =
        from[a] === to[b]
          ? (lengths[(a + 1) * width + b + 1] ?? 0) + 1
          : Math.max(lengths[(a + 1) * width + b] ?? 0, lengths[a * width + b + 1] ?? 0);
  const pairs: [number, number][] = [];
  for (let a = 0, b = 0; a < from.length && b < to.length;) {
    if (from[a] === to[b]) pairs.push([a++, b++]);
    else if ((lengths[(a + 1) * width + b] ?? 0) >= (lengths[a * width + b + 1] ?? 0)) a += 1;
    else b += 1;
  }
  return pairs;
}

/** The runs of equal and different lines, in order. */
export function hunksOf(from: readonly string[], to: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [a, b] = [0, 0];
  const add = (isEqual: boolean, toA: number, toB: number): void => {
    if (toA > a || toB > b) hunks.push({ isEqual, from: from.slice(a, toA), to: to.slice(b, toB) });
    [a, b] = [toA, toB];
  };
  const pairs = commonLines(from, to);
  for (let at = 0; at < pairs.length;) {
    const [nextA, nextB] = pairs[at] ?? [0, 0];
    add(false, nextA, nextB);
    let length = 1;
    while (pairs[at + length]?.[0] === nextA + length && pairs[at + length]?.[1] === nextB + length) length += 1;
    add(true, nextA + length, nextB + length);
    at += length;
  }
  add(false, from.length, to.length);
  return hunks;
}
