/**
 * Reads from the server itself, where the cache holds too little.
 */
import {
  apiErrorFromResponse,
  deepFreeze,
  isJsonObject,
  itemsOf,
  parseJson,
  parseKey,
  type AnyKind,
  type DeepReadonly,
  type KubeObject,
  type LabelQuery,
  type ObjectList,
  type Transport,
} from '@reeve/machinery';
import { textOf } from '../bytes/byte-text.ts';
import { readAll } from '../bytes/chunk-reader.ts';
import { readListEnvelope } from '../decode/list-envelope.ts';
import { UnexpectedObjectError } from '../decode/unexpected-object-error.ts';

/** How long the response to a verb may be. */
const limits = { get: 'item', list: 'answer' } as const;

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
    const { apiVersion, kind } = this.#kind;
    if (!isJsonObject(answer) || answer['kind'] !== kind || answer['apiVersion'] !== apiVersion)
      throw new UnexpectedObjectError(`${apiVersion} ${kind}`, answer);
    return deepFreeze(answer as unknown as T); // an object of this kind
  }

  async list(namespace: string | undefined, labels: LabelQuery, signal: AbortSignal): Promise<DeepReadonly<T>[]> {
    const path = this.#kind.path(namespace === undefined ? {} : { namespace });
    const query = labels.isEverything ? '' : `?labelSelector=${encodeURIComponent(labels.toString())}`;
    const answer = await this.#ask('list', '', `${path}${query}`, signal);
    readListEnvelope(answer, { kind: this.#kind, isFromServer: true });
    return itemsOf(answer as ObjectList<object>).map((item) => deepFreeze(item as T)); // a list of this kind
  }

  async #ask(verb: 'get' | 'list', key: string, path: string, signal: AbortSignal): Promise<unknown> {
    const headers = { accept: 'application/json' };
    const response = await this.#transport.request({ method: 'GET', path, headers, signal });
    if (response.status === 200) return parseJson(await readAll(response.body, limits[verb], signal));
    const body = await readAll(response.body, 'refusal', signal).then(textOf, () => '');
    signal.throwIfAborted();
    const retryAfter = [response.headers['retry-after'] ?? []].flat()[0];
    const failure = { httpStatus: response.status, method: 'GET', body, retryAfter };
    throw apiErrorFromResponse(failure, { verb, kind: this.#kind, key });
  }
}
