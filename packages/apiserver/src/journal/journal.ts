/**
 * Where commits go so that they outlive the server: a process beside it, later a file. The store itself stays in memory; a journal is read once at the
 * start and written behind every commit, in order.
 */
import type { Commit } from '@reeve/registry';

export interface Journal {
  /** Everything recorded so far: the newest version of each object, oldest revision first. */
  load(): Promise<readonly Commit[]>;
  /**
   * Records commits in order; resolves when they are safe. Commits that were recorded before may come again when an append was rejected: a revision counts once.
   * A journal that has lost its records asks `everything` for all objects and records those instead.
   */
  append(commits: readonly Commit[], everything: () => readonly Commit[]): Promise<void>;
  /** Rejects when the journal could not record a commit now. Health checks ask. */
  check?(everything: () => readonly Commit[]): Promise<void>;
}
