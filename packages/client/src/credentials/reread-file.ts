/**
 * The text of a file that others replace now and then, read again when it may be out of date. What was read last stays good while reading again fails.
 * Nothing runs in the background: it is looked at when somebody asks.
 * Upstream: client-go's cached file token source, certificate and CA rotation.
 */
import type { Clock } from '@reeve/machinery';
import { CredentialError } from './credential-error.ts';

/** A file, and how fresh its text must be. */
export interface RereadFileOptions {
  readonly clock: Clock;
  readonly path: string;
  readonly read: (path: string) => Promise<string>;
  /** How long a text is taken for current. */
  readonly everyMs: number;
  /** What is expected in the file, for messages: `token`. */
  readonly content: string;
  /** False of texts that are not taken over: an empty or half-written file. */
  readonly isGood: (text: string) => boolean;
}

/** A file that is read again. */
export class RereadFile {
  readonly #options: RereadFileOptions;
  #text: string | undefined;
  #readAt = -Infinity;
  #reading: Promise<string> | undefined;

  /** `initial` is a text to begin with, which stays until the file could be read. */
  constructor(options: RereadFileOptions, initial?: string) {
    this.#options = options;
    this.#text = initial;
  }

  /** The text, at once when it is current. Rejects only when the file could never be read. */
  current(): string | Promise<string> {
    const isCurrent = this.#options.clock.monotonic() - this.#readAt < this.#options.everyMs;
    if (isCurrent && this.#text !== undefined) return this.#text;
    return this.reread();
  }

  /** Reads the file now. Calls that come together share one reading. */
  reread(): Promise<string> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #read(): Promise<string> {
    const { clock, path, read, content, isGood } = this.#options;
    try {
      const text = await read(path);
      if (!isGood(text)) throw new CredentialError(`${path} has no ${content}: check that the right file is named`);
      this.#text = text;
    } catch (error) {
      if (this.#text === undefined) throw error;
    }
    this.#readAt = clock.monotonic();
    return this.#text;
  }
}
