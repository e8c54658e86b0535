/**
 * Reads lists: page after page, item after item, decoding in slices so that nothing else starves. The parts of a list that stand in memory as
 * bytes are one chunk and one item.
 * Upstream: client-go tools/pager.
 */
import { deriveAbort, isExpired, isJsonObject, itemsOf, orAbort, parseJson } from '@reeve/machinery';
import type { DeepReadonly, Host, KubeObject, ObjectList, WorkSlice } from '@reeve/machinery';
import { ChunkReader } from '../bytes/chunk-reader.ts';
import { ListSplitter } from '../bytes/list-splitter.ts';
import type { KnownObjects } from '../decode/known-objects.ts';
import { isTable } from '../decode/object-decoder.ts';
import type { ObjectDecoder } from '../decode/object-decoder.ts';
import { UnexpectedObjectError } from '../decode/unexpected-object-error.ts';
import type { ListerWatcher, ListRequest } from '../lister-watcher/lister-watcher.ts';
import { SilenceDeadline } from './silence-deadline.ts';
import { BrokenStreamError, SilentStreamError, StreamDecodingError } from './stream-errors.ts';

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

interface Page {
  readonly resourceVersion: string;
  readonly continue: string;
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
    while (page.continue !== '') {
      try {
        const next = { resourceVersion: '', limit: pageSize, continue: page.continue };
        page = await this.#page(next, objects, query, signal);
      } catch (error) {
        if (!isExpired(error)) throw error;
        return { ...(await this.read({ ...query, pageSize: 0 }, signal)), isPaged };
      }
    }
    return { objects, resourceVersion: version, isPaged };
  }

  async #page(
    request: ListRequest,
    objects: DeepReadonly<T>[],
    { known }: ListQuery<T>,
    signal: AbortSignal,
  ): Promise<Page> {
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
  ): Promise<Page> {
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
    return this.#metadataOf(items.rest());
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
    return this.#options.decoder.decode(item).object;
  }

  async #takeList(list: ObjectList<object>, objects: DeepReadonly<T>[]): Promise<Page> {
    this.#requireList(list);
    const slice = this.#options.host.startSlice();
    for (const item of itemsOf(list)) {
      objects.push(this.#decode(item));
      if (slice.spent(0, 1)) await this.#options.host.yield();
    }
    return pageOf(list);
  }

  #metadataOf(rest: string | undefined): Page {
    const { description } = this.#options;
    if (rest === undefined || rest === '') throw new BrokenStreamError(description);
    try {
      const list = parseJson(rest);
      this.#requireList(list);
      return pageOf(list);
    } catch (cause) {
      throw cause instanceof UnexpectedObjectError ? cause : new StreamDecodingError(description, { cause });
    }
  }

  /** A Table, a Status, or what a proxy says is no list; Go writes null where there are no items. */
  #requireList(list: unknown): void {
    if (isJsonObject(list) && !isTable(list) && (Array.isArray(list['items']) || list['items'] === null)) return;
    throw new UnexpectedObjectError(`a list, for ${this.#options.description}`, list);
  }
}

function pageOf(list: unknown): Page {
  const metadata = isJsonObject(list) && isJsonObject(list['metadata']) ? list['metadata'] : {};
  return { resourceVersion: word(metadata['resourceVersion']), continue: word(metadata['continue']) };
}

const word = (value: unknown): string => (typeof value === 'string' ? value : '');
