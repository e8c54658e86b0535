/**
 * The changes of one resource through one selection in one encoding, in batches. All watchers that look at the same share a feed: each change is judged and
 * encoded once, and a batch is kept for as long as the watchers take their turns.
 */
import type { LogEntry, ResourceTable, StoredObject } from '@reeve/registry';
import { EventBatch } from './event-batch.ts';
import type { EventEncoder } from './event-encoder.ts';
import { transitionOf } from './transition.ts';

/** A batch ends when it is this long. */
const batchBytes = 64 * 1024;

/** What a watcher sees of a resource, and how it is written. */
export interface EventView {
  readonly encoder: EventEncoder;
  matches(stored: StoredObject): boolean;
}

/** A batch, which may be empty, and the position after it. */
export interface Step {
  readonly batch: EventBatch;
  readonly next: number;
}

export class EventFeed {
  readonly resources: ResourceTable;
  readonly #view: EventView;
  /** By the position they begin at; absent for a feed that has one watcher only. */
  readonly #steps: Map<number, Step> | undefined;

  constructor(resources: ResourceTable, view: EventView, isShared: boolean) {
    this.resources = resources;
    this.#view = view;
    this.#steps = isShared ? new Map() : undefined;
  }

  /** What follows a position, as far as one batch goes; undefined at the end, `'gone'` when history has passed the position. */
  stepFrom(position: number): Step | undefined | 'gone' {
    const { log } = this.resources;
    const first = log.at(position);
    if (first === 'gone' || first === undefined) return first;
    const known = this.#steps?.get(position);
    if (known !== undefined) return known;
    const step = this.#make(position);
    this.#steps?.set(position, step);
    return step;
  }

  /** Lets go of what was kept for watchers that stand at the same position. Nearly always there is nothing, and clearing an empty map would make a new one. */
  forget(): void {
    if (this.#steps !== undefined && this.#steps.size > 0) this.#steps.clear();
  }

  #make(position: number): Step {
    const { log } = this.resources;
    const frames: Uint8Array[] = [];
    let bytes = 0;
    let next = position;
    while (bytes < batchBytes) {
      const entry = log.at(next);
      if (entry === undefined || entry === 'gone') break;
      next += 1;
      const frame = this.#frameOf(entry);
      if (frame === undefined) continue;
      frames.push(frame);
      bytes += frame.length;
    }
    return { batch: new EventBatch(frames), next };
  }

  #frameOf(entry: LogEntry): Uint8Array | undefined {
    const { encoder, matches } = this.#view;
    const transition = transitionOf(entry, matches);
    if (transition === undefined) return undefined;
    return transition.type === 'departed'
      ? encoder.departure(transition.before, transition.resourceVersion)
      : encoder.change(transition.type, transition.stored);
  }
}
