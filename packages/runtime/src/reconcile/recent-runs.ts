/**
 * The latest runs of each object, so that somebody can ask why: few per object, and of few objects, so that it stays small. Of runs in a row that found nothing to do the first and the latest are
 * kept, so that many of them neither fill memory nor push out those that did something.
 */
import type { ReconcileRecord } from '../manager/manager-options.ts';

/** How much is kept. */
export interface RecentRunsOptions {
  /** Runs per object; 16 unless given. */
  readonly perObject?: number;
  /** Objects; 10,000 unless given, the longest untouched go first. */
  readonly objects?: number;
}

/** A bounded memory of runs. */
export class RecentRuns {
  readonly #perObject: number;
  readonly #objects: number;
  readonly #runs = new Map<string, ReconcileRecord[]>();

  constructor({ perObject = 16, objects = 10_000 }: RecentRunsOptions = {}) {
    this.#perObject = perObject;
    this.#objects = objects;
  }

  add(record: ReconcileRecord): void {
    const id = idOf(record.controller, record.request.key, record.request.cluster);
    const runs = this.#runs.get(id) ?? [];
    if (isQuiet(record) && isQuiet(runs.at(-1)) && isQuiet(runs.at(-2))) runs.pop();
    runs.push(record);
    if (runs.length > this.#perObject) runs.shift();
    this.#runs.delete(id); // the latest touched come last
    this.#runs.set(id, runs);
    if (this.#runs.size <= this.#objects) return;
    for (const oldest of this.#runs.keys()) {
      if (this.#runs.size <= this.#objects) return;
      this.#runs.delete(oldest);
    }
  }

  /** The latest runs of an object, the oldest first. */
  of(controller: string, key: string, cluster = ''): readonly ReconcileRecord[] {
    return [...(this.#runs.get(idOf(controller, key, cluster)) ?? [])];
  }

  /** All that is kept. */
  all(): readonly ReconcileRecord[] {
    return [...this.#runs.values()].flat();
  }
}

/** It went well, wrote nothing and took no steps: there is no more to say than that it was. */
const isQuiet = (run: ReconcileRecord | undefined): boolean =>
  run !== undefined && run.outcome.type === 'success' && run.writes.length === 0 && run.steps.length === 0;

const idOf = (controller: string, key: string, cluster: string): string => `${controller} ${cluster} ${key}`;
