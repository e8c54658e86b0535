/**
 * Finds objects whose runs write the same again and again: two who disagree about a field, or a status that changes with every look. Such an object is held back, longer each time,
 * so that it harms neither the server nor the other objects. A run that writes nothing, or something else, ends it.
 */
import { RecentMap } from '@reeve/machinery';
import type { Clock } from '@reeve/machinery';
import type { WriteRecord } from '../write/write-record.ts';

/** A loop that goes on. */
export interface HotLoop {
  /** How many runs in a row wrote the same. */
  readonly runs: number;
  /** How long the next run is held back. */
  readonly delayMs: number;
  /** What is written again and again, for people. */
  readonly written: string;
}

interface Track extends HotLoop {
  readonly endedMs: number;
}

/** Runs further apart than this are nobody's loop. */
const togetherMs = 1000;
const [firstDelayMs, longestDelayMs] = [1000, 60_000];
const objectLimit = 10_000;

/** The loops of a controller. */
export class HotLoops {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #tolerated: number;
  readonly #tracks = new RecentMap<Track>(objectLimit);

  /** `tolerated` says how many runs in a row may write the same. */
  constructor(clock: Pick<Clock, 'monotonic'>, tolerated = 10) {
    this.#clock = clock;
    this.#tolerated = tolerated;
  }

  /** How long a run is held back yet; 0 when it may begin. */
  heldMs(key: string): number {
    if (this.#tracks.size === 0) return 0;
    const track = this.#tracks.get(key);
    return track === undefined ? 0 : Math.max(0, track.endedMs + track.delayMs - this.#clock.monotonic());
  }

  /** A run has ended without a failure: says whether it is one of a loop. */
  note(key: string, writes: readonly WriteRecord[]): HotLoop | undefined {
    const written = writes.length === 0 ? '' : describe(writes);
    if (written === '') {
      this.#tracks.delete(key);
      return undefined;
    }
    const track = this.#next(this.#tracks.get(key), written);
    this.#tracks.set(key, track);
    return track.delayMs > 0 ? track : undefined;
  }

  #next(before: Track | undefined, written: string): Track {
    const endedMs = this.#clock.monotonic();
    const isSame = before?.written === written && endedMs - before.endedMs <= togetherMs + 2 * before.delayMs;
    if (!isSame) return { written, endedMs, runs: 1, delayMs: 0 };
    const runs = before.runs + 1;
    const delayMs = runs < this.#tolerated ? 0 : Math.min(longestDelayMs, before.delayMs * 2 || firstDelayMs);
    return { written, endedMs, runs, delayMs };
  }
}

/** True when a run changed something, or may have. */
export const hasWritten = (writes: readonly WriteRecord[]): boolean => describe(writes) !== '';

const describe = (writes: readonly WriteRecord[]): string =>
  writes
    .filter(({ skipped, changed }) => skipped !== true && changed?.length !== 0)
    .map(({ verb, kind, key, changed = [] }) => `${verb} ${kind} ${key} ${changed.join(', ')}`.trimEnd())
    .join('; ');
