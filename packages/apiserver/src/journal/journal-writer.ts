/**
 * Hands commits to a journal in order, as many at a time as have gathered while the last ones were under way. Commits that the journal did not take are undone
 * in the store by commits of their own: watchers see the change and its end, and no revision means two things.
 */
import type { Clock, Timer } from '@reeve/machinery';
import type { Commit, Store, StoredObject } from '@reeve/registry';
import type { Journal } from './journal.ts';

/**
 * How many revisions a server may give out before they are recorded. Clients see objects as soon as they are committed; a server that is started again begins
 * so far above what is recorded, and never gives out a revision that was seen before.
 */
const headroom = 1_000_000;
/** With so many commits unrecorded, writes wait. One write makes far fewer commits than the headroom has. */
const mostUnrecorded = 1000;
/** How often an idle writer asks whether the journal still has everything. */
const checkEveryMs = 2000;
/** How long the end of the server waits for the journal. */
const patienceMs = 1000;

/** The revision that a server begins with: above all that one before it can have given out, also one whose records are lost. */
export function firstRevision(recorded: readonly Commit[], now: number): number {
  const newest = recorded.reduce((most, { revision }) => Math.max(most, revision), 0);
  return Math.max(newest + headroom, Math.floor(now * 1000)); // no server writes a million times a second for long
}

/** A record of a revision alone. */
const marker = (revision: number): Commit => ({
  resource: '',
  key: '',
  revision,
  isDeleted: true,
  object: { apiVersion: '', kind: '', metadata: {} },
});

interface Unrecorded {
  readonly commit: Commit;
  /** What was there before. */
  readonly before: StoredObject | undefined;
}

export class JournalWriter {
  readonly #store: Store;
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #stop: () => void;
  readonly #everything = (): readonly Commit[] => everythingIn(this.#store);
  #waiting: Unrecorded[] = [];
  /** How many of those that wait are undone, or undo others. */
  #undone = 0;
  #newest = 0;
  #recorded = 0;
  #running: Promise<void> | undefined;
  #isLost = false;
  #timer: Timer | undefined;

  constructor(store: Store, journal: Journal, clock: Clock) {
    this.#store = store;
    this.#journal = journal;
    this.#clock = clock;
    this.#stop = store.onCommit((commit, before) => {
      this.#newest = commit.revision;
      this.#waiting.push({ commit, before });
    });
  }

  /** Records the revision that the server begins with, and what was written before it serves. */
  async begin(): Promise<void> {
    const { revision } = this.#store;
    if (revision > this.#newest) this.#waiting.push({ commit: marker(revision), before: undefined });
    this.#newest = revision;
    await this.flush();
    this.#checkLater();
  }

  /** Resolves when a write may begin; rejects while the journal is lost. Undefined where nothing has to be waited for. */
  ready(): Promise<void> | undefined {
    return this.#isLost || this.#waiting.length > mostUnrecorded ? this.flush() : undefined;
  }

  /** Resolves when everything committed so far is safe; rejects when the journal is lost, and what was committed is undone. */
  async flush(): Promise<void> {
    const wanted = this.#newest;
    while (this.#recorded < wanted) {
      this.#running ??= this.#run(() => this.#writeAll());
      await this.#running;
    }
  }

  /** Rejects when the journal is lost. */
  async check(): Promise<void> {
    this.#running ??= this.#run(async () => {
      if (this.#waiting.length > 0) await this.#writeAll();
      else await this.#journal.check?.(this.#everything);
    });
    await this.#running;
  }

  /** Writes what is left and lets go of the store; rejects where a commit is lost that was not undone. */
  async close(): Promise<void> {
    this.#stop();
    this.#timer?.cancel();
    const isUndone = this.#undone === this.#waiting.length && this.#running === undefined;
    let timer: Timer | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      const words = `${this.#waiting.length} writes are not recorded: the journal takes more than ${patienceMs / 1000} s`;
      timer = this.#clock.setTimer(patienceMs, () => reject(new Error(words)), { label: 'end of the journal' });
    });
    try {
      await Promise.race([this.flush(), tooLate]);
    } catch (error) {
      if (!isUndone) throw error;
    } finally {
      timer?.cancel();
    }
  }

  async #run(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#isLost = false;
    } catch (error) {
      this.#isLost = true;
      this.#undo();
      throw error;
    } finally {
      this.#running = undefined;
    }
  }

  async #writeAll(): Promise<void> {
    const batch = this.#waiting;
    const undone = this.#undone;
    this.#waiting = [];
    this.#undone = 0;
    try {
      await this.#journal.append(
        batch.map(({ commit }) => commit),
        this.#everything,
      );
      this.#recorded = batch.at(-1)?.commit.revision ?? this.#recorded;
    } catch (error) {
      this.#waiting = [...batch, ...this.#waiting]; // nothing later may be recorded without them
      this.#undone = undone;
      throw error;
    }
  }

  /** Puts back what was there before the commits that wait. Nobody knows which of them the journal has, so their end is recorded as they are. */
  #undo(): void {
    const first = new Map<string, Unrecorded>();
    for (const entry of this.#waiting.slice(this.#undone)) {
      const { resource, key } = entry.commit;
      const place = `${resource}\t${key}`;
      if (resource !== '' && !first.has(place)) first.set(place, entry);
    }
    for (const { commit, before } of first.values()) this.#putBack(commit, before?.isDeleted ? undefined : before);
    this.#undone = this.#waiting.length;
  }

  #putBack({ resource, key }: Commit, before: StoredObject | undefined): void {
    this.#store.commit(resource, key, (current) => {
      if (before !== undefined) return { type: 'put', object: before.object };
      return current === undefined ? { type: 'keep' } : { type: 'delete', object: current.object };
    });
  }

  #checkLater(): void {
    this.#timer = this.#clock.setTimer(
      checkEveryMs,
      () => {
        this.check().then(
          () => this.#checkLater(),
          () => this.#checkLater(), // health checks and the next write tell
        );
      },
      { background: true, label: 'check of the journal' },
    );
  }
}

/** All objects as commits, oldest revision first, and the newest revision. */
function everythingIn(store: Store): Commit[] {
  const commits: Commit[] = [];
  for (const [resource, objects] of store.snapshot().resources)
    for (const { key, revision, object } of objects)
      commits.push({ resource, key, revision, object, isDeleted: false });
  commits.sort((a, b) => a.revision - b.revision);
  return commits.at(-1)?.revision === store.revision ? commits : [...commits, marker(store.revision)];
}
