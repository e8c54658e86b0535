/**
 * Where promises go that nobody awaits on the spot: the scope awaits them. No task outlives its scope, the first failure
 * aborts the others, and whoever closes the scope hears of it.
 * Upstream: golang.org/x/sync errgroup.
 */
import { isAbort } from '../errors/is-abort.ts';
import { ReeveError } from '../errors/reeve-error.ts';
import { deriveAbort } from './derived-abort.ts';

/** A task was handed to a scope that nobody awaits any more. */
export class ScopeClosedError extends ReeveError {
  constructor() {
    super(
      'REEVE_SCOPE_CLOSED',
      'the scope is closed and nobody would await the task: run it before the scope is closed',
    );
  }
}

/** A group of tasks that end together. Hold it with `await using`. */
export class TaskScope implements AsyncDisposable {
  readonly #abort: ReturnType<typeof deriveAbort>;
  readonly #running = new Set<Promise<void>>();
  readonly #failures: unknown[] = [];
  #isClosed = false;

  /** The parent's abort is the scope's abort. */
  constructor(parent?: AbortSignal) {
    this.#abort = deriveAbort(parent);
  }

  /** Aborts with the parent, with the first failure, or when told to. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** How many tasks are running. */
  get size(): number {
    return this.#running.size;
  }

  /** Starts a task, which may start others. Once the scope has aborted, nothing is started any more. */
  run(task: (signal: AbortSignal) => unknown): void {
    if (this.#isClosed) throw new ScopeClosedError();
    if (this.signal.aborted) return;
    const running = this.#observe(task).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Tells the tasks to end. That is no failure. */
  abort(reason?: unknown): void {
    this.#abort.abort(reason);
  }

  /** Waits for all tasks, and for those that they start, and closes the scope. Rejects with what failed. */
  async join(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
    this.#isClosed = true;
    this.#abort[Symbol.dispose]();
    const failures = this.#failures.splice(0);
    if (failures.length === 1) return Promise.reject(failures[0]);
    if (failures.length > 1) throw new AggregateError(failures, 'several tasks failed', { cause: failures[0] });
  }

  /** The same as `join()`: leaving the block waits for the tasks. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.join();
  }

  /** Never rejects: failures are kept until somebody joins. */
  async #observe(task: (signal: AbortSignal) => unknown): Promise<void> {
    try {
      await task(this.signal);
    } catch (error) {
      if (this.signal.aborted && isAbort(error, this.signal)) return;
      this.#failures.push(error);
      this.#abort.abort(error);
    }
  }
}

/**
 * Runs the body with a scope, and then waits for its tasks. The body is a task among them: its failure aborts the others, and
 * theirs aborts the body. Rejects with the signal's reason when an abort keeps the body from its result.
 */
export const inScope = async <T>(body: (scope: TaskScope) => Promise<T>, parent?: AbortSignal): Promise<T> => {
  const scope = new TaskScope(parent);
  const results: T[] = [];
  scope.run(async () => results.push(await body(scope)));
  await scope.join();
  for (const result of results) return result;
  return Promise.reject(scope.signal.reason);
};
