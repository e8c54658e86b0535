/**
 * Short forms for what libraries declare: overloads, and the costs that several functions share.
 */
import type { Estimate } from '../cost/estimate.ts';
import { scale, stringTraversalFactor, traversalCost, unknown } from '../cost/estimate.ts';
import type { Type } from '../types/type.ts';
import { sizeOf } from '../values/size.ts';
import type { Value } from '../values/value.ts';
import type { CallNodes, FunctionDeclaration, Overload } from './library.ts';

/** What calls of an overload cost, if that is not 1. */
export type Costs = Pick<Overload, 'estimate' | 'cost' | 'costOfResult'>;

/** `name(parameters)`. */
export const global = (
  id: string,
  parameters: readonly Type[],
  result: Type,
  evaluate: Overload['evaluate'],
  costs: Costs = {},
): Overload => ({ id, parameters, result, evaluate, ...costs });

/** `target.name(parameters)`; the first parameter is the target. */
export const member = (
  id: string,
  parameters: readonly Type[],
  result: Type,
  evaluate: Overload['evaluate'],
  costs: Costs = {},
): Overload => ({ id, isMember: true, parameters, result, evaluate, ...costs });

/** A function with overloads. */
export const declare = (name: string, ...overloads: readonly Overload[]): FunctionDeclaration => ({ name, overloads });

/** The functions of a table from names to overloads. */
export const functions = (
  table: Readonly<Record<string, Overload | readonly Overload[]>>,
): readonly FunctionDeclaration[] =>
  Object.entries(table).map(([name, overloads]) => ({ name, overloads: [overloads].flat() as readonly Overload[] }));

/** The size of the target, or of the first argument of a function without one. */
export const sizeOfFirst = ({ target, args }: CallNodes): Estimate => (target ?? args[0])?.size ?? unknown;

/** The cost of reading the first argument from start to end. */
export const readsFirst = (factor: number = stringTraversalFactor): Costs => ({
  estimate: (call) => ({ cost: scale(sizeOfFirst(call), factor) }),
  cost: (first: Value) => traversalCost(sizeOf(first), factor),
});

/** The same for functions whose result is as large as the first argument at most. */
export const copiesFirst = (factor: number = stringTraversalFactor): Costs => ({
  estimate: (call) => ({ cost: scale(sizeOfFirst(call), factor), resultSize: sizeOfFirst(call) }),
  cost: (first: Value) => traversalCost(sizeOf(first), factor),
});
