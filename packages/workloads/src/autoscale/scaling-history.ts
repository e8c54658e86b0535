/**
 * What an autoscaler has recommended and done lately, so that it does not follow every whim of its metrics. Kept in memory; a process that begins has the present number
 * as its first recommendation.
 * Upstream: kubernetes pkg/controller/podautoscaler recommendations and scale events.
 */

/** Something at a moment. */
interface Dated {
  readonly timeMs: number;
  readonly count: number;
}

/** The history of one autoscaler. */
export class ScalingHistory {
  #recommendations: readonly Dated[];
  #changes: readonly Dated[] = [];

  constructor(replicas: number, nowMs: number) {
    this.#recommendations = [{ count: replicas, timeMs: nowMs }];
  }

  /** The recommendations since a moment, the latest not included. */
  since(fromMs: number): readonly number[] {
    return this.#recommendations.filter(({ timeMs }) => timeMs >= fromMs).map(({ count }) => count);
  }

  recommended(count: number, nowMs: number): void {
    this.#recommendations = [...recent(this.#recommendations, nowMs), { count, timeMs: nowMs }];
  }

  /** By how many the replicas have grown since a moment; those taken away count against it. */
  changeSince(fromMs: number): number {
    return this.#changes.filter(({ timeMs }) => timeMs > fromMs).reduce((sum, { count }) => sum + count, 0);
  }

  rescaled(by: number, nowMs: number): void {
    this.#changes = [...recent(this.#changes, nowMs), { count: by, timeMs: nowMs }];
  }
}

/** Windows and periods are half an hour at most; an hour is remembered. */
const recent = (all: readonly Dated[], nowMs: number): readonly Dated[] =>
  all.filter(({ timeMs }) => timeMs > nowMs - 3_600_000);
