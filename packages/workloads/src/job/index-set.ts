/**
 * A set of completion indexes, kept and written as ranges: `0-2,5,7,8`. A value: every change gives another set.
 * Upstream: kubernetes pkg/controller/job orderedIntervals, and the text of a Job's status.completedIndexes.
 *
 * Invariant: ranges are in order, and at least one index is missing between any two.
 */

/** The first and the last index of a range. */
type Range = readonly [first: number, last: number];

/** A set of indexes. */
export class IndexSet {
  static readonly empty = new IndexSet([]);
  readonly #ranges: readonly Range[];

  private constructor(ranges: readonly Range[]) {
    this.#ranges = ranges;
  }

  /** The set of these indexes. */
  static of(indexes: Iterable<number>): IndexSet {
    return new IndexSet(merged([...indexes].map((index): Range => [index, index])));
  }

  /** Reads the text of a status or a policy, as far as it can be read; indexes from `below` on are left out. */
  static parse(text: string | undefined, below: number): IndexSet {
    const ranges = (text ?? '').split(',').flatMap((part) => rangeOf(part, below));
    return new IndexSet(merged(ranges));
  }

  get size(): number {
    return this.#ranges.reduce((total, [first, last]) => total + last - first + 1, 0);
  }

  has(index: number): boolean {
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.[1] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return (this.#ranges[low]?.[0] ?? Infinity) <= index;
  }

  union(other: IndexSet): IndexSet {
    return new IndexSet(merged([...this.#ranges, ...other.#ranges]));
  }

  /** How many indexes both sets have. */
  overlap(other: IndexSet): number {
    return this.size + other.size - this.union(other).size;
  }

  /** The first so many indexes below a number that are not in the set. */
  firstMissing(count: number, below: number): number[] {
    const missing: number[] = [];
    let next = 0;
    for (const [first, last] of [...this.#ranges, [below, below] as const]) {
      for (; next < Math.min(first, below) && missing.length < count; next += 1) missing.push(next);
      next = Math.max(next, last + 1);
    }
    return missing;
  }

  toString(): string {
    return this.#ranges.map(textOf).join(',');
  }
}

function merged(ranges: readonly Range[]): Range[] {
  const result: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([one], [other]) => one - other)) {
    const before = result.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else result.push([first, last]);
  }
  return result;
}

function rangeOf(part: string, below: number): Range[] {
  const match = /^(\d+)(?:-(\d+))?$/.exec(part);
  if (match === null) return [];
  const first = Number(match[1]);
  const last = Math.min(Number(match[2] ?? first), below - 1);
  return first <= last ? [[first, last]] : [];
}

/** Two neighbours are written one by one. */
function textOf([first, last]: Range): string {
  if (first === last) return `${first}`;
  return first + 1 === last ? `${first},${last}` : `${first}-${last}`;
}
