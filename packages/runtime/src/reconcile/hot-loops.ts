/**
 * Finds objects whose runs write the same again and again: two who disagree about a field, whose writes change the same values each time; or a status that changes with every look, whose runs
 * nothing but the write of the run before has caused. A count that moves because the world does is neither. Such an object is held back, longer each time, so that it harms neither the
 * server nor the other objects. A run that writes nothing, or something else, ends it; that a run's own write is looked at once more does not.
 */
import { RecentMap } from '@reeve/machinery';
import type { Clock } from '@reeve/machinery';
import type { Cause } from '../cause/cause.ts';
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
  /** What exactly was changed, values included. */
  readonly diffs: string;
  /** What came of the writes of the last run. */
  readonly versions: readonly string[];
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

  /** True while no run wrote anything lately, as mostly: then there is nothing to ask. */
  get isQuiet(): boolean {
    return this.#tracks.size === 0;
  }

  /** How long a run is held back yet; 0 when it may begin. */
  heldMs(key: string): number {
    const track = this.#tracks.get(key);
    return track === undefined ? 0 : Math.max(0, track.endedMs + track.delayMs - this.#clock.monotonic());
  }

  /** A run has ended without a failure: says whether it is one of a loop. */
  note(key: string, writes: readonly WriteRecord[], causes: readonly Cause[] = []): HotLoop | undefined {
    if (this.#tolerated === Infinity) return undefined; // nothing is ever held back, so that nothing need be remembered
    const sent = writes.length === 0 ? writes : writes.filter(isSent);
    const before = this.#tracks.get(key);
    if (sent.length === 0) {
      if (before !== undefined && !isEcho(causes, before)) this.#tracks.delete(key);
      return undefined;
    }
    const track = this.#next(before, sent, causes);
    this.#tracks.set(key, track);
    return track.delayMs > 0 ? track : undefined;
  }

  #next(before: Track | undefined, sent: readonly WriteRecord[], causes: readonly Cause[]): Track {
    const endedMs = this.#clock.monotonic();
    const versions = sent.flatMap(({ version = [] }) => version);
    const now = { written: describe(sent), diffs: sent.map(({ diff = '' }) => diff).join(), versions, endedMs };
    const isTogether = before !== undefined && endedMs - before.endedMs <= togetherMs + 2 * before.delayMs;
    if (!isTogether || !isSame(before, now, causes)) return { ...now, runs: 1, delayMs: 0 };
    const runs = before.runs + 1;
    const delayMs = runs < this.#tolerated ? 0 : Math.min(longestDelayMs, before.delayMs * 2 || firstDelayMs);
    return { ...now, runs, delayMs };
  }
}

/** The same fields with the same values, or because of nothing but what the run before wrote; one that was held back comes by itself. */
function isSame(before: Track, now: Pick<Track, 'written' | 'diffs'>, causes: readonly Cause[]): boolean {
  if (before.written !== now.written) return false;
  const others = before.delayMs === 0 ? causes : causes.filter(({ type }) => type !== 'requeue');
  return before.diffs === now.diffs || (causes.length > 0 && others.every((cause) => isOwn(cause, before)));
}

/** A run that only hears of what the run before wrote: that it finds nothing to do says nothing. */
const isEcho = (causes: readonly Cause[], before: Track): boolean =>
  causes.length > 0 && causes.every((cause) => isOwn(cause, before));

const isOwn = ({ type, to }: Cause, { versions }: Track): boolean =>
  type === 'update' && to !== undefined && versions.includes(to);

/** True when a run changed something, or may have. */
export const hasWritten = (writes: readonly WriteRecord[]): boolean => writes.some(isSent);

const isSent = ({ skipped, changed }: WriteRecord): boolean => skipped !== true && changed?.length !== 0;

const describe = (sent: readonly WriteRecord[]): string =>
  sent.map(({ verb, kind, key, changed = [] }) => `${verb} ${kind} ${key} ${changed.join(', ')}`.trimEnd()).join('; ');
