/**
 * Ranges of sizes and of costs, with arithmetic that stops at 2^64 instead of overflowing. Sizes count what `size()` counts:
 * code points, bytes, elements or entries. Costs have no unit; 1 is about what reading a field costs.
 * Upstream: cel-go checker/cost.go.
 */

/** From the least to the most. */
export interface Estimate {
  readonly min: number;
  readonly max: number;
}

/** The greatest size and cost; what is unknown has it as its most. */
export const unbounded = 2 ** 64;

/** What it costs to read a character of a string. */
export const stringTraversalFactor = 0.1;

/** What it costs to try a character of a pattern. */
export const regexLengthFactor = 0.25;

/** A range without a known end. */
export const unknown: Estimate = Object.freeze({ min: 0, max: unbounded });

/** Exactly so much. */
export function fixed(amount: number): Estimate {
  return { min: amount, max: amount };
}

export const zero: Estimate = Object.freeze({ min: 0, max: 0 });
export const one: Estimate = Object.freeze({ min: 1, max: 1 });

/** Both together. */
export function add(first: Estimate, second: Estimate): Estimate {
  return { min: limit(first.min + second.min), max: limit(first.max + second.max) };
}

/** The product, as of a size with the cost of each element. */
export function multiply(first: Estimate, second: Estimate): Estimate {
  return { min: limit(first.min * second.min), max: limit(first.max * second.max) };
}

/** The product with a factor, rounded up. */
export function scale(estimate: Estimate, factor: number): Estimate {
  return { min: limit(Math.ceil(estimate.min * factor)), max: limit(Math.ceil(estimate.max * factor)) };
}

/** The range that holds both. */
export function union(first: Estimate, second: Estimate): Estimate {
  return { min: Math.min(first.min, second.min), max: Math.max(first.max, second.max) };
}

function limit(amount: number): number {
  return amount > unbounded ? unbounded : amount;
}

/** The cost of a traversal at run time: a size times a factor, rounded up. */
export function traversalCost(size: number, factor = stringTraversalFactor): number {
  return Math.ceil(size * factor);
}
