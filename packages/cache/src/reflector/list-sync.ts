/**
 * The first part of a cycle, by list: everything there is, into the store in one step.
 */
import { isResourceVersionTooLarge } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { AnswerLimitError } from '../bytes/answer-limits.ts';
import type { Listed } from './list-reader.ts';
import { ListReader } from './list-reader.ts';
import { isVersionLost } from './problem.ts';
import type { ReflectorContext } from './reflector-context.ts';
import { StaleListError } from './stream-errors.ts';

const PAGE_SIZE = 500;

/** Lists a collection again and again, remembering how its server answers. */
export class ListSync<T extends KubeObject> {
  readonly #context: ReflectorContext<T>;
  readonly #reader: ListReader<T>;
  /** True once the server was seen to page what its cache could have answered: then there is no cache to spare. And once a list was too long for one response. */
  #pagesAlways = false;

  constructor(context: ReflectorContext<T>) {
    const { host, decoder, typeDescription, silenceLimitMs, options, hear } = context;
    this.#context = context;
    this.#reader = new ListReader({
      host,
      source: options.source,
      decoder,
      description: `the list of ${typeDescription}`,
      silenceLimitMs,
      onHeard: hear,
    });
  }

  /** Lists everything and gives it to the store. Rejects with what prevented it. */
  async sync(signal: AbortSignal): Promise<void> {
    const { version, options } = this.#context;
    const asked = version.forList;
    const { objects, resourceVersion, isPaged } = await this.#listOrNewest(asked, signal);
    if (asked === '0' && isPaged) this.#pagesAlways = true;
    await options.store.replace(objects, resourceVersion);
    version.synced(resourceVersion);
    options.store.updateResourceVersion?.(resourceVersion);
    this.#context.tell({ type: 'synced', by: 'list', resourceVersion, objects: objects.length });
  }

  /** Everything at exactly this version. */
  listExactly(resourceVersion: string, signal: AbortSignal): Promise<Listed<T>> {
    return this.#reader.read({ resourceVersion, resourceVersionMatch: 'Exact', pageSize: 0 }, signal);
  }

  async #listOrNewest(asked: string, signal: AbortSignal): Promise<Listed<T>> {
    try {
      return await this.#list(asked, signal);
    } catch (error) {
      const isTooLong = error instanceof AnswerLimitError && error.part === 'answer' && !this.#pagesAlways;
      if (isTooLong) this.#pagesAlways = true;
      else if (asked === '' || !(isVersionLost(error) || error instanceof StaleListError)) throw error;
      this.#context.version.lose(isResourceVersionTooLarge(error));
      this.#context.tell({ type: 'failed', error });
      return await this.#list('', signal);
    }
  }

  async #list(resourceVersion: string, signal: AbortSignal): Promise<Listed<T>> {
    this.#context.enter({ type: 'listing', resourceVersion });
    const { known } = this.#context;
    const listed = await this.#reader.read(
      { resourceVersion, pageSize: this.#pageSize(resourceVersion), known },
      signal,
    );
    const { version, typeDescription } = this.#context;
    if (version.mayReplace(listed.resourceVersion)) return listed;
    throw new StaleListError(`the list of ${typeDescription}`, listed.resourceVersion, version.last);
  }

  /** A list at a certain version is answered from the server's cache, which pages would keep it from. */
  #pageSize(resourceVersion: string): number {
    const { pageSize } = this.#context.options;
    if (pageSize !== undefined) return pageSize;
    return this.#pagesAlways || resourceVersion === '' || resourceVersion === '0' ? PAGE_SIZE : 0;
  }
}
