/**
 * A long list page by page. The next pages are fetched while the consumer is busy, as many as the buffer holds. A token that has
 * expired in the middle is answered by one whole list instead, unless told otherwise.
 * Upstream: client-go tools/pager.
 */
import { InvalidInputError, deriveAbort, isExpired, nameOf, namespaceOf } from '@reeve/machinery';
import type { KubeObject, ObjectList } from '@reeve/machinery';
import { UnreadableAnswerError } from '../request/unreadable-answer-error.ts';

/** What a page is asked for with. */
export interface PageRequest {
  /** Absent asks for everything. */
  readonly limit?: number;
  readonly continue?: string;
  /** Goes with the first page only: a token carries its own version. */
  readonly resourceVersion?: string;
  readonly signal?: AbortSignal;
}

/** Fetches one page. */
export type FetchPage<T> = (request: PageRequest) => Promise<ObjectList<T>>;

/** How to page. */
export interface ListPagerOptions {
  /** Objects per page; 500 unless given. */
  readonly pageSize?: number | undefined;
  /** How many pages to fetch ahead; 1 unless given. */
  readonly bufferPages?: number | undefined;
  /** False passes an expired token on as an error instead of listing everything at once. */
  readonly fullListIfExpired?: boolean | undefined;
  readonly resourceVersion?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A list in pages. */
export class ListPager<T extends KubeObject> {
  readonly #fetch: FetchPage<T>;
  readonly #options: ListPagerOptions;

  constructor(fetch: FetchPage<T>, options: ListPagerOptions = {}) {
    this.#fetch = fetch;
    this.#options = options;
  }

  /** Everything, as one list. It has the version of the first page, or of the whole list that replaced the pages. */
  async list(): Promise<ObjectList<T>> {
    let whole: ObjectList<T> | undefined;
    for await (const { page, isWhole } of this.#pages(this.#options.signal)) {
      if (whole === undefined || isWhole) whole = page;
      else for (const item of page.items) whole.items.push(item);
    }
    const { continue: _token, remainingItemCount: _count, ...metadata } = whole?.metadata ?? {};
    return { ...whole, metadata, items: whole?.items ?? [] };
  }

  /** The pages, in order. After an expired token the rest comes as one page; objects that were seen are not in it. */
  async *pages(): AsyncGenerator<ObjectList<T>, void, void> {
    const abort = deriveAbort(this.#options.signal);
    const buffer = new PageBuffer(this.#pages(abort.signal), this.#options.bufferPages ?? 1);
    const seen = new Set<string>();
    try {
      for (let entry = await buffer.take(); entry !== undefined; entry = await buffer.take()) {
        yield entry.isWhole
          ? { ...entry.page, items: entry.page.items.filter((item) => !seen.has(keyIn(item))) }
          : entry.page;
        for (const item of entry.page.items) seen.add(keyIn(item));
      }
    } finally {
      abort.abort();
      abort[Symbol.dispose]();
      await buffer.close();
    }
  }

  /** The objects, in order. */
  async *each(): AsyncGenerator<T, void, void> {
    for await (const page of this.pages()) yield* page.items;
  }

  async *#pages(signal: AbortSignal | undefined): AsyncGenerator<Entry<T>, void, void> {
    const { pageSize: limit = 500, resourceVersion } = this.#options;
    if (!(limit >= 1)) {
      throw new InvalidInputError(String(limit), `The page size of a list is ${limit}: write a number above 0`);
    }
    const ending = signal === undefined ? {} : { signal };
    const first = { limit, ...ending, ...(resourceVersion !== undefined && { resourceVersion }) };
    const seen = new Set<string>();
    let entry: Entry<T> = { page: await this.#fetch(first), isWhole: false };
    for (;;) {
      yield entry;
      const token = entry.page.metadata.continue;
      if (!token) return;
      if (entry.isWhole || seen.has(token)) throw endless(entry.isWhole);
      seen.add(token);
      entry = await this.#next({ limit, continue: token, ...ending });
    }
  }

  async #next(request: PageRequest): Promise<Entry<T>> {
    const { resourceVersion, fullListIfExpired = true } = this.#options;
    try {
      return { page: await this.#fetch(request), isWhole: false };
    } catch (error) {
      if (!fullListIfExpired || !isExpired(error)) throw error;
      const { limit: _limit, continue: _token, ...ending } = request;
      const page = await this.#fetch({ ...ending, ...(resourceVersion !== undefined && { resourceVersion }) });
      return { page, isWhole: true };
    }
  }
}

/** A server that goes on giving tokens would be asked for ever, and the list would fill the memory. */
const endless = (isWhole: boolean): UnreadableAnswerError =>
  new UnreadableAnswerError(
    { verb: 'list' },
    isWhole ? 'a list without a limit has a continue token' : 'a page has the continue token of an earlier page',
    new Uint8Array(),
  );

interface Entry<T> {
  readonly page: ObjectList<T>;
  /** True of the whole list that replaces the pages. */
  readonly isWhole: boolean;
}

const keyIn = (item: KubeObject): string => `${namespaceOf(item) ?? ''}/${nameOf(item) ?? ''}`;

/** Asks the source ahead of its consumer. Pages and the error after them come out in order. */
class PageBuffer<E> {
  readonly #source: AsyncIterator<E, void>;
  readonly #size: number;
  readonly #pending: Promise<IteratorResult<E, void>>[] = [];

  constructor(source: AsyncIterator<E, void>, size: number) {
    this.#source = source;
    this.#size = Math.max(0, size);
  }

  async take(): Promise<E | undefined> {
    this.#ask(1);
    const result = this.#pending.shift();
    const { done, value } = (await result) ?? { done: true, value: undefined };
    if (done) return undefined;
    this.#ask(this.#size);
    return value;
  }

  /** Waits for what is under way; its failures are nobody's concern any more. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#pending);
    await this.#source.return?.();
  }

  #ask(count: number): void {
    while (this.#pending.length < count) {
      const result = this.#source.next();
      result.catch(() => {}); // heard when it is taken
      this.#pending.push(result);
    }
  }
}
