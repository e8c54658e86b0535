/**
 * Calls of functions: straight to the overload if the checker found the only one that can fit, else to the first one whose
 * parameters the values fit.
 */
import type { Overload } from '../library/library.ts';
import type { Type } from '../types/type.ts';
import { EvaluationError, noSuchOverload } from '../values/evaluation-error.ts';
import { ObjectValue } from '../values/object-value.ts';
import type { Value } from '../values/value.ts';
import { typeOfValue } from '../values/value.ts';
import type { Code, Frame } from './frame.ts';

type Evaluate = (...args: readonly Value[]) => Value;
type Cost = (...args: readonly Value[]) => number;

/** What a call is made of. */
export interface Call {
  /** The overloads that may fit. */
  readonly overloads: readonly Overload[];
  readonly args: readonly Code[];
  /** What the checker knows of the arguments. */
  readonly types: readonly Type[];
  /** True if no argument is evaluated after one that failed; calls with one or two arguments evaluate both. */
  readonly stopsAtFailure: boolean;
}

/** The code of a call. */
export function callCode(call: Call): Code {
  const { overloads, types } = call;
  const [only, ...others] = overloads;
  if (only === undefined) throw new TypeError('a call without an overload passed the check');
  const isSure =
    others.length === 0 && only.parameters.every((parameter, index) => isSureToFit(types[index], parameter));
  return isSure ? directCode(only, call) : dispatchCode(call);
}

/** True if a value of a static type needs no look at run time. */
function isSureToFit(type: Type | undefined, parameter: Type): boolean {
  if (parameter.kind === 'dyn' || parameter.kind === 'parameter') return true;
  return type !== undefined && type.kind !== 'dyn' && type.kind !== 'parameter' && type.kind !== 'null';
}

function directCode(overload: Overload, call: Call): Code {
  const { args, stopsAtFailure } = call;
  const evaluate = overload.evaluate as unknown as Evaluate;
  const cost = overload.cost as unknown as Cost | undefined;
  const [first, second, ...others] = args;
  const isVariadic = others.length > 0 || stopsAtFailure || overload.costOfResult !== undefined;
  if (first === undefined || isVariadic) return (frame) => callOverload(frame, overload, valuesOf(frame, call, cost));
  return second === undefined ? unaryCode(evaluate, cost, first) : binaryCode(evaluate, cost, first, second);
}

function unaryCode(evaluate: Evaluate, cost: Cost | undefined, argument: Code): Code {
  return (frame) => {
    let value: Value;
    try {
      value = argument(frame);
    } catch (error) {
      throw chargedFailure(frame, error, cost, [null]);
    }
    frame.charge(cost === undefined ? 1 : cost(value));
    try {
      return evaluate(value);
    } catch (error) {
      throw asEvaluationError(error);
    }
  };
}

function binaryCode(evaluate: Evaluate, cost: Cost | undefined, left: Code, right: Code): Code {
  return (frame) => {
    let one: Value | undefined;
    let other: Value;
    try {
      one = left(frame);
      other = right(frame);
    } catch (error) {
      if (one !== undefined) throw chargedFailure(frame, error, cost, [one, null]);
      throw chargedFailure(frame, error, cost, [null, despiteFailure(frame, error, right)]);
    }
    frame.charge(cost === undefined ? 1 : cost(one, other));
    try {
      return evaluate(one, other);
    } catch (error) {
      throw asEvaluationError(error);
    }
  };
}

/** After the left operand failed the right one is evaluated all the same, as its cost counts. */
function despiteFailure(frame: Frame, error: unknown, right: Code): Value {
  try {
    return error instanceof EvaluationError ? right(frame) : null;
  } catch (other) {
    if (other instanceof EvaluationError) return null;
    throw other;
  }
}

/**
 * Charges for a call that is not made because an argument failed; what failed has a size of 1, like the null in its place. A cost
 * that can tell nothing from that is 1.
 */
function chargedFailure(frame: Frame, error: unknown, cost: Cost | undefined, values: readonly Value[]): unknown {
  if (!(error instanceof EvaluationError)) return error;
  let amount = 1;
  try {
    amount = cost?.(...values) ?? 1;
  } catch (problem) {
    if (!(problem instanceof TypeError)) throw problem;
  }
  frame.charge(amount);
  return error;
}

/** Data that is not of its declared type, such as a null in a list of strings, is met by functions that cannot take it. */
function asEvaluationError(error: unknown): unknown {
  return error instanceof TypeError ? noSuchOverload() : error;
}

/** The values of arguments. After a failure a second and last argument is evaluated all the same, unless the call stops there. */
function valuesOf(frame: Frame, { args, stopsAtFailure }: Call, cost: Cost | undefined): Value[] {
  const values: Value[] = [];
  for (const argument of args) {
    try {
      values.push(argument(frame));
    } catch (error) {
      const [next, ...others] = args.slice(values.length + 1);
      if (next === undefined) throw chargedFailure(frame, error, cost, [...values, null]);
      if (others.length > 0 || values.length > 0 || stopsAtFailure) throw error;
      throw chargedFailure(frame, error, cost, [null, despiteFailure(frame, error, next)]);
    }
  }
  return values;
}

function callOverload(frame: Frame, overload: Overload, values: readonly Value[]): Value {
  const { evaluate, cost, costOfResult } = overload as unknown as {
    evaluate: Evaluate;
    cost?: Cost;
    costOfResult?: Cost;
  };
  if (costOfResult === undefined) frame.charge(cost === undefined ? 1 : cost(...values));
  try {
    const result = evaluate(...values);
    if (costOfResult !== undefined) frame.charge(costOfResult(result, ...values));
    return result;
  } catch (error) {
    throw asEvaluationError(error);
  }
}

function dispatchCode(call: Call): Code {
  const { overloads } = call;
  return (frame) => {
    const values = valuesOf(frame, call, undefined);
    const fitting = overloads.find(({ parameters }) =>
      parameters.every((type, index) => fits(values[index] ?? null, type)),
    );
    if (fitting !== undefined) return callOverload(frame, fitting, values);
    frame.charge(1);
    throw noSuchOverload();
  };
}

/** Whether a value has the kind that a parameter asks for; elements are not looked at. */
function fits(value: Value, parameter: Type): boolean {
  if (parameter.kind === 'dyn' || parameter.kind === 'parameter') return true;
  const type = typeOfValue(value);
  if (type.kind !== parameter.kind)
    return parameter.kind === 'object' && value instanceof ObjectValue && value.type.name === parameter.name;
  return (type.kind !== 'opaque' && type.kind !== 'object') || type.name === (parameter as typeof type).name;
}
