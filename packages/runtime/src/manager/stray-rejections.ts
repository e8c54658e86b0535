/**
 * Promises that a program does not await, and that are rejected. Node ends the process for one of them; a manager says so and goes on, as it does for other mistakes of a reconciler, or ends in order
 * where it was told not to survive those. Where the program listens to such rejections itself, they are its own.
 * Upstream: none; a panic in a goroutine of a reconciler ends a process of controller-runtime.
 */
import type { Logger } from '../log/logger.ts';
import { readable } from '../failure/thrown.ts';

/** Hears of one rejection. */
type RejectionListener = (reason: unknown) => void;

/** What is listened to, so that a test need not leave a promise alone. */
export interface RejectingProcess {
  on(event: 'unhandledRejection', listener: RejectionListener): unknown;
  off(event: 'unhandledRejection', listener: RejectionListener): unknown;
  listeners(event: 'unhandledRejection'): readonly unknown[];
}

/** Who hears of rejections. */
export interface StrayRejectionsOptions {
  readonly log: Logger;
  /** The runs under way, as `website default/blog`: the promise is likely to be of one of them. */
  readonly underWay: () => readonly string[];
  /** Ends what runs; absent where it goes on. */
  readonly onRejection?: ((error: unknown) => void) | undefined;
  readonly on?: RejectingProcess;
}

/** Listens until it is disposed of. Several managers in one process share a listener. */
export function strayRejections(options: StrayRejectionsOptions): Disposable {
  const { log, underWay, onRejection, on = process } = options;
  const shared = listeners.get(on) ?? new SharedListener(on);
  const hear: RejectionListener = (error) => {
    log.error(
      'a promise that nobody awaits was rejected: await it in its reconciler, so that the run fails and is tried again',
      { error, underWay: underWay().slice(0, mostNamed) },
    );
    onRejection?.(error);
  };
  shared.add(hear);
  return { [Symbol.dispose]: () => shared.remove(hear) };
}

const mostNamed = 10;
const listeners = new Map<RejectingProcess, SharedListener>();

/** One listener of a process, for as long as somebody wants to hear. */
class SharedListener {
  readonly #on: RejectingProcess;
  readonly #hearing = new Set<RejectionListener>();

  constructor(on: RejectingProcess) {
    this.#on = on;
  }

  add(hear: RejectionListener): void {
    if (this.#hearing.size === 0) {
      this.#on.on('unhandledRejection', this.#listen);
      listeners.set(this.#on, this);
    }
    this.#hearing.add(hear);
  }

  remove(hear: RejectionListener): void {
    this.#hearing.delete(hear);
    if (this.#hearing.size > 0) return;
    this.#on.off('unhandledRejection', this.#listen);
    listeners.delete(this.#on);
  }

  readonly #listen = (reason: unknown): void => {
    if (this.#on.listeners('unhandledRejection').some((listener) => listener !== this.#listen)) return;
    const error = readable(reason);
    for (const hear of this.#hearing) hear(error);
  };
}
