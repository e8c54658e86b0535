/**
 * The sources of a controller: started all at once, once, however often and from wherever that is asked; each within its time.
 * Upstream: controller-runtime internal/controller.Controller.startEventSourcesAndQueueLocked.
 */
import { causeChain, DeadlineError, ReeveError, deadlineSignal, orAbort } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import type { Logger } from '../log/logger.ts';
import type { Source, SourceContext } from '../source/source.ts';

/** What the sources need. */
export interface SourceSetOptions {
  readonly controller: string;
  readonly host: Host;
  readonly log: Logger;
  readonly syncTimeoutMs: number;
  readonly enqueue: SourceContext['enqueue'];
  readonly sources: readonly Source[];
}

/** A source did not start, or did not tell everything in time. */
export class SourceError extends ReeveError {
  constructor(controller: string, source: string, what: string, cause: unknown) {
    super('REEVE_SOURCE', `the controller ${controller} cannot start: its source ${source} ${what}`, { cause });
  }
}

/** Sources that start together. */
export class SourceSet {
  readonly #options: SourceSetOptions;
  readonly #waiting: Source[];
  readonly #abort = new AbortController();
  #starting: Promise<void> | undefined;

  constructor(options: SourceSetOptions) {
    this.#options = options;
    this.#waiting = [...options.sources];
  }

  /** Adds a source, which starts now if the others have. */
  async add(source: Source): Promise<void> {
    if (this.#starting === undefined) this.#waiting.push(source);
    else await this.#startOne(source, this.#abort.signal);
  }

  /** Starts the sources once; who asks later waits for the same start. That it was cut short is no error. */
  start(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#abort.abort(signal.reason), { once: true });
    if (signal.aborted) this.#abort.abort(signal.reason);
    return (this.#starting ??= this.#startAll());
  }

  stop(): void {
    this.#abort.abort();
  }

  async #startAll(): Promise<void> {
    const sources = this.#waiting.splice(0); // not needed any more once started
    await Promise.all(sources.map((source) => this.#startOne(source, this.#abort.signal)));
  }

  async #startOne(source: Source, signal: AbortSignal): Promise<void> {
    const { host, log, syncTimeoutMs, enqueue } = this.#options;
    if (signal.aborted) return;
    using deadline = deadlineSignal(host, syncTimeoutMs > 0 ? syncTimeoutMs : Infinity, { signal });
    const within = deadline.signal;
    try {
      await this.#phase(source, 'did not start', Promise.resolve(source.start({ host, log, signal, enqueue })), within);
      if (source.synced) await this.#phase(source, 'did not sync', source.synced(within), within);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
  }

  async #phase(source: Source, what: string, work: Promise<void>, within: AbortSignal): Promise<void> {
    const { controller, syncTimeoutMs } = this.#options;
    try {
      await orAbort(work, within);
    } catch (error) {
      const isLate = within.reason instanceof DeadlineError && within.reason === error;
      const hint =
        what === 'did not start'
          ? ': start() must subscribe and return, waiting is for synced()'
          : ': is what it looks at installed, and may this process list and watch it?';
      throw new SourceError(
        controller,
        source.name,
        isLate ? `${what} within ${syncTimeoutMs / 1000}s${hint}` : `${what}: ${innermostReason(error)}`,
        error,
      );
    }
  }
}

/** What the server or the program said first: errors around it say no more than that there was no sync. */
function innermostReason(error: unknown): string {
  const errors = [...causeChain(error)].filter((link) => link instanceof Error);
  return errors.findLast(({ message }) => message !== '')?.message ?? 'it threw what is no error';
}
