/**
 * Reads from the server itself, where the cache holds too little.
 */
import {
  apiErrorFromResponse,
  deepFreeze,
  isList,
  itemsOf,
  parseJson,
  parseKey,
  type AnyKind,
  type DeepReadonly,
  type KubeObject,
  type LabelQuery,
  type Transport,
} from '@reeve/machinery';
import { textOf } from '../bytes/byte-text.ts';
import { readAll } from '../bytes/chunk-reader.ts';

/** Gets and lists objects of a kind over a transport. */
export class LiveReader<T extends KubeObject> {
  readonly #kind: AnyKind;
  readonly #transport: Transport;

  constructor(kind: AnyKind, transport: Transport) {
    this.#kind = kind;
    this.#transport = transport;
  }

  async get(key: string, signal: AbortSignal): Promise<DeepReadonly<T>> {
    const answer = await this.#ask('get', key, this.#kind.path(parseKey(key)), signal);
    return deepFreeze(answer as T); // the server's answer for this kind
  }

  async list(namespace: string | undefined, labels: LabelQuery, signal: AbortSignal): Promise<DeepReadonly<T>[]> {
    const path = this.#kind.path(namespace === undefined ? {} : { namespace });
    const query = labels.isEverything ? '' : `?labelSelector=${encodeURIComponent(labels.toString())}`;
    const answer = await this.#ask('list', '', `${path}${query}`, signal);
    return isList(answer) ? itemsOf(answer).map((item) => deepFreeze(item as unknown as T)) : [];
  }

  async #ask(verb: 'get' | 'list', key: string, path: string, signal: AbortSignal): Promise<unknown> {
    const headers = { accept: 'application/json' };
    const response = await this.#transport.request({ method: 'GET', path, headers, signal });
    const body = textOf(await readAll(response.body, signal));
    if (response.status === 200) return parseJson(body);
    const retryAfter = [response.headers['retry-after'] ?? []].flat()[0];
    const failure = { httpStatus: response.status, method: 'GET', body, retryAfter };
    throw apiErrorFromResponse(failure, { verb, kind: this.#kind, key });
  }
}
