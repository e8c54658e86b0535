/**
 * Instruments of a registry by name, made once. The library behind it is loaded only when somebody asks for metrics.
 */
import { createRequire } from 'node:module';
import type * as Library from 'prom-client';
import type { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricsRegistry } from './metrics-registry.ts';
import { Tally } from './tally.ts';

/** What a metric is called, and what it says. */
export interface MetricFacts {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  readonly buckets?: readonly number[];
}

/** Makes instruments in one registry. */
export class Instruments {
  readonly registry: Registry;
  readonly #library: typeof Library;

  constructor(registry?: MetricsRegistry) {
    this.#library = createRequire(import.meta.url)('prom-client') as typeof Library; // the package of that name, which ships inside this one
    this.registry = (registry as Registry | undefined) ?? new this.#library.Registry(); // of whatever copy of the library
  }

  /** `collect` is called before the counter is read. */
  counter({ name, help, labels = [] }: MetricFacts, collect?: (counter: Counter) => void): Counter {
    const counter: Counter = new this.#library.Counter({
      name,
      help,
      labelNames: [...labels],
      registers: [this.registry],
      ...(collect && { collect: () => collect(counter) }),
    });
    return counter;
  }

  /** A counter for what happens all the time. */
  tally(facts: MetricFacts): Tally {
    const tally = new Tally(facts.labels ?? []);
    this.counter(facts, (counter) => tally.empty(counter));
    return tally;
  }

  gauge({ name, help, labels = [] }: MetricFacts, collect?: (gauge: Gauge) => void): Gauge {
    const gauge: Gauge = new this.#library.Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [this.registry],
      ...(collect && { collect: () => collect(gauge) }),
    });
    return gauge;
  }

  histogram({ name, help, labels = [], buckets = [] }: MetricFacts): Histogram {
    return new this.#library.Histogram({
      name,
      help,
      labelNames: [...labels],
      buckets: [...buckets],
      registers: [this.registry],
    });
  }

  /** What Node says of the process: `process_*` and `nodejs_*`. */
  collectProcess(): void {
    this.#library.collectDefaultMetrics({ register: this.registry });
  }
}
