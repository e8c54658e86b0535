/** A server of canned bytes: each list and each watch answers with chunks, and every request is written down. */
import type { ListerWatcher, ListRequest, WatchRequest } from '@reeve/cache';
import { Thing, listAt } from './script.ts';

type Body = Iterable<string | Uint8Array>;

export interface ByteScript {
  readonly lists?: readonly ((request: ListRequest) => Body)[];
  readonly watches?: readonly ((request: WatchRequest) => Body)[];
  readonly supportsStreaming?: boolean;
}

/** Plays the bodies in their order; the last one again and again. A watch stays open behind its body until it is closed. */
export class ByteSource {
  readonly lists: ListRequest[] = [];
  readonly watches: WatchRequest[] = [];
  /** How many bytes were taken of all bodies. */
  sent = 0;
  readonly source: ListerWatcher;

  constructor({ lists = [], watches = [], supportsStreaming = false }: ByteScript) {
    this.source = {
      kind: Thing,
      supportsStreaming,
      list: async (request) => {
        this.lists.push(request);
        return { bytes: this.#send(nth(lists, this.lists.length)(request)) };
      },
      watch: async (request, signal) => {
        this.watches.push(request);
        return { bytes: this.#send(nth(watches, this.watches.length)(request), signal) };
      },
    };
  }

  async *#send(body: Body, openUntil?: AbortSignal): AsyncGenerator<Uint8Array> {
    for (const chunk of body) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      this.sent += bytes.length;
      yield bytes;
    }
    if (openUntil !== undefined && !openUntil.aborted)
      await new Promise<void>((resolve) => openUntil.addEventListener('abort', () => resolve(), { once: true }));
  }
}

/** The bytes of a list. */
export const listText = (resourceVersion: string, names: readonly string[] = []): string =>
  JSON.stringify(listAt(resourceVersion, names));

/** A line of a watch. */
export const eventText = (type: string, object: object | string): string =>
  `{"type":"${type}","object":${typeof object === 'string' ? object : JSON.stringify(object)}}\n`;

/** The beginning, and then the same bytes for as long as somebody reads. */
export function* endless(begin: string, again: string): Generator<string | Uint8Array> {
  yield begin;
  const chunk = Buffer.from(again.repeat(Math.ceil(1_000_000 / again.length)));
  for (;;) yield chunk;
}

function nth<A>(answers: readonly A[], count: number): A {
  const found = answers[Math.min(count, answers.length) - 1];
  if (found === undefined) throw new Error('the script has no answer for this');
  return found;
}
