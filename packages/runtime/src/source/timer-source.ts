/**
 * Time as a source: a request every so often, with a random part so that replicas do not act in step.
 */
import { jittered, until } from '@reeve/machinery';
import type { Request } from '../handler/request.ts';
import type { Source, SourceContext } from './source.ts';

/** What a timer needs. */
export interface TimerSourceOptions {
  readonly everyMs: number;
  /** Adds up to this part of the period at random; none unless given. */
  readonly jitter?: number;
  /** What to ask for each time. */
  readonly requests: () => Iterable<Request> | Promise<Iterable<Request>>;
  readonly name?: string;
}

/** A source that asks every so often. */
export class TimerSource implements Source {
  readonly name: string;
  readonly #options: TimerSourceOptions;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: TimerSourceOptions) {
    this.#options = options;
    this.name = options.name ?? `every ${options.everyMs / 1000}s`;
  }

  start(context: SourceContext): void {
    this.#ended = this.#run(context);
  }

  /** Resolves when the source has ended. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  async #run(context: SourceContext): Promise<void> {
    const { everyMs, jitter = 0 } = this.#options;
    const { host, signal } = context;
    await host.sleep(jittered(everyMs, jitter, host.random), signal).catch(() => undefined);
    await until(host, () => this.#tell(context), { periodMs: everyMs, jitter, sliding: false, signal });
  }

  async #tell(context: SourceContext): Promise<void> {
    try {
      for (const request of await this.#options.requests())
        context.enqueue(request, { cause: { source: this.name, type: 'generic' } });
    } catch (error) {
      context.log.error('a timer could not say what to run', { source: this.name, error });
    }
  }
}
