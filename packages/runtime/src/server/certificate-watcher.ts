/**
 * A certificate and its key, read from files again whenever those change: written, renamed or swapped by a link, as mounted Secrets are. A pair that cannot be
 * read or does not fit together leaves the old one in use.
 * Upstream: controller-runtime pkg/certwatcher.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { CertificatePair, CertificateSource } from '@reeve/certificates';
import { ReeveError } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import { silentLogger } from '../log/logger.ts';
import type { Logger } from '../log/logger.ts';
import type { Runnable } from '../runnable/runnable.ts';

/** What reads files, and tells when they may have changed. */
export interface CertificateFiles {
  read(path: string): Promise<string>;
  /** Calls back when something happens beside the file; missing a change is allowed, the watcher looks itself now and then. */
  watch(path: string, onEvent: () => void): Disposable;
}

/** Counts what the watcher does. */
export interface CertificateMetrics {
  read(): void;
  readFailed(): void;
}

/** Which files, and how often to look. */
export interface CertificateWatcherOptions {
  readonly certFile: string;
  readonly keyFile: string;
  readonly files: CertificateFiles;
  readonly host: Host;
  /** How often to look even if nobody tells of a change; 10 seconds unless given. */
  readonly intervalMs?: number;
  readonly metrics?: CertificateMetrics;
  readonly log?: Logger;
}

/** The pair could not be read. */
export class CertificateError extends ReeveError {
  constructor({ certFile, keyFile }: { readonly certFile: string; readonly keyFile: string }, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super('REEVE_CERTIFICATE', `the certificate ${certFile} with the key ${keyFile} cannot be used: ${why}`, { cause });
  }
}

/** Watches a pair of files. It runs on every replica, whoever leads. */
export class CertificateWatcher implements Runnable, CertificateSource {
  readonly name = 'certificate watcher';
  readonly group = 'servers';
  readonly #options: CertificateWatcherOptions;
  readonly #listeners = new Set<(pair: CertificatePair) => void>();
  #current: CertificatePair;

  private constructor(options: CertificateWatcherOptions, current: CertificatePair) {
    this.#options = options;
    this.#current = current;
  }

  /** Reads the pair; rejects with a `CertificateError` when that fails. */
  static async open(options: CertificateWatcherOptions): Promise<CertificateWatcher> {
    return new CertificateWatcher(options, await readPair(options));
  }

  get current(): CertificatePair {
    return this.#current;
  }

  onChange(listener: (pair: CertificatePair) => void): Disposable {
    this.#listeners.add(listener);
    listener(this.#current);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  /** Looks for changes until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { host, files, certFile, keyFile, intervalMs = 10_000 } = this.#options;
    let woken = new AbortController();
    const onEvent = (): void => woken.abort();
    using _cert = files.watch(certFile, onEvent);
    using _key = files.watch(keyFile, onEvent);
    while (!signal.aborted) {
      await host.sleep(intervalMs, AbortSignal.any([signal, woken.signal])).catch(() => undefined);
      woken = new AbortController(); // what happens while it reads is looked at afterwards
      if (!signal.aborted) await this.reload();
    }
  }

  /** Reads the pair now. What cannot be used is logged and counted, and the old pair stays. */
  async reload(): Promise<void> {
    try {
      const pair = await readPair(this.#options);
      if (pair.cert === this.#current.cert && pair.key === this.#current.key) return;
      this.#current = pair;
      for (const listener of this.#listeners) listener(pair);
    } catch (error) {
      const { log = silentLogger } = this.#options;
      log.error('the certificate could not be read again, and the old one stays in use', { error });
    }
  }
}

async function readPair(options: CertificateWatcherOptions): Promise<CertificatePair> {
  const { files, certFile, keyFile, metrics } = options;
  metrics?.read();
  try {
    const [cert, key] = [await files.read(certFile), await files.read(keyFile)];
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
      throw new Error('the key does not belong to the certificate');
    }
    return { cert, key };
  } catch (error) {
    metrics?.readFailed();
    throw new CertificateError(options, error);
  }
}
