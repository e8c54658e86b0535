/**
 * Counters and histograms in Prometheus' text form.
 */

export type Labels = Readonly<Record<string, string | number>>;

/** A family of series under one name: each has labels, and a value that only its key finds. */
export class Series {
  readonly #values = new Map<string, { readonly labels: Labels; value: number }>();

  add(key: string, labels: () => Labels, by: number): void {
    const known = this.#values.get(key);
    if (known) known.value += by;
    else this.#values.set(key, { labels: labels(), value: by });
  }

  /** One more with these labels. */
  count(labels: Labels): void {
    this.add(printLabels(labels), () => labels, 1);
  }

  /** The lines of the family; none as long as nothing was counted, unless it is always shown. */
  print(name: string, type: 'counter' | 'gauge', isAlwaysShown = false): string[] {
    if (this.#values.size === 0 && !isAlwaysShown) return [];
    return [
      `# TYPE ${name} ${type}`,
      ...Array.from(this.#values.values(), ({ labels, value }) => `${name}{${printLabels(labels)}} ${value}`),
    ];
  }
}

/** How often a value was at most so much. */
export class Histogram {
  readonly #bounds: readonly number[];
  readonly #values = new Map<
    string,
    { readonly labels: Labels; readonly counts: number[]; sum: number; count: number }
  >();

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
  }

  observe(labels: Labels, value: number): void {
    const key = printLabels(labels);
    let known = this.#values.get(key);
    if (known === undefined)
      this.#values.set(key, (known = { labels, counts: this.#bounds.map(() => 0), sum: 0, count: 0 }));
    for (const [index, bound] of this.#bounds.entries())
      if (value <= bound) known.counts[index] = (known.counts[index] ?? 0) + 1;
    known.sum += value;
    known.count += 1;
  }

  print(name: string): string[] {
    if (this.#values.size === 0) return [];
    return [
      `# TYPE ${name} histogram`,
      ...Array.from(this.#values.values(), ({ labels, counts, sum, count }) => [
        ...this.#bounds.map((le, index) => `${name}_bucket{${printLabels({ ...labels, le })}} ${counts[index]}`),
        `${name}_bucket{${printLabels({ ...labels, le: '+Inf' })}} ${count}`,
        `${name}_sum{${printLabels(labels)}} ${sum}`,
        `${name}_count{${printLabels(labels)}} ${count}`,
      ]).flat(),
    ];
  }
}

const printLabels = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(String(value))}`)
    .join(',');
