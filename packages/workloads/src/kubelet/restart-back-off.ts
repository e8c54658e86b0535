/**
 * How long a container that keeps ending, or an image that does not arrive, waits for the next try: a container not at all the first time, then 10 s, twice as long each time, at most
 * five minutes; afresh after a run of more than ten minutes.
 * Upstream: kubelet's crash-loop and image back-off (client-go util/flowcontrol.Backoff).
 */

const firstMs = 10_000;
const longestMs = 300_000;
const forgottenAfterMs = 600_000;

export class RestartBackOff {
  readonly #startMs: number;
  #delayMs: number;
  #lastTryMs = -Infinity;

  /** Whether the first try follows at once. */
  constructor(first: 'at once' | 'after a while') {
    this.#startMs = first === 'at once' ? 0 : firstMs;
    this.#delayMs = this.#startMs;
  }

  /** The earliest time of another try after an end at this time; asking makes the next wait longer. */
  nextTry(endedMs: number): number {
    if (endedMs - this.#lastTryMs > forgottenAfterMs) this.#delayMs = this.#startMs;
    const at = endedMs + this.#delayMs;
    this.#delayMs = this.#delayMs === 0 ? firstMs : Math.min(longestMs, this.#delayMs * 2);
    this.#lastTryMs = at;
    return at;
  }
}
