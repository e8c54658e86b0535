/**
 * The word that somebody probably meant: the nearest of those there are, if it is near enough.
 */

/** The nearest candidate, or undefined when none is like it. Upper and lower case are the same. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** How many letters must be added, left out, changed or swapped with their neighbour. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const change = (last[column - 1] ?? 0) + (isSame ? 0 : 1);
      const swap = isSwap ? (before[column - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(change, swap, (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    [before, last] = [last, next];
  }
  return last.at(-1) ?? 0;
}
