/**
 * Ends requests that take too long. Requests that nobody gave a time of their own all have the same one, so they are due in the order they came and one timer
 * serves them all. Upstream: apiserver's request deadline and timeout filters.
 */
import type { Clock, Timer } from '@reeve/machinery';
import type { PiecewiseResponse, PlainResponse } from '../request/api-request.ts';
import { longestMs } from '../request/time-limit.ts';

interface Pending {
  readonly dueAt: number;
  readonly expire: () => void;
  isOver: boolean;
}

/** So many that are over are left in the list before it is tidied up. */
const mostOver = 100;

const isOpen = ({ isOver }: Pending): boolean => !isOver;

export class RequestDeadlines {
  readonly #clock: Clock;
  /** Requests with the longest time, in the order they are due, and among them some that are over. A list, as a set with few in it that come and go is rebuilt all the time. */
  #pending: Pending[] = [];
  #open = 0;
  #timer: Timer | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves with what the work gives, or with what `onLate` gives when the time is over. */
  within<T>(limitMs: number, work: Promise<T>, onLate: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const forget = this.#add(limitMs, () => resolve(onLate()));
      settled(work, forget).then(resolve, reject);
    });
  }

  /** The same answer, and a call back at a time when its body has not been taken to the end. */
  until(dueAt: number, response: PiecewiseResponse, expire: () => void): PiecewiseResponse {
    const { pieces } = response;
    const leftMs = dueAt - this.#clock.monotonic();
    const timer = this.#clock.setTimer(leftMs, expire, { background: true, label: 'end of a list' });
    return {
      ...response,
      pieces: {
        next: () => {
          const next = pieces.next();
          if (next.done === true) timer.cancel();
          return next;
        },
        return: () => {
          timer.cancel();
          return pieces.return?.() ?? { done: true, value: undefined };
        },
      },
    };
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** Calls back when the time is over, unless the function is called before. */
  #add(limitMs: number, expire: () => void): () => void {
    if (limitMs < longestMs) {
      const timer = this.#clock.setTimer(limitMs, expire, { background: true, label: 'request deadline' });
      return () => timer.cancel();
    }
    const pending = { dueAt: this.#clock.monotonic() + limitMs, expire, isOver: false };
    this.#pending.push(pending);
    this.#open += 1;
    if (this.#timer === undefined) this.#arm();
    return () => this.#end(pending);
  }

  #end(pending: Pending): void {
    if (pending.isOver) return;
    pending.isOver = true;
    this.#open -= 1;
    if (this.#open === 0) this.#pending.length = 0;
    else if (this.#pending.length > 2 * this.#open + mostOver) this.#pending = this.#pending.filter(isOpen);
  }

  #arm(): void {
    const first = this.#pending.find(isOpen);
    this.#timer =
      first &&
      this.#clock.setTimer(first.dueAt - this.#clock.monotonic(), () => this.#expire(), {
        background: true,
        label: 'request deadlines',
      });
  }

  #expire(): void {
    const now = this.#clock.monotonic();
    for (const pending of this.#pending.filter(isOpen)) {
      if (pending.dueAt > now) break;
      this.#end(pending);
      pending.expire();
    }
    this.#arm();
  }
}

async function settled<T>(work: Promise<T>, forget: () => void): Promise<T> {
  try {
    return await work;
  } finally {
    forget();
  }
}

/** What a request gets whose time is over: a Status that nobody has negotiated about. */
export const tooLate: PlainResponse = {
  status: 504,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from(
    '{"metadata":{},"status":"Failure","message":"Timeout: request did not complete within the allotted timeout","reason":"Timeout","details":{},"code":504}\n',
  ),
};
