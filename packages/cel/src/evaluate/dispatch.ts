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

/** The code of a call. */
export function callCode(overloads: readonly Overload[], args: readonly Code[], types: readonly Type[]): Code {
  const [only, ...others] = overloads;
  if (only === undefined) throw new TypeError('a call without an overload passed the check');
  const isSure =
    others.length === 0 && only.parameters.every((parameter, index) => isSureToFit(types[index], parameter));
  return isSure ? directCode(only, args) : dispatchCode(overloads, args);
}

/** True if a value of a static type needs no look at run time. */
function isSureToFit(type: Type | undefined, parameter: Type): boolean {
  if (parameter.kind === 'dyn' || parameter.kind === 'parameter') return true;
  return type !== undefined && type.kind !== 'dyn' && type.kind !== 'parameter' && type.kind !== 'null';
}

function directCode(overload: Overload, args: readonly Code[]): Code {
  const evaluate = overload.evaluate as unknown as Evaluate;
  const cost = overload.cost as unknown as Cost | undefined;
  if (overload.costOfResult !== undefined) return (frame) => callOverload(frame, overload, valuesOf(frame, args));
  const [first, second] = args;
  if (first !== undefined && args.length === 1) return unaryCode(evaluate, cost, first);
  if (first !== undefined && second !== undefined && args.length === 2)
    return binaryCode(evaluate, cost, first, second);
  return (frame) => callOverload(frame, overload, valuesOf(frame, args));
}

function unaryCode(evaluate: Evaluate, cost: Cost | undefined, argument: Code): Code {
  return (frame) => {
    let value: Value;
    try {
      value = argument(frame);
    } catch (error) {
      throw charged(frame, error);
    }
    frame.charge(cost === undefined ? 1 : cost(value));
    return evaluate(value);
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
      throw one === undefined ? failedLeft(frame, error, right) : charged(frame, error);
    }
    frame.charge(cost === undefined ? 1 : cost(one, other));
    return evaluate(one, other);
  };
}

/** A call whose argument failed costs 1. */
function charged(frame: Frame, error: unknown): unknown {
  if (error instanceof EvaluationError) frame.charge(1);
  return error;
}

/** The right operand is evaluated all the same, as its cost counts; the error of the left one remains. */
function failedLeft(frame: Frame, error: unknown, right: Code): unknown {
  if (!(error instanceof EvaluationError)) return error;
  try {
    right(frame);
  } catch (other) {
    if (!(other instanceof EvaluationError)) return other;
  }
  return charged(frame, error);
}

function valuesOf(frame: Frame, args: readonly Code[]): Value[] {
  const values: Value[] = [];
  for (const argument of args) values.push(argument(frame));
  return values;
}

function callOverload(frame: Frame, overload: Overload, values: readonly Value[]): Value {
  const { evaluate, cost, costOfResult } = overload as unknown as {
    evaluate: Evaluate;
    cost?: Cost;
    costOfResult?: Cost;
  };
  if (costOfResult === undefined) {
    frame.charge(cost === undefined ? 1 : cost(...values));
    return evaluate(...values);
  }
  const result = evaluate(...values);
  frame.charge(costOfResult(result, ...values));
  return result;
}

function dispatchCode(overloads: readonly Overload[], args: readonly Code[]): Code {
  return (frame) => {
    const values = valuesOf(frame, args);
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
