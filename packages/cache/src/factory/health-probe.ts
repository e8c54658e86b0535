/**
 * Watches over a server that failed: asks it whether it is there until it answers, and tells when it went and when it is back. One
 * loop serves all who report a failure; it ends at once with its signal.
 * Upstream: lasso pkg/cache healthcheck.
 */
import { withTimeout, type Host, type Transport } from '@reeve/machinery';
import { milliseconds } from '../number-checks.ts';

/** How to ask, and whom to tell. */
export interface HealthProbeOptions {
  readonly host: Host;
  readonly transport: Transport;

  /** Told false when the server does not answer, and true when it does again. */
  onHealth(isHealthy: boolean): void;

  /** How long an answer may take; 15 s unless given. */
  readonly timeoutMs?: number;

  /** How long to wait between two questions; 15 s unless given. */
  readonly pauseMs?: number;
}

/** Knows whether a server answers. */
export class HealthProbe {
  readonly #options: HealthProbeOptions;
  #isHealthy = true;
  #isProbing = false;

  constructor(options: HealthProbeOptions) {
    this.#options = options;
    milliseconds('timeoutMs of a health probe', options.timeoutMs ?? 0);
    milliseconds('pauseMs of a health probe', options.pauseMs ?? 0);
  }

  get isHealthy(): boolean {
    return this.#isHealthy;
  }

  /** Something failed: finds out whether it was the server. Resolves when the server answers, or the signal aborts. */
  async investigate(signal: AbortSignal): Promise<void> {
    if (this.#isProbing || signal.aborted) return;
    this.#isProbing = true;
    try {
      while (!(await this.#asks(signal))) await this.#options.host.sleep(this.#options.pauseMs ?? 15_000, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#isProbing = false;
    }
  }

  async #asks(signal: AbortSignal): Promise<boolean> {
    const { host, transport, timeoutMs = 15_000 } = this.#options;
    let answers = false;
    try {
      answers = await withTimeout(host, timeoutMs, (abort) => ask(transport, abort), { signal });
    } catch {
      signal.throwIfAborted();
    }
    this.#tell(answers);
    return answers;
  }

  #tell(isHealthy: boolean): void {
    if (isHealthy === this.#isHealthy) return;
    this.#isHealthy = isHealthy;
    this.#options.onHealth(isHealthy);
  }
}

async function ask(transport: Transport, signal: AbortSignal): Promise<boolean> {
  const { status, body } = await transport.request({ method: 'GET', path: '/version', signal });
  for await (const _ of body) break; // whoever stops reading ends the request
  return status < 500;
}
