/**
 * Mirrors a collection of a server into a store: everything there is at first, then every change, for as long as it runs. Whatever happens
 * on the way is a turn of its loop: it resumes where it can, lists anew where it must, and waits in between when something failed. A list
 * replaces the watch and never runs beside it; the store is given whole lists only and is never empty in between.
 * Upstream: client-go tools/cache Reflector.
 *
 * The states: idle → streaming | listing → watching ⇄ backingOff → …, and stopped.
 */
import { isAbort } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { ListSync } from './list-sync.ts';
import { needsHelp } from './problem.ts';
import { ReflectorContext } from './reflector-context.ts';
import type { ReflectorOptions } from './reflector-options.ts';
import type { ReflectorListener, ReflectorState } from './reflector-state.ts';
import { InconsistentListError, StoppedBeforeSyncError } from './stream-errors.ts';
import { StreamSync } from './stream-sync.ts';
import { watchFromHere } from './watch-phase.ts';

/** Keeps one store in step with one collection. */
export class Reflector<T extends KubeObject = KubeObject> {
  readonly #context: ReflectorContext<T>;
  readonly #lists: ListSync<T>;
  readonly #streams: StreamSync<T>;
  #hasSynced = false;

  constructor(options: ReflectorOptions<T>) {
    this.#context = new ReflectorContext(options);
    this.#lists = new ListSync(this.#context);
    this.#streams = new StreamSync(this.#context, this.#lists);
    this.#context.subscribe((notice) => {
      if (notice.type === 'synced') this.#hasSynced = true;
    });
  }

  /** What it is doing, and why. */
  get state(): ReflectorState {
    return this.#context.state;
  }

  /** What the objects are, in words. */
  get typeDescription(): string {
    return this.#context.typeDescription;
  }

  /** The version up to which the store has been told everything; empty before the first sync. */
  get lastSyncResourceVersion(): string {
    return this.#context.version.last;
  }

  /** When the server was heard last, on the host's monotonic clock; undefined before it ever was. */
  get lastHeardAt(): number | undefined {
    return this.#context.heardAt;
  }

  /** True once the store has been given everything there is. */
  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  /** Hears of every change of state and of everything unusual; the function ends it. */
  subscribe(listener: ReflectorListener): () => void {
    return this.#context.subscribe(listener);
  }

  /**
   * Resolves at the first sync. Rejects at once, with the server's refusal, when the kind is not served or may not be read; the reflector
   * goes on trying, and so may the caller by waiting again.
   */
  async synced(signal: AbortSignal): Promise<void> {
    if (this.#hasSynced) return;
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const settle = (act: () => void): void => {
        stopListening();
        signal.removeEventListener('abort', onAbort);
        act();
      };
      const onAbort = (): void => settle(() => reject(signal.reason));
      const stopListening = this.subscribe((notice) => {
        if (notice.type === 'synced') settle(resolve);
        if (notice.type !== 'transition') return;
        const { to } = notice;
        if (to.type === 'backingOff' && needsHelp(to.problem)) settle(() => reject(to.error));
        if (to.type === 'stopped') settle(() => reject(to.error ?? new StoppedBeforeSyncError(this.typeDescription)));
      });
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Mirrors until the signal aborts, which is no error. Rejects only when trying again cannot help. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) await this.#turn(signal);
      this.#context.enter({ type: 'stopped' });
    } catch (error) {
      if (!signal.aborted) {
        this.#context.enter({ type: 'stopped', error });
        throw error;
      }
      this.#context.enter({ type: 'stopped' });
    }
  }

  /**
   * One cycle: everything there is, and then its changes, until that is no longer possible. Resolves when a new cycle is due or the signal
   * aborts; rejects with what kept it from listing or watching. `run` does this again and again.
   */
  async listAndWatch(signal: AbortSignal): Promise<void> {
    await this.#cycle(signal);
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const reason = await this.#outcome(signal);
    if (!signal.aborted) await this.#context.backOff(reason, 'list', signal);
  }

  async #outcome(signal: AbortSignal): Promise<unknown> {
    try {
      return await this.#cycle(signal);
    } catch (error) {
      if (signal.aborted || error instanceof InconsistentListError) throw error;
      this.#context.tell({ type: 'failed', error });
      return error;
    }
  }

  async #cycle(signal: AbortSignal): Promise<unknown> {
    if (signal.aborted) return undefined;
    try {
      const stream = this.#streams.isPossible ? await this.#streams.sync(signal) : undefined;
      if (stream === undefined) await this.#lists.sync(signal);
      return await watchFromHere(this.#context, stream, signal);
    } catch (error) {
      if (signal.aborted && (error === signal.reason || isAbort(error, signal))) return undefined;
      throw error;
    }
  }
}
