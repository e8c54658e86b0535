/**
 * Effects of a test: each one that the program performs is done by a stand-in that the test registered, or for real where the test allows it.
 */
import { ReeveError } from '../errors/reeve-error.ts';
import type { Effect, EffectRegistry } from './effect.ts';
import { settle } from './macrotask.ts';

/** Does in a test what an effect does in production. */
export type StandIn<Input, Output> = (input: Input, signal?: AbortSignal) => Output | Promise<Output>;

/** An effect was performed in a virtual world that has no stand-in for it. */
export class MissingStandInError extends ReeveError {
  /** The name of the effect. */
  readonly effect: string;

  constructor(effect: string) {
    super(
      'REEVE_MISSING_STAND_IN',
      `the effect "${effect}" has no stand-in, and in virtual time no effect is performed for real: ` +
        `register one before it is needed, as in host.effects.standIn(effect, async (input) => …), or allow it: host.effects.real(effect)`,
    );
    this.effect = effect;
  }
}

/** How effects are performed that have no stand-in. */
export interface StandInsOptions {
  /** Performs them. Without it they are a `MissingStandInError`. */
  readonly otherwise?: EffectRegistry;
}

/** The effects of a test, known by name. */
export class StandIns implements EffectRegistry {
  readonly #byName = new Map<string, StandIn<never, unknown>>();
  readonly #real = new Set<Promise<unknown>>();
  readonly #otherwise: EffectRegistry | undefined;

  /** Runs every stand-in and every real effect; whoever watches what happens outside of effects sets it. */
  enter: <T>(run: () => T) => T = (run) => run();

  constructor({ otherwise }: StandInsOptions = {}) {
    this.#otherwise = otherwise;
  }

  /** Registers what to do instead of the effect. The last one registered counts. In virtual time it may wait with `host.sleep`, and time goes on. */
  standIn<Input, Output>(effect: Effect<Input, Output>, run: StandIn<Input, Output>): void {
    this.#byName.set(effect.name, run);
  }

  /**
   * Performs the effect for real, or what is given with real input and output, such as a request to a server of the test. Virtual time stands still until it has ended, so that no timeout passes
   * meanwhile. What it does must not wait for virtual time.
   */
  real<Input, Output>(effect: Effect<Input, Output>, run: StandIn<Input, Output> = effect.run): void {
    this.standIn(effect, (input, signal) => this.#frozen(async () => await run(input, signal)));
  }

  async perform<Input, Output>(effect: Effect<Input, Output>, input: Input, signal?: AbortSignal): Promise<Output> {
    signal?.throwIfAborted();
    const run = this.#byName.get(effect.name) as StandIn<Input, Output> | undefined; // standIn() ties both to the effect
    if (run !== undefined) return await this.enter(() => run(input, signal));
    if (this.#otherwise === undefined) throw new MissingStandInError(effect.name);
    const otherwise = this.#otherwise;
    return await this.enter(() => otherwise.perform(effect, input, signal));
  }

  /** Resolves when no effect is performed for real any more, or when `isOver` says that nobody waits for them. */
  async idle(isOver: () => boolean = () => false): Promise<void> {
    while (this.#real.size > 0 && !isOver()) {
      await Promise.race(this.#real);
      await settle(); // what goes on with the result may perform the next one
    }
  }

  async #frozen<Output>(run: () => Promise<Output>): Promise<Output> {
    const running = run();
    const ended = running.then(
      () => undefined,
      () => undefined,
    );
    this.#real.add(ended);
    try {
      return await running;
    } finally {
      this.#real.delete(ended);
    }
  }
}
