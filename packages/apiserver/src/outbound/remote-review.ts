/**
 * Sends a review to a service outside and reads its verdict. What may pass is tried again: broken connections, time-outs, 429, 500 and whatever says
 * `Retry-After`. Upstream: apiserver util/webhook GenericWebhook.
 */
import { isJsonObject, parseJson, stringifyJson, type Host, type JsonObject } from '@reeve/machinery';
import type { OutboundAnswer, OutboundClient } from './outbound-client.ts';
import { OutboundError, type OutboundTls } from './outbound.ts';

/** A service that judges tokens or requests. */
export interface RemoteService {
  readonly url: string;
  readonly tls?: OutboundTls;
  /** The token by which the server says who it is. */
  readonly token?: string;
}

/** How long to wait before each further try, before chance changes it by up to a fifth. */
const pausesMs = [500, 750, 1125, 1687.5];

export class RemoteReviews {
  readonly #outbound: OutboundClient;
  readonly #host: Host;
  readonly #service: RemoteService;
  readonly #timeoutMs: number;

  constructor(options: { outbound: OutboundClient; host: Host; service: RemoteService; timeoutMs: number }) {
    this.#outbound = options.outbound;
    this.#host = options.host;
    this.#service = options.service;
    this.#timeoutMs = options.timeoutMs;
  }

  /** The review as the service sends it back; rejects with an `OutboundError`. */
  async send(review: object): Promise<JsonObject> {
    const body = Buffer.from(stringifyJson(review));
    for (let attempt = 0; ; attempt += 1) {
      const tried = await this.#try(body);
      if ('review' in tried) return tried.review;
      const pause = pausesMs[attempt];
      if (!tried.mayPass || pause === undefined) throw tried.error;
      await this.#host.sleep(pause * (1 + 0.2 * this.#host.random.next()));
    }
  }

  async #try(body: Uint8Array): Promise<Tried> {
    const { url, tls, token } = this.#service;
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    try {
      return judged(
        await this.#outbound.call({ target: { url }, method: 'POST', headers, body, tls, timeoutMs: this.#timeoutMs }),
      );
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { error, mayPass: /connection reset|EOF$/.test(error.message) };
    }
  }
}

type Tried = { readonly review: JsonObject } | { readonly error: OutboundError; readonly mayPass: boolean };

function judged({ status, headers, body }: OutboundAnswer): Tried {
  if (status >= 200 && status < 300) return read(body);
  const mayPass = status === 429 || status === 500 || status === 504 || headers['retry-after'] !== undefined;
  const text = Buffer.from(body).toString('utf8').trim();
  return {
    error: new OutboundError(`the service answered ${status}${text === '' ? '' : `: ${text.slice(0, 500)}`}`),
    mayPass,
  };
}

function read(body: Uint8Array): Tried {
  const error = new OutboundError('the service answered something that is no review');
  try {
    const review = parseJson(Buffer.from(body).toString('utf8'));
    return isJsonObject(review) ? { review } : { error, mayPass: false };
  } catch {
    return { error, mayPass: false };
  }
}
