/**
 * Where commits go so that they outlive the server: a process beside it, later a file. The store itself stays in memory; a journal is read once at the
 * start and written behind every commit, in order.
 */
import type { Commit } from '../store/store.ts';

export interface Journal {
  /** Everything recorded so far: the newest version of each object, oldest revision first. */
  load(): Promise<readonly Commit[]>;
  /** Records commits in order; resolves when they are safe. */
  append(commits: readonly Commit[]): Promise<void>;
}
