/**
 * The latest runs of each object, so that somebody can ask why: few per object, and of few objects, so that it stays small.
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
    const known = this.#runs.get(id) ?? [];
    this.#runs.delete(id); // the latest touched come last
    this.#runs.set(id, [...known, record].slice(-this.#perObject));
    for (const oldest of this.#runs.keys()) {
      if (this.#runs.size <= this.#objects) return;
      this.#runs.delete(oldest);
    }
  }

  /** The latest runs of an object, the oldest first. */
  of(controller: string, key: string, cluster = ''): readonly ReconcileRecord[] {
    return this.#runs.get(idOf(controller, key, cluster)) ?? [];
  }

  /** All that is kept. */
  all(): readonly ReconcileRecord[] {
    return [...this.#runs.values()].flat();
  }
}

const idOf = (controller: string, key: string, cluster: string): string => `${controller} ${cluster} ${key}`;
