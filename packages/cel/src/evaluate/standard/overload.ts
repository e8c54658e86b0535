/**
 * Shorthands to declare the standard functions, and what several of them cost.
 */
import type { Estimate } from '../../cost/estimate.ts';
import {
  add,
  fixed,
  multiply,
  one,
  regexLengthFactor,
  scale,
  stringTraversalFactor,
  traversalCost,
  unbounded,
} from '../../cost/estimate.ts';
import type { Costs } from '../../library/declare.ts';
import type { CallEstimate, CallNodes, SizedNode } from '../../library/library.ts';
import { optionalTypeName, typesEqual } from '../../types/type.ts';
import { sizeOf } from '../../values/size.ts';
import type { Value } from '../../values/value.ts';
import { OpaqueValue } from '../../values/value.ts';

export { declare, global as overload, member } from '../../library/declare.ts';

function argument({ target, args }: CallNodes, index: number): SizedNode {
  return (target === undefined ? args[index] : index === 0 ? target : args[index - 1]) as SizedNode;
}

/** Texts of up to so many characters cost 1, or nothing if they are empty: nobody needs to count their code points. */
const shortText = 10;

function readCost(value: Value): number {
  if (typeof value === 'string' && value.length <= shortText) return value === '' ? 0 : 1;
  return traversalCost(sizeOf(value));
}

/** The cost of reading the smaller one of two values. */
function smallerCost(first: Value, second: Value): number {
  if (typeof first === 'number' && typeof second === 'number') return 1;
  if (typeof first === 'string' && typeof second === 'string' && Math.min(first.length, second.length) <= shortText) {
    return first === '' || second === '' ? 0 : 1;
  }
  return traversalCost(Math.min(sizeOf(first), sizeOf(second)));
}

/** A traversal of one argument: a tenth of its size. The result has `result` times its size, if it has one. */
export function traversing(index: number, resultSize?: (size: Estimate) => Estimate): Costs {
  return {
    cost: index === 0 ? (first: Value) => readCost(first) : (_: Value, second: Value) => readCost(second),
    estimate: (call) => {
      const { size } = argument(call, index);
      const cost = scale(size, stringTraversalFactor);
      return resultSize === undefined ? { cost } : { cost, resultSize: resultSize(size) };
    },
  };
}

/** `==`: a comparison, or what values of a library's type say that it costs. */
export const equating: Costs = {
  cost: (first: Value, second: Value) => (first instanceof OpaqueValue ? 1 : smallerCost(first, second)),
  estimate: (call) => {
    const [{ type }, { type: other }] = [argument(call, 0), argument(call, 1)];
    if (type.kind !== 'opaque' || type.name === optionalTypeName || !typesEqual(type, other))
      return comparing.estimate?.(call);
    const cost = type.equalityCost ?? one;
    if (cost !== 'size') return { cost };
    const { size } = argument(call, 1);
    return { cost: size.max === unbounded ? one : scale({ min: 1, max: size.max }, stringTraversalFactor) };
  },
};

/** A comparison: a tenth of the smaller of two sizes. */
export const comparing: Costs = {
  cost: smallerCost,
  estimate: (call) => {
    const most = Math.min(argument(call, 0).size.max, argument(call, 1).size.max);
    return { cost: scale({ min: most > 0 ? 1 : 0, max: most }, stringTraversalFactor) };
  },
};

/** A concatenation of texts or bytes: a tenth of both sizes. */
export const joining: Costs = {
  cost: (first: Value, second: Value) => traversalCost(sizeOf(first) + sizeOf(second)),
  estimate: (call) => {
    const size = add(argument(call, 0).size, argument(call, 1).size);
    return { cost: scale(size, stringTraversalFactor), resultSize: size };
  },
};

/** A concatenation of lists, which does not depend on their sizes. */
export const joiningLists: Costs = {
  estimate: (call) => ({ cost: one, resultSize: add(argument(call, 0).size, argument(call, 1).size) }),
};

/** A search in a list: its size. */
export const searchingList: Costs = {
  cost: (_: Value, list: Value) => sizeOf(list),
  estimate: (call) => ({ cost: scale(argument(call, 1).size, 1) }),
};

/** A search of a text in a text: the product of their sizes, each with a tenth. */
export const searchingText: Costs = {
  cost: (text: Value, part: Value) => traversalCost(sizeOf(text)) * traversalCost(sizeOf(part)),
  estimate: (call) => ({
    cost: multiply(
      scale(argument(call, 0).size, stringTraversalFactor),
      scale(argument(call, 1).size, stringTraversalFactor),
    ),
  }),
};

/** A match of a pattern: a tenth of the text's size, times a quarter of the pattern's. */
export const matching: Costs = {
  cost: (text: Value, pattern: Value) =>
    traversalCost(1 + sizeOf(text)) * traversalCost(sizeOf(pattern), regexLengthFactor),
  estimate: (call): CallEstimate => ({
    cost: multiply(
      scale(add(argument(call, 0).size, fixed(1)), stringTraversalFactor),
      scale(argument(call, 1).size, regexLengthFactor),
    ),
  }),
};

/** A size of at most so many times as much. */
export function atMost(factor: number): (size: Estimate) => Estimate {
  return ({ min, max }) => ({ min, max: Math.min(max * factor, unbounded) });
}
