/**
 * What a server serves, kept up to date by need: nothing is asked before the first question, and again when a question finds no
 * match, as a definition may have been installed since. Questions at the same time share one refresh, and a miss is believed for a
 * moment, so that a name that nobody serves does not become a stream of requests.
 * Upstream: client-go restmapper.DeferredDiscoveryRESTMapper.
 */
import { isInterrupted, type Host } from '@reeve/machinery';
import type { DiscoveredResource } from './discovered.ts';
import { NoMatchError } from './discovery-error.ts';
import type { Discovery, DiscoveryOptions } from './discovery.ts';
import { ResourceIndex } from './resource-index.ts';
import { SharedWork } from './shared-work.ts';

/** How to ask, and for how long to believe the answers. */
export interface LiveIndexOptions {
  readonly discovery: Pick<Discovery, 'discover'>;
  readonly host: Host;
  readonly missMs: number;
  readonly maxAgeMs: number;
}

/** What is looked for, in words, and in which group, where that is known. */
export interface Question {
  readonly wanted: string;
  readonly group?: string | undefined;
}

/** An index that learns. */
export class LiveIndex {
  readonly #options: LiveIndexOptions;
  readonly #misses = new Map<string, number>();
  readonly #refresh: SharedWork<ResourceIndex>;
  #index: ResourceIndex | undefined;
  #learntAt = 0;

  constructor(options: LiveIndexOptions) {
    this.#options = options;
    this.#refresh = new SharedWork((signal) => this.#learn(signal));
  }

  /** Everything that is known, asked for if nothing is. */
  async current({ signal }: DiscoveryOptions = {}): Promise<ResourceIndex> {
    const isOld = this.#now() - this.#learntAt > this.#options.maxAgeMs;
    if (this.#index !== undefined && !isOld) return this.#index;
    try {
      return await this.#refresh.join(signal);
    } catch (error) {
      if (this.#index === undefined || isInterrupted(error, signal)) throw error;
      return this.#index; // better old than none: whether it is still right, the next call will show
    }
  }

  /** Looks, and when there is nothing learns anew and looks again, once. Nothing still is a `NoMatchError`. */
  async look(
    question: Question,
    find: (index: ResourceIndex) => DiscoveredResource[],
    { signal }: DiscoveryOptions,
  ): Promise<DiscoveredResource[]> {
    const before = this.#index;
    const index = await this.current({ signal });
    const found = find(index);
    if (found.length > 0) return found;
    if (index !== before || this.#isKnownMiss(question)) throw noMatch(question, index);
    const fresh = await this.#refresh.join(signal);
    const again = find(fresh);
    if (again.length > 0) return again;
    this.#misses.set(question.wanted, this.#now());
    throw noMatch(question, fresh);
  }

  /** Forgets everything, so that the next question asks the server. */
  forget(): void {
    this.#index = undefined;
    this.#misses.clear();
  }

  #isKnownMiss({ wanted }: Question): boolean {
    const missedAt = this.#misses.get(wanted);
    return missedAt !== undefined && this.#now() - missedAt < this.#options.missMs;
  }

  async #learn(signal: AbortSignal): Promise<ResourceIndex> {
    const index = new ResourceIndex(await this.#options.discovery.discover({ signal }));
    this.#misses.clear();
    this.#index = index;
    this.#learntAt = this.#now();
    return index;
  }

  #now(): number {
    return this.#options.host.clock.monotonic();
  }
}

/** Where parts of the server could not be asked that may have it, they are the cause. */
function noMatch({ wanted, group }: Question, { failures }: ResourceIndex): NoMatchError {
  const [first] = [...failures].filter(([groupVersion]) => group === undefined || isInGroup(groupVersion, group));
  return first === undefined ? new NoMatchError(wanted) : new NoMatchError(wanted, { cause: first[1] });
}

const isInGroup = (groupVersion: string, group: string): boolean =>
  group === '' ? !groupVersion.includes('/') : groupVersion.startsWith(`${group}/`);
