/**
 * The Host of one process in a shared virtual world, which can stand still while the world goes on: as a machine that is suspended, or an event loop that is blocked.
 * What fell due meanwhile happens all at once when it wakes up, in an order that chance decides.
 */
import type { Clock, Host, Timer, TimerOptions } from '@reeve/machinery';

/** A Host that can be paused. */
export class PausableHost implements Host {
  readonly clock: Clock;
  readonly random: Host['random'];
  readonly effects: Host['effects'];
  readonly #world: Host;
  readonly #held = new Set<() => void>();
  #awake: Promise<void> | undefined;
  #wake: () => void = () => undefined;

  constructor(world: Host) {
    this.#world = world;
    this.random = world.random;
    this.effects = world.effects;
    this.clock = {
      now: () => world.clock.now(),
      monotonic: () => world.clock.monotonic(),
      setTimer: (delayMs, callback, options) => this.#setTimer(delayMs, callback, options),
    };
  }

  /** Stands still for a time. */
  async pause(ms: number): Promise<void> {
    this.#awake ??= new Promise((resolve) => (this.#wake = resolve));
    await this.#world.sleep(ms);
    this.#awake = undefined;
    this.#wake();
    for (const callback of this.#held) this.#world.clock.setTimer(0, callback);
    this.#held.clear();
  }

  /** Resolves at once, or when it goes on. */
  async awake(): Promise<void> {
    while (this.#awake !== undefined) await this.#awake;
  }

  uuid(): string {
    return this.#world.uuid();
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await this.#world.sleep(ms, signal);
    await this.awake();
  }

  async yield(): Promise<void> {
    await this.#world.yield();
    await this.awake();
  }

  startSlice(): ReturnType<Host['startSlice']> {
    return this.#world.startSlice();
  }

  #setTimer(delayMs: number, callback: () => void, options?: TimerOptions): Timer {
    let isCancelled = false;
    const fire = (): void => {
      if (!isCancelled) callback();
    };
    const timer = this.#world.clock.setTimer(
      delayMs,
      () => void (this.#awake === undefined ? fire() : this.#held.add(fire)),
      options,
    );
    const cancel = (): void => {
      isCancelled = true;
      this.#held.delete(fire);
      timer.cancel();
    };
    return { cancel, [Symbol.dispose]: cancel };
  }
}
