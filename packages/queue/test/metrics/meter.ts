/**
 * A registry for tests: it keeps the last value of every gauge and counter and all observations of every histogram.
 */
import type { QueueMetricsProvider } from '@reeve/queue';

/** Metrics by name, the priority in braces where there is one. */
export class Meter implements QueueMetricsProvider {
  readonly values = new Map<string, number>();
  readonly observations = new Map<string, number[]>();
  readonly labels: object[] = [];

  counter(...[name, labels]: Parameters<QueueMetricsProvider['counter']>) {
    this.#start(name, labels);
    return { inc: () => void this.values.set(name, this.value(name) + 1) };
  }

  gauge(...[name, labels]: Parameters<QueueMetricsProvider['gauge']>) {
    const id = this.#start(labels.priority === undefined ? name : `${name}{${labels.priority}}`, labels);
    return { set: (value: number) => void this.values.set(id, value) };
  }

  histogram(...[name, labels]: Parameters<QueueMetricsProvider['histogram']>) {
    this.labels.push({ metric: name, ...labels });
    this.observations.set(name, []);
    return { observe: (value: number) => void this.observations.get(name)?.push(value) };
  }

  value(id: string): number {
    const value = this.values.get(id);
    if (value === undefined) throw new Error(`nobody asked for ${id}`);
    return value;
  }

  #start(id: string, labels: object): string {
    this.labels.push({ metric: id, ...labels });
    this.values.set(id, 0);
    return id;
  }
}
