/** A collection that answers by script: each list and each watch is a function, and every request is written down. */
import { objectListerWatcher, type ListerWatcher, type ListRequest, type WatchRequest } from '@reeve/cache';
import { defineKind, type KubeObject, type ObjectList, type Status, type WatchEvent } from '@reeve/machinery';

export const Thing = defineKind<KubeObject, 'Namespaced'>({
  group: 'example.com',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  scope: 'Namespaced',
});

export const thing = (name: string, resourceVersion: string, extra: object = {}): KubeObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Thing',
  metadata: { name, namespace: 'shop', uid: `uid-${name}`, resourceVersion },
  ...extra,
});

export const listAt = (resourceVersion: string, names: readonly string[] = [], proceed?: string): ObjectList => ({
  apiVersion: 'example.com/v1',
  kind: 'ThingList',
  metadata: { resourceVersion, ...(proceed !== undefined && { continue: proceed }) },
  items: names.map((name) => thing(name, resourceVersion)),
});

export const event = (type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubeObject): WatchEvent => ({ type, object });

export const bookmark = (resourceVersion: string, end?: string): WatchEvent => ({
  type: 'BOOKMARK',
  object: {
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: { resourceVersion, ...(end !== undefined && { annotations: { 'k8s.io/initial-events-end': end } }) },
  },
});

export const refusal = (code: number, reason: Status['reason'], message = 'scripted'): WatchEvent => ({
  type: 'ERROR',
  object: { apiVersion: 'v1', kind: 'Status', status: 'Failure', code, reason, message } as Status,
});

/** A watch that is written to by hand. It counts how often it was taken and closed. */
export class Channel implements AsyncIterable<WatchEvent> {
  taken = 0;
  closed = 0;
  readonly #events: WatchEvent[];
  #isEnded = false;
  #failure: Error | undefined;
  #wake: () => void = () => {};

  constructor(...events: WatchEvent[]) {
    this.#events = events;
  }

  send(...events: WatchEvent[]): this {
    this.#events.push(...events);
    this.#wake();
    return this;
  }

  end(): this {
    this.#isEnded = true;
    this.#wake();
    return this;
  }

  fail(error: Error): this {
    this.#failure = error;
    return this.end();
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchEvent> {
    this.taken += 1;
    return {
      next: () => this.#next(),
      return: () => {
        this.closed += 1;
        this.end();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  async #next(): Promise<IteratorResult<WatchEvent>> {
    while (this.#events.length === 0 && !this.#isEnded) await new Promise<void>((resolve) => (this.#wake = resolve));
    const value = this.#events.shift();
    if (value !== undefined) return { done: false, value };
    if (this.#failure !== undefined) throw this.#failure;
    return { done: true, value: undefined };
  }
}

type Answer<Request, Result> = (request: Request, signal: AbortSignal) => Result | Promise<Result>;

export interface Script {
  readonly lists?: readonly Answer<ListRequest, ObjectList>[];
  readonly watches?: readonly Answer<WatchRequest, AsyncIterable<WatchEvent>>[];
  readonly supportsStreaming?: boolean;
}

/** Plays the answers in their order; the last one again and again. */
export class ScriptedSource {
  readonly lists: ListRequest[] = [];
  readonly watches: WatchRequest[] = [];
  /** `list "0"`, `watch "10"`, in the order of the requests. */
  readonly order: string[] = [];
  readonly source: ListerWatcher;

  constructor({ lists = [], watches = [], supportsStreaming = false }: Script) {
    this.source = objectListerWatcher({
      kind: Thing,
      supportsStreaming,
      list: async (request, signal) => {
        this.lists.push(request);
        this.order.push(`list "${request.resourceVersion}"`);
        return await answer(lists, this.lists.length)(request, signal);
      },
      watch: async (request, signal) => {
        this.watches.push(request);
        this.order.push(`${request.sendInitialEvents ? 'stream' : 'watch'} "${request.resourceVersion}"`);
        return await answer(watches, this.watches.length)(request, signal);
      },
    });
  }
}

function answer<A>(answers: readonly A[], nth: number): A {
  const found = answers[Math.min(nth, answers.length) - 1];
  if (found === undefined) throw new Error('the script has no answer for this');
  return found;
}
