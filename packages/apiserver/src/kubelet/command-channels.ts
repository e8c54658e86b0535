/**
 * The streams of a command over the messages of a WebSocket: the first byte says which stream a message belongs to, and the end of the command is told as a
 * status on a stream of its own. Upstream: apimachinery util/remotecommand, v4 and v5.
 */
import type { CommandStreams } from '@reeve/machinery';

/** The protocols that are spoken, the preferred one first. Version 5 can end one stream while the others go on. */
export const channelProtocols: readonly string[] = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];

/** A connection that carries messages both ways. */
export interface MessageLine {
  send(this: void, message: Uint8Array): void;
  onMessage(this: void, callback: (message: Uint8Array) => void): void;
  /** Ends after what has been sent. */
  end(this: void): void;
}

/** The streams that a client asks for. */
export interface WantedStreams {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
}

const channel = { stdin: 0, stdout: 1, stderr: 2, error: 3 } as const;
const closing = 255;

/** Runs a command over a line, and tells on it how it ended. */
export async function runOverChannels(
  line: MessageLine,
  wanted: WantedStreams,
  signal: AbortSignal,
  run: (streams: CommandStreams) => Promise<number>,
): Promise<void> {
  const typed = new TypedBytes(signal);
  if (!wanted.stdin) typed.end();
  line.onMessage((message) => {
    if (message[0] === channel.stdin) typed.push(message.subarray(1));
    if (message[0] === closing && message[1] === channel.stdin) typed.end();
  });
  const to = (stream: number, isWanted: boolean) => (bytes: Uint8Array) => {
    if (isWanted && bytes.length > 0) line.send(Buffer.concat([Uint8Array.of(stream), bytes]));
  };
  const streams = {
    stdin: typed,
    stdout: to(channel.stdout, wanted.stdout),
    stderr: to(channel.stderr, wanted.stderr),
    signal,
  };
  const status = await run(streams).then(statusOf, (error: unknown) => failure(String(error)));
  if (!signal.aborted) line.send(Buffer.concat([Uint8Array.of(channel.error), Buffer.from(JSON.stringify(status))]));
  line.end();
}

const statusOf = (exitCode: number): object =>
  exitCode === 0
    ? { metadata: {}, status: 'Success' }
    : {
        metadata: {},
        status: 'Failure',
        message: `command terminated with non-zero exit code: exit status ${exitCode}`,
        reason: 'NonZeroExitCode',
        details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
      };

const failure = (message: string): object => ({
  metadata: {},
  status: 'Failure',
  message,
  reason: 'InternalError',
  code: 500,
});

/** What a client types, for one reader. */
class TypedBytes implements AsyncIterable<Uint8Array> {
  readonly #waiting: Uint8Array[] = [];
  #isEnded = false;
  #wake: () => void = () => {};

  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.end(), { once: true });
    if (signal.aborted) this.end();
  }

  push(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else if (this.#isEnded) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
