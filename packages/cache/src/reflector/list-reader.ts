/**
 * Reads lists: page after page, item after item, decoding in slices so that nothing else starves. The parts of a list that stand in memory as
 * bytes are one chunk and one item.
 * Upstream: client-go tools/pager.
 */
import {
  deriveAbort,
  InvalidInputError,
  isExpired,
  isJsonArray,
  isJsonObject,
  itemsOf,
  orAbort,
  parseJsonWithNotes,
} from '@reeve/machinery';
import type { DeepReadonly, Host, JsonValue, KubeObject, ObjectList, WorkSlice } from '@reeve/machinery';
import { ChunkReader } from '../bytes/chunk-reader.ts';
import { ListSplitter } from '../bytes/list-splitter.ts';
import type { KnownObjects } from '../decode/known-objects.ts';
import { readListEnvelope, type ExpectedList, type ListEnvelope } from '../decode/list-envelope.ts';
import type { ObjectDecoder } from '../decode/object-decoder.ts';
import { UnexpectedObjectError } from '../decode/unexpected-object-error.ts';
import type { ListerWatcher, ListRequest } from '../lister-watcher/lister-watcher.ts';
import { SilenceDeadline } from './silence-deadline.ts';
import { decodingError } from './stream-events.ts';
import { BrokenStreamError, PaginationError, SilentStreamError } from './stream-errors.ts';

/** A server goes on looking until a page holds an object, or there are none left. */
const MOST_EMPTY_PAGES = 3;

/** A whole list. */
export interface Listed<T> {
  readonly objects: DeepReadonly<T>[];
  readonly resourceVersion: string;
  /** True when it came in more than one page. */
  readonly isPaged: boolean;
}

/** What lists are read with. */
export interface ListReaderOptions<T extends KubeObject> {
  readonly host: Host;
  readonly source: ListerWatcher;
  readonly decoder: ObjectDecoder<T>;
  /** What it is, for messages: `the list of v1 Pod`. */
  readonly description: string;
  /** How long nothing may come. */
  readonly silenceLimitMs: number;
  readonly onHeard: () => void;
}

/** What to read. */
export interface ListQuery<T> {
  readonly resourceVersion: string;
  readonly resourceVersionMatch?: 'Exact';
  /** 0 asks for all at once. */
  readonly pageSize: number;
  /** What is held already, if that may save work. */
  readonly known?: KnownObjects<DeepReadonly<T>> | undefined;
}

/** Reads the lists of one collection. */
export class ListReader<T extends KubeObject> {
  readonly #options: ListReaderOptions<T>;

  constructor(options: ListReaderOptions<T>) {
    this.#options = options;
  }

  /** Reads all pages. When a later page has expired, everything is asked for once more in one piece. */
  async read(query: ListQuery<T>, signal: AbortSignal): Promise<Listed<T>> {
    const { resourceVersion, resourceVersionMatch: match, pageSize } = query;
    const first = { resourceVersion, ...(match && { resourceVersionMatch: match }), limit: pageSize };
    const objects: DeepReadonly<T>[] = [];
    let page = await this.#page(first, objects, query, signal);
    const version = page.resourceVersion; // of the first page: what changed since is told by the watch
    const isPaged = page.continue !== '';
    const tokens = new Set<string>();
    let held = 0;
    let emptyPages = 0;
    while (page.continue !== '') {
      emptyPages = objects.length > held ? 0 : emptyPages + 1;
      held = objects.length;
      if (emptyPages >= MOST_EMPTY_PAGES)
        throw new PaginationError(this.#options.description, `${emptyPages} pages in a row hold no objects`);
      if (tokens.has(page.continue))
        throw new PaginationError(this.#options.description, 'the server sent the same continue token twice');
      tokens.add(page.continue);
      try {
        const next = { resourceVersion: '', limit: pageSize, continue: page.continue };
        page = await this.#page(next, objects, query, signal);
      } catch (error) {
        if (!isExpired(error)) throw error;
        return { ...(await this.#readInOnePiece(query, signal)), isPaged };
      }
    }
    return { objects, resourceVersion: version, isPaged };
  }

  /** Reads everything without pages, after a page has expired. Pages of this list would expire as well. */
  async #readInOnePiece(query: ListQuery<T>, signal: AbortSignal): Promise<Listed<T>> {
    const { resourceVersion, resourceVersionMatch: match } = query;
    const request = { resourceVersion, ...(match && { resourceVersionMatch: match }), limit: 0 };
    const objects: DeepReadonly<T>[] = [];
    const page = await this.#page(request, objects, query, signal);
    if (page.continue !== '')
      throw new PaginationError(
        this.#options.description,
        'a page expired, and the server answered the request for the whole list with a page',
      );
    return { objects, resourceVersion: page.resourceVersion, isPaged: false };
  }

  async #page(
    request: ListRequest,
    objects: DeepReadonly<T>[],
    { known }: ListQuery<T>,
    signal: AbortSignal,
  ): Promise<ListEnvelope> {
    const { host, source, description, silenceLimitMs } = this.#options;
    using abort = deriveAbort(signal);
    using silence = new SilenceDeadline({
      host,
      limitMs: silenceLimitMs,
      onSilence: (silentMs) => abort.abort(new SilentStreamError(description, silentMs)),
    });
    const answer = await orAbort(source.list(request, abort.signal), abort.signal);
    silence.heard();
    this.#options.onHeard();
    if ('list' in answer) return await this.#takeList(answer.list, objects);
    return await this.#readBody(new ChunkReader(answer.bytes, abort.signal), objects, known, silence);
  }

  async #readBody(
    reader: ChunkReader<Uint8Array>,
    objects: DeepReadonly<T>[],
    known: KnownObjects<DeepReadonly<T>> | undefined,
    silence: SilenceDeadline,
  ): Promise<ListEnvelope> {
    const items = new ListSplitter();
    const slice = this.#options.host.startSlice();
    try {
      for (let chunk = await this.#next(reader); chunk !== undefined; chunk = await this.#next(reader)) {
        silence.pause();
        this.#options.onHeard();
        items.push(chunk);
        await this.#takeItems(items, objects, known, slice);
        silence.heard();
      }
      items.finish();
      await this.#takeItems(items, objects, known, slice);
    } finally {
      await reader.close();
    }
    return this.#envelopeOf(items);
  }

  async #takeItems(
    items: ListSplitter,
    objects: DeepReadonly<T>[],
    known: KnownObjects<DeepReadonly<T>> | undefined,
    slice: WorkSlice,
  ): Promise<void> {
    for (let item = items.next(); item !== undefined; item = items.next()) {
      objects.push(known?.find(item) ?? this.#decode(item));
      if (slice.spent(item.length, 1)) await this.#options.host.yield();
    }
  }

  async #next(reader: ChunkReader<Uint8Array>): Promise<Uint8Array | undefined> {
    try {
      return await reader.next();
    } catch (cause) {
      if (reader.isAborted) throw cause;
      throw new BrokenStreamError(this.#options.description, { cause });
    }
  }

  #decode(item: Buffer | object): DeepReadonly<T> {
    try {
      return this.#options.decoder.decode(item).object;
    } catch (error) {
      throw error instanceof UnexpectedObjectError ? error : decodingError(this.#options.description, error);
    }
  }

  async #takeList(list: ObjectList<object>, objects: DeepReadonly<T>[]): Promise<ListEnvelope> {
    const envelope = readListEnvelope(list, this.#expected(false));
    const slice = this.#options.host.startSlice();
    for (const item of itemsOf(list)) {
      objects.push(this.#decode(item));
      if (slice.spent(0, 1)) await this.#options.host.yield();
    }
    return envelope;
  }

  #envelopeOf(items: ListSplitter): ListEnvelope {
    const { description } = this.#options;
    const rest = items.rest();
    if (rest === undefined || rest === '') throw new BrokenStreamError(description);
    try {
      const { value, duplicates } = parseJsonWithNotes(rest);
      refuseLostItems(value, duplicates);
      return readListEnvelope(value, this.#expected(true));
    } catch (cause) {
      throw cause instanceof UnexpectedObjectError ? cause : decodingError(description, cause);
    }
  }

  #expected(isFromServer: boolean): ExpectedList {
    const { kind, metadataOnly = false } = this.#options.source;
    return { kind, metadataOnly, isFromServer };
  }
}

/** A second `items`, or one whose name is written with escapes, was not read: its objects would be missing in the store, and would be told as deleted. */
function refuseLostItems(rest: JsonValue, duplicates: ReadonlySet<string>): void {
  const items = isJsonObject(rest) ? rest['items'] : undefined;
  if (!duplicates.has('/items') && !(isJsonArray(items) && items.length > 0)) return;
  throw new InvalidInputError('items', 'a list has its items twice, or under a name that is written with escapes');
}
