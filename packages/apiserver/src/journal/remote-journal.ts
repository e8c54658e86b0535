/**
 * The journal of a server whose data another process keeps. Every call has a time limit. When the process was started anew, everything is sent to it again;
 * when another server has become its writer, this one has to end.
 */
import { Agent, request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Commit } from '@reeve/registry';
import { parseCommits, printCommits } from './journal-lines.ts';
import type { Journal } from './journal.ts';
import { epochHeader, instanceHeader, journalPath, journalType, writerPath } from './journal-server.ts';

/** How long the process may be silent within a call. */
const silenceLimitMs = 10_000;

export interface RemoteJournalOptions {
  readonly silenceMs?: number;
  /** Told once that this server may not go on: another one has taken its place. */
  readonly onReplaced?: (error: Error) => void;
}

type Headers = Readonly<Record<string, string>>;

/** A journal at the address of a `JournalServer`. */
export class RemoteJournal implements Journal, Disposable {
  readonly #url: string;
  readonly #options: RemoteJournalOptions;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** The headers that say that we are the writer; undefined before the first call. */
  #writer: Headers = {};
  /** Whether the process has everything but what is appended next. */
  #isWhole = false;
  #replaced: Error | undefined;

  constructor(url: string, options: RemoteJournalOptions = {}) {
    this.#url = url;
    this.#options = options;
  }

  async load(): Promise<readonly Commit[]> {
    const commits = await this.#open();
    this.#isWhole = true;
    return commits;
  }

  async append(commits: readonly Commit[], everything: () => readonly Commit[]): Promise<void> {
    if (!this.#isWhole) return this.#sendAll(everything);
    const isKept = await this.#tell('POST', journalPath, printCommits(commits));
    if (!isKept) await this.#sendAll(everything);
  }

  async check(everything: () => readonly Commit[]): Promise<void> {
    const isKept = this.#isWhole && (await this.#tell('GET', writerPath));
    if (!isKept) await this.#sendAll(everything);
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  /** The process has lost what it had: it gets everything, unless it has something from somebody else by now. */
  async #sendAll(everything: () => readonly Commit[]): Promise<void> {
    this.#isWhole = false;
    if (this.#replaced) throw this.#replaced;
    const found = await this.#open();
    if (found.length > 0)
      throw this.#end(
        `the etcd at ${this.#url} was started anew and holds the data of another kube-apiserver: this one ends; give each its own etcd`,
      );
    const isKept = await this.#tell('POST', journalPath, printCommits(everything()));
    if (!isKept) throw new Error(`the etcd at ${this.#url} was started anew again`);
    this.#isWhole = true;
  }

  /** Becomes the writer and reads everything there is. */
  async #open(): Promise<Commit[]> {
    return this.#call('POST', writerPath, undefined, async (response) => {
      const { [instanceHeader]: instance, [epochHeader]: epoch } = response.headers;
      if (response.statusCode !== 200 || typeof instance !== 'string' || typeof epoch !== 'string')
        throw this.#stranger(response, writerPath);
      const commits = await parseCommits(response.setEncoding('utf8'));
      this.#writer = { [instanceHeader]: instance, [epochHeader]: epoch };
      return commits;
    });
  }

  /** Calls as the writer; false when the process is not the one that we wrote to. */
  async #tell(method: string, path: string, body?: Iterable<string>): Promise<boolean> {
    if (this.#replaced) throw this.#replaced;
    return this.#call(method, path, body, async (response) => {
      response.resume();
      const { statusCode } = response;
      if (statusCode === 409)
        throw this.#end(
          `another kube-apiserver has taken over the etcd at ${this.#url}: this one ends, as two would overwrite each other's data; give each its own etcd`,
        );
      if (statusCode !== 204 && statusCode !== 410) throw this.#stranger(response, path);
      return statusCode === 204;
    });
  }

  #stranger({ statusCode, req }: IncomingMessage & { req?: { method?: string } }, path: string): Error {
    return new Error(
      `${this.#url} answered ${statusCode} to ${req?.method} ${path}: it is not the etcd that comes with this server`,
    );
  }

  #end(sentence: string): Error {
    this.#replaced = new Error(sentence);
    this.#options.onReplaced?.(this.#replaced);
    return this.#replaced;
  }

  async #call<T>(
    method: string,
    path: string,
    body: Iterable<string> | undefined,
    read: (response: IncomingMessage) => Promise<T>,
  ): Promise<T> {
    const pieces = [...(body ?? [])];
    try {
      return await this.#attempt(method, path, pieces, read);
    } catch (error) {
      // A connection that was kept may have been closed meanwhile. What is sent twice counts once.
      if (!(error instanceof StaleConnection)) throw error;
      return this.#attempt(method, path, pieces, read);
    }
  }

  #attempt<T>(
    method: string,
    path: string,
    pieces: readonly string[],
    read: (response: IncomingMessage) => Promise<T>,
  ): Promise<T> {
    const timeout = this.#options.silenceMs ?? silenceLimitMs;
    const headers = { ...this.#writer, ...(method === 'POST' && { 'content-type': journalType }) };
    return new Promise<T>((resolve, reject) => {
      const sent = request(new URL(path, this.#url), { method, agent: this.#agent, headers, timeout }, (response) => {
        read(response).then(resolve, reject);
      });
      sent.on('timeout', () => sent.destroy(new Error(`nothing came for ${timeout / 1000} s`)));
      sent.on('error', (cause: NodeJS.ErrnoException) => {
        const words = `${this.#url} does not answer (${cause.message}): start etcd there, or name another with --etcd-servers`;
        reject(sent.reusedSocket && cause.code === 'ECONNRESET' ? new StaleConnection() : new Error(words, { cause }));
      });
      if (pieces.length <= 1) sent.end(pieces[0]);
      else Readable.from(pieces).pipe(sent);
    });
  }
}

/** A connection that was closed before the request that was to go over it. */
class StaleConnection extends Error {}
