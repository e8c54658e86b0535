/**
 * Those who wait for something to happen, first come, first served. A wake is a hint to look again, not the thing itself:
 * what is handed out is decided when the waiter looks, so that keys added in one turn are compared before one is taken.
 */
import { WaitingLine, type WaitingPlace } from '@reeve/machinery';

/** What is called when it happens. */
export type Wake = () => void;

/** A line of waiters. */
export class Waiters {
  readonly #line = new WaitingLine<Wake>();

  /** Joins the line, at a place that was left before where one is given. `wake` is called once, unless the waiter leaves before. */
  join(wake: Wake, left?: WaitingPlace<Wake>): WaitingPlace<Wake> {
    return this.#line.join(wake, left);
  }

  /** Leaves the line. False when the wake had already come. */
  leave(place: WaitingPlace<Wake>): boolean {
    return this.#line.leave(place);
  }

  /** Wakes the one who has waited longest. */
  wakeOne(): void {
    this.#line.take()?.();
  }

  /** Wakes all who wait now. */
  wakeAll(): void {
    const waiting: Wake[] = [];
    for (let wake = this.#line.take(); wake !== undefined; wake = this.#line.take()) waiting.push(wake);
    for (const wake of waiting) wake();
  }
}
