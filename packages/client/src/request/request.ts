/**
 * A request of any shape, for whatever the typed verbs do not cover: put together step by step, then sent and read as a whole, as a
 * stream, or as a watch. A request with a mistake in it is never sent.
 * Upstream: client-go rest.Request.
 */
import { deadlineSignal, deriveAbort } from '@reeve/machinery';
import type { TransportResponse, UnstructuredObject } from '@reeve/machinery';
import { WatchStream } from './watch-stream.ts';
import { readBytes, send, type Answer } from './answer.ts';
import { ByteStream } from './byte-stream.ts';
import { RequestDraft } from './request-draft.ts';
import type { RestSettings } from './rest-settings.ts';
import { Result } from './result.ts';
import { withPolicy } from './send-policy.ts';
import { warningsOf } from './warnings.ts';

/** What sending takes. */
export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A request to put together and send. */
export class Request extends RequestDraft {
  readonly #settings: RestSettings;

  constructor(settings: RestSettings, method: string, prefix: string) {
    super(settings, method, prefix);
    this.#settings = settings;
  }

  /** Sends the request and waits for the whole answer. Never rejects: the result has the error. */
  async do(options: SendOptions = {}): Promise<Result> {
    try {
      return new Result(this.about(), { answer: await this.#exchange(options.signal) });
    } catch (error) {
      return new Result(this.about(), { error });
    }
  }

  /** Sends the request and gives back the bytes of the answer. */
  async doRaw(options: SendOptions = {}): Promise<Uint8Array> {
    return (await this.#exchange(options.signal)).bytes;
  }

  /** Sends the request and hands the body on as it comes. */
  async stream({ signal }: SendOptions = {}): Promise<ByteStream> {
    return new ByteStream(await this.#send(signal), this.about());
  }

  /** Watches what the request leads to. */
  watch({ signal }: SendOptions = {}): WatchStream<UnstructuredObject> {
    this.param('watch', 'true');
    return new WatchStream({ about: { ...this.about(), verb: 'watch' }, signal, open: (ended) => this.#send(ended) });
  }

  async #exchange(signal: AbortSignal | undefined): Promise<Answer> {
    const { timeoutMs } = this.manners();
    using limit = timeoutMs
      ? deadlineSignal(this.#settings.host, timeoutMs, { signal, waitingFor: 'the answer' })
      : deriveAbort(signal);
    const response = await this.#send(limit.signal);
    const { status, headers } = response;
    return { status, headers, bytes: await readBytes(response, () => this.about()) };
  }

  async #send(signal: AbortSignal | undefined): Promise<TransportResponse> {
    const { transport, host, headers } = this.#settings;
    const { onWarning, ...policy } = this.manners();
    const drafted = this.drafted();
    signal?.throwIfAborted();
    const request = { ...drafted, headers: { ...headers, ...drafted.headers }, ...(signal && { signal }) };
    const response = await send(withPolicy(transport, { host, ...policy }), request, this.about());
    for (const warning of warningsOf(response.headers)) onWarning?.(warning, request);
    return response;
  }
}
