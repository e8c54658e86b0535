/**
 * The depth of a queue, one gauge per priority. After 25 different priorities all further ones share a gauge, so that
 * priorities made from data cannot flood the registry.
 * Upstream: controller-runtime's depth metric, whose gauges seen before the limit are frozen when it is reached; here they
 * go on.
 */
import type { QueueGauge } from './queue-metrics.ts';

/** The label value under which the priorities beyond the limit are counted together. */
const PRIORITY_OVERFLOW = 'exceeded_cardinality_limit';

const MAX_PRIORITIES = 25;

/** Counts keys by priority. */
export class DepthByPriority {
  readonly #gauge: (priority: string) => QueueGauge;
  readonly #depths = new Map<number, Depth>();
  #overflow: Depth | undefined = undefined;

  constructor(gauge: (priority: string) => QueueGauge) {
    this.#gauge = gauge;
  }

  change(priority: number, by: 1 | -1): void {
    const depth = this.#depths.get(priority) ?? this.#add(priority);
    depth.value += by;
    depth.gauge.set(depth.value);
  }

  #add(priority: number): Depth {
    if (this.#depths.size >= MAX_PRIORITIES) return (this.#overflow ??= this.#start(PRIORITY_OVERFLOW));
    const depth = this.#start(String(priority));
    this.#depths.set(priority, depth);
    return depth;
  }

  #start(label: string): Depth {
    return { gauge: this.#gauge(label), value: 0 };
  }
}

interface Depth {
  readonly gauge: QueueGauge;
  value: number;
}
