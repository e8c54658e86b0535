/**
 * What one evaluation works on: the bindings, the variables of loops, and the cost so far.
 */
import { LimitError } from '../values/evaluation-error.ts';
import type { EvaluationError } from '../values/evaluation-error.ts';
import type { Value } from '../values/value.ts';

/** Stands in a slot for the value of an expression that failed. */
export class Failure {
  readonly error: EvaluationError;

  constructor(error: EvaluationError) {
    this.error = error;
  }
}

/** Most rules have no variable that needs a slot. */
const noSlots: (Value | Failure | undefined)[] = [];

/** Pushing is several times as fast here as the ways to make an array of a length. */
function emptySlots(count: number): undefined[] {
  const slots: undefined[] = [];
  for (let slot = 0; slot < count; slot++) slots.push(undefined);
  return slots;
}

/** The state of one evaluation. */
export class Frame {
  /** What the names of variables are bound to: JSON, or values. */
  readonly bindings: Readonly<Record<string, unknown>>;
  /** Values of variables, and of loops' variables and accumulators; every one has a place of its own. */
  readonly slots: (Value | Failure | undefined)[];
  /** The cost so far. */
  cost = 0;
  readonly #limit: number;

  constructor(bindings: Readonly<Record<string, unknown>>, slotCount: number, limit: number) {
    this.bindings = bindings;
    this.slots = slotCount === 0 ? noSlots : emptySlots(slotCount);
    this.#limit = limit;
  }

  /** Adds to the cost; fails when that exceeds the limit. */
  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.#limit) throw new LimitError('operation cancelled: actual cost limit exceeded');
  }
}

/** A compiled node. */
export type Code = (frame: Frame) => Value;
