/**
 * The few verbs that the operator needs, straight on a transport: JSON in, JSON out, errors as reeve's errors.
 */
import {
  apiErrorFromResponse,
  parseJson,
  stringifyJson,
  type DeepReadonly,
  type KubeObject,
  type Transport,
  type WatchEvent,
} from '@reeve/machinery';

export class Api {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async send<T>(
    method: string,
    path: string,
    body?: DeepReadonly<object>,
    contentType = 'application/json',
  ): Promise<T> {
    const response = await this.#transport.request({
      method,
      path,
      headers: { accept: 'application/json', 'content-type': contentType, 'user-agent': 'website-by-hand' },
      ...(body && { body: Buffer.from(stringifyJson(body)) }),
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    if (response.status >= 400) throw apiErrorFromResponse({ httpStatus: response.status, method, body: text });
    return parseJson(text) as T;
  }

  /** Events from a version on, until the signal aborts or the server ends the stream. */
  async *watch<T extends KubeObject>(
    path: string,
    resourceVersion: string,
    signal: AbortSignal,
  ): AsyncGenerator<WatchEvent<T>, void, void> {
    const { body } = await this.#transport.request({
      method: 'GET',
      path: `${path}?watch=true&allowWatchBookmarks=true&resourceVersion=${resourceVersion}`,
      signal,
    });
    let rest = '';
    for await (const chunk of body) {
      const lines = (rest + Buffer.from(chunk).toString('utf8')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield parseJson(line) as unknown as WatchEvent<T>;
    }
  }
}
