/**
 * Runnables that start and stop together. What is added before the start waits for it, what is added later starts at once, what is added while stopping is refused.
 * Upstream: controller-runtime manager runnableGroup.
 */
import { isAbort } from '@reeve/machinery';
import { readable } from '../failure/thrown.ts';
import { AlreadyStartedError, ShuttingDownError } from '../runnable/manager-errors.ts';
import type { Runnable } from '../runnable/runnable.ts';

/** How a group is run. */
export interface RunnableGroupOptions {
  readonly name: string;
  /** Hears what a runnable threw. */
  readonly onError: (error: unknown, runnable: Runnable) => void;
  /** What is run of each; its `run` unless given. */
  readonly run?: (runnable: Runnable, signal: AbortSignal) => Promise<void>;
}

/** A group of runnables. */
export class RunnableGroup {
  readonly #options: RunnableGroupOptions;
  readonly #abort = new AbortController();
  readonly #waiting: Runnable[] = [];
  readonly #running = new Map<Promise<void>, Runnable>();
  #state: 'new' | 'started' | 'stopping' = 'new';

  constructor(options: RunnableGroupOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  /** The names of what still runs. */
  get running(): readonly string[] {
    return [...this.#running.values()].map(({ name }) => name);
  }

  /** Takes a runnable: for the start, or to run it now. */
  add(runnable: Runnable): void {
    if (this.#state === 'stopping') throw new ShuttingDownError(runnable.name);
    if (this.#state === 'new') this.#waiting.push(runnable);
    else this.#run(runnable);
  }

  /** Starts all that wait, and resolves when all of them are ready. */
  async start(): Promise<void> {
    if (this.#state === 'stopping') return;
    if (this.#state === 'started') throw new AlreadyStartedError(`the group ${this.name}`);
    this.#state = 'started';
    const { signal } = this.#abort;
    const starting = this.#waiting.splice(0);
    for (const runnable of starting) this.#run(runnable);
    await Promise.all(starting.map((runnable) => untilReady(runnable, signal)));
  }

  /** Ends all and waits for them. What never started never does. */
  async stop(): Promise<void> {
    this.#state = 'stopping';
    this.#waiting.length = 0;
    this.#abort.abort();
    while (this.#running.size > 0) await Promise.all(this.#running.keys());
  }

  #run(runnable: Runnable): void {
    const running = this.#observed(runnable).finally(() => this.#running.delete(running));
    this.#running.set(running, runnable);
  }

  /** Never rejects. */
  async #observed(runnable: Runnable): Promise<void> {
    const { signal } = this.#abort;
    try {
      await (this.#options.run ?? runIt)(runnable, signal);
    } catch (thrown) {
      const error = readable(thrown);
      if (!(signal.aborted && isAbort(error, signal))) this.#options.onError(error, runnable);
    }
  }
}

const runIt = (runnable: Runnable, signal: AbortSignal): Promise<void> => runnable.run(signal);

/** A runnable that is told to end while others wait for it holds nobody up. */
async function untilReady(runnable: Runnable, signal: AbortSignal): Promise<void> {
  try {
    await runnable.ready?.(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
