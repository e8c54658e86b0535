/**
 * Tells of saved files. Folders are watched, since editors replace files; several changes in a moment are one.
 */
import { basename, dirname } from 'node:path';
import type { Host, Timer } from '@reeve/machinery';
import type { Files } from '../terminal/files.ts';

/** How long after a change it is looked at: an editor writes more than once. */
const settleMs = 20;

/** Watches the files of a program. */
export class FileWatch {
  readonly #files: Files;
  readonly #host: Host;
  readonly #saved: () => void;
  readonly #signal: AbortSignal;
  readonly #folders = new Map<string, Set<string>>();
  #timer: Timer | undefined;

  /** `saved` is called after a change, until the signal aborts. */
  constructor(files: Files, host: Host, saved: () => void, signal: AbortSignal) {
    this.#files = files;
    this.#host = host;
    this.#saved = saved;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#timer?.cancel(), { once: true });
  }

  /** Watches these too. */
  add(paths: Iterable<string>): void {
    for (const path of paths) this.#namesIn(dirname(path)).add(basename(path));
  }

  #namesIn(folder: string): Set<string> {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const names = new Set<string>();
    this.#folders.set(folder, names);
    this.#files.watch(folder, (name) => this.#changed(names, name), this.#signal);
    return names;
  }

  #changed(names: ReadonlySet<string>, name: string | undefined): void {
    if (this.#signal.aborted || (name !== undefined && !names.has(name))) return;
    this.#timer?.cancel();
    this.#timer = this.#host.clock.setTimer(settleMs, this.#saved);
  }
}
