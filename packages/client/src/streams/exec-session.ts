/**
 * A command in a container, or the main process of one that was attached to: its streams, its terminal, its end. Both outputs want to
 * be read, as they share one connection; `output()` reads them for you.
 * Upstream: client-go tools/remotecommand.
 */
import { answerLimits, type ApiRequest } from '@reeve/machinery';
import type { ByteChannel } from './byte-channel.ts';
import { channels, closeMessage, resizeMessage, type TerminalSize } from './channel-protocol.ts';
import type { ChannelSocket } from './channel-socket.ts';
import { commandStatusIn, exitCodeIn } from './command-status.ts';
import { CommandError, StreamError } from './stream-error.ts';

/** Everything that a command printed, and its exit code. */
export interface CommandOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** How to read the outputs. */
export interface OutputOptions {
  readonly check?: boolean | undefined;
  /** The most that is read of each output, in bytes; 128 MiB unless given. */
  readonly maxBytes?: number | undefined;
}

const longestOutput = answerLimits.wholeBytes;

/** How a command ended is told in less than a kilobyte, in one piece or in a few. */
const longestStatus = 1024 * 1024;
const mostTries = 100;

/** A running command. Hold it with `await using`. */
export class ExecSession implements AsyncDisposable {
  readonly stdout: ByteChannel;
  readonly stderr: ByteChannel;
  readonly #socket: ChannelSocket;
  readonly #exitCode: Promise<number>;

  constructor(socket: ChannelSocket, about: ApiRequest) {
    this.#socket = socket;
    this.stdout = socket.channel(channels.stdout);
    this.stderr = socket.channel(channels.stderr);
    this.#exitCode = this.#ended(about);
    this.#exitCode.catch(() => {}); // heard by whoever asks for it
    socket.start();
  }

  /** Sends input, and waits until it is on its way. */
  write(input: string | Uint8Array): Promise<void> {
    return this.#socket.send(channels.stdin, typeof input === 'string' ? Buffer.from(input) : input);
  }

  /** Ends the input, while the outputs go on. Servers that speak version 4 of the protocol cannot. */
  async endInput(): Promise<void> {
    if (this.#socket.protocol === 'v4.channel.k8s.io') {
      throw new StreamError(
        'the server speaks v4.channel.k8s.io, which cannot end the input alone: close the session instead',
      );
    }
    await this.#socket.sendRaw(closeMessage(channels.stdin));
  }

  /** Tells the size of the terminal. Only for sessions with a terminal. */
  resize(size: TerminalSize): Promise<void> {
    return this.#socket.sendRaw(resizeMessage(size));
  }

  /** The exit code, when the command has ended. */
  exitCode(): Promise<number> {
    return this.#exitCode;
  }

  /**
   * Everything that the command prints until it ends. Another code than 0 is a `CommandError` when `check` is set. A command that prints more than `maxBytes`
   * to one of its outputs is an `AnswerTooLargeError`, and the session is closed: read `stdout` and `stderr` for that.
   */
  async output({ check = false, maxBytes = longestOutput }: OutputOptions = {}): Promise<CommandOutput> {
    const both = Promise.all([this.stdout.text(maxBytes), this.stderr.text(maxBytes)]);
    both.catch(() => void this.close()); // a command that prints without end does not end by itself
    const [[stdout, stderr], exitCode] = await Promise.all([both, this.#exitCode]);
    if (check && exitCode !== 0) throw new CommandError(exitCode, stderr.slice(0, 500) || 'it printed no error');
    return { stdout, stderr, exitCode };
  }

  /** Ends the session, and with it the command. */
  close(): Promise<void> {
    return this.#socket.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #ended(about: ApiRequest): Promise<number> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    let tries = 0;
    for await (const chunk of this.#socket.channel(channels.error)) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > longestStatus || tries > mostTries) throw this.#endless(length);
      if (!endsObject(chunk)) continue;
      tries += 1;
      const status = commandStatusIn(Buffer.concat(chunks));
      if (status !== undefined) return exitCodeIn(status, about); // there is nothing to wait for
    }
    const { code, reason } = await this.#socket.closed;
    throw new StreamError(`the stream ended before the command did (close code ${code}${reason && `: ${reason}`})`, {
      closeCode: code,
    });
  }

  /** Nobody needs the rest of a stream that does not say how the command ended. */
  #endless(length: number): StreamError {
    void this.close();
    return new StreamError(`the server sent ${length} bytes about the end of the command that are no Status`);
  }
}

/** True when the last byte that is no space closes an object: before that there is nothing to parse. */
function endsObject(chunk: Uint8Array): boolean {
  let at = chunk.length - 1;
  while (at >= 0 && (chunk[at] ?? 0) <= SPACE) at -= 1;
  return chunk[at] === BRACE;
}

const SPACE = 0x20;
const BRACE = 0x7d;
