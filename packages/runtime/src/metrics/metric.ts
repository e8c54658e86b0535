/**
 * A metric in a registry of prom-client whose series are plain numbers. A run counts a dozen things, and a counter of the library puts labels into words for each of them, which costs more than the
 * run. Here the place of a series is found once and kept by whoever counts; words are made when somebody reads.
 */

/** What a metric is called, and what it says. */
export interface MetricFacts {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  readonly buckets?: readonly number[];
}

/** What a metric is, as Prometheus calls it. */
export type MetricType = 'counter' | 'gauge' | 'histogram';

/** A number of a series. */
export interface Sample {
  readonly value: number;
  /** What is added to the metric's name. */
  readonly suffix?: string;
  /** What is added before the labels of the series. */
  readonly labels?: Readonly<Record<string, string | number>>;
}

/** The numbers of one series. */
export interface Cell {
  samples(): readonly Sample[];
  /** Begins anew, for those who keep it as well. */
  reset(): void;
}

/** A metric, which a registry reads as it reads those of its library. */
export class Metric<C extends Cell> {
  /** The registry takes the ending off the names of counters where the format wants it so. */
  name: string;
  readonly help: string;
  readonly type: MetricType;
  readonly labelNames: readonly string[];
  /** How several processes are put together. */
  readonly aggregator = 'sum';
  readonly #make: () => C;
  readonly #series = new Map<string, { readonly labels: Readonly<Record<string, string>>; readonly cell: C }>();
  /** Brings up to date what is not counted as it happens. */
  readonly #beforeRead: (() => void) | undefined;

  constructor(type: MetricType, { name, help, labels = [] }: MetricFacts, make: () => C, beforeRead?: () => void) {
    this.name = name;
    this.help = help;
    this.type = type;
    this.labelNames = labels;
    this.#make = make;
    this.#beforeRead = beforeRead;
    this.clear();
  }

  /** The numbers of the series with these values of the labels, in their order; they begin now, unless they are there. */
  at(...values: readonly string[]): C {
    const key = keyOf(values);
    const known = this.#series.get(key);
    if (known !== undefined) return known.cell;
    const cell = this.#make();
    const labels = Object.fromEntries(this.labelNames.map((label, nth) => [label, values[nth] ?? '']));
    this.#series.set(key, { labels, cell });
    return cell;
  }

  remove(...values: readonly string[]): void {
    this.#series.delete(keyOf(values));
  }

  /** Lets all series go. What has no labels has one, always. */
  clear(): void {
    this.#series.clear();
    if (this.labelNames.length === 0) this.at();
  }

  /** All series begin anew. */
  reset(): void {
    for (const { cell } of this.#series.values()) cell.reset();
  }

  /** What there is now, as the library tells it. */
  async get(): Promise<object> {
    this.#beforeRead?.();
    const { help, name, type, aggregator } = this;
    const values = [...this.#series.values()].flatMap(({ labels, cell }) =>
      cell.samples().map((sample) => ({
        value: sample.value,
        labels: { ...sample.labels, ...labels },
        ...(sample.suffix !== undefined && { metricName: `${name}${sample.suffix}` }),
      })),
    );
    return { help, name, type, values, aggregator };
  }
}

/** In the name of nothing. */
const divider = '\u0000';

const keyOf = (values: readonly string[]): string => (values.length === 1 ? (values[0] ?? '') : values.join(divider));
