/**
 * Effects in a virtual world: each one named by the program needs a stand-in that a test registered. None runs for real.
 */
import { ReeveError } from '../errors/reeve-error.ts';
import type { Effect, EffectRegistry } from './effect.ts';

/** Does in a virtual world what an effect does in the real one. */
export type StandIn<Input, Output> = (input: Input, signal?: AbortSignal) => Output | Promise<Output>;

/** An effect was performed in a virtual world that has no stand-in for it. */
export class MissingStandInError extends ReeveError {
  /** The name of the effect. */
  readonly effect: string;

  constructor(effect: string) {
    super(
      'REEVE_MISSING_STAND_IN',
      `the effect "${effect}" has no stand-in, and a virtual world runs no effect for real: ` +
        `register one before the program starts, as in host.effects.standIn(effect, async (input) => …)`,
    );
    this.effect = effect;
  }
}

/** The effects of a virtual world, known by name. */
export class StandIns implements EffectRegistry {
  readonly #byName = new Map<string, StandIn<never, unknown>>();

  /** Registers what to do instead of the effect. The last one registered counts. */
  standIn<Input, Output>(effect: Effect<Input, Output>, run: StandIn<Input, Output>): void {
    this.#byName.set(effect.name, run);
  }

  async perform<Input, Output>(effect: Effect<Input, Output>, input: Input, signal?: AbortSignal): Promise<Output> {
    signal?.throwIfAborted();
    const run = this.#byName.get(effect.name) as StandIn<Input, Output> | undefined; // standIn() ties both to the effect
    if (run === undefined) throw new MissingStandInError(effect.name);
    return run(input, signal);
  }
}
