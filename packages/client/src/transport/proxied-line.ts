/**
 * A line through a proxy: undici knows how to ask proxies of HTTP and SOCKS for a tunnel.
 */
import type { Dispatcher } from 'undici';
import type { AnswerReceiver, Line, WireRequest } from './line.ts';

/** A dispatcher of undici that has one connection at a time. */
export class ProxiedLine implements Line {
  place = 0;
  restsSince = 0;
  readonly restLimitMs: number;
  readonly #dispatcher: Dispatcher;
  readonly #origin: string;
  #served = 0;

  constructor(dispatcher: Dispatcher, origin: string, restLimitMs: number) {
    this.#dispatcher = dispatcher;
    this.#origin = origin;
    this.restLimitMs = restLimitMs;
    dispatcher.on('connect', () => {
      this.#served = 0;
    });
  }

  send({ method, path, headers, body }: WireRequest, receiver: AnswerReceiver): void {
    const options = {
      origin: this.#origin,
      path,
      method,
      headers: [...headers],
      body: body ?? null,
      connections: 1, // proxies of SOCKS take this and the next two from the request
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.#dispatcher.dispatch(options, {
      onConnect: () => {
        this.#served += 1;
        receiver.onConnect(this.#served > 1);
      },
      onHeaders: (status, raw, resume) => {
        if (status >= 200) receiver.onHeaders(status, linesOf(raw), resume);
        return true;
      },
      onData: (chunk) => receiver.onData(chunk),
      onComplete: () => receiver.onComplete(),
      onError: (error) => receiver.onError(error),
    });
  }

  close(): Promise<void> {
    return this.#dispatcher.close();
  }

  destroy(): Promise<void> {
    return this.#dispatcher.destroy();
  }
}

/** Names and values that take turns, as lines. */
const linesOf = (raw: readonly Buffer[]): string => {
  let lines = '';
  for (let at = 0; at + 1 < raw.length; at += 2) {
    lines += `${raw[at]?.toString('latin1')}: ${raw[at + 1]?.toString('latin1')}\r\n`;
  }
  return lines;
};
