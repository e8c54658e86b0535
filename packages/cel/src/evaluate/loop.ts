/**
 * The loops that macros expand to. The loops of the standard macros are recognized and run without looking at their parts again
 * and again; their costs are those of the expansion.
 */
import type { ComprehensionExpression, Expression } from '../syntax/expression.ts';
import { operators } from '../syntax/expression.ts';
import type { EvaluationError } from '../values/evaluation-error.ts';
import { noSuchOverload } from '../values/evaluation-error.ts';
import { ListValue } from '../values/list-value.ts';
import { MapValue } from '../values/map-value.ts';
import type { Value } from '../values/value.ts';
import type { Code, Frame } from './frame.ts';
import { Failure } from './frame.ts';
import { absorbable } from './logic.ts';

/** Where a loop keeps its variables. */
export interface LoopSlots {
  readonly variable: number;
  readonly variable2: number | undefined;
  readonly accumulator: number;
}

/** Sets the variables for each turn; the visitor says whether to go on. */
function forEach(frame: Frame, range: Value, slots: LoopSlots, visit: () => boolean): void {
  const { variable, variable2 } = slots;
  if (range instanceof ListValue) {
    const flat = range.flatten();
    for (let index = 0; index < flat.size; index++) {
      frame.slots[variable] = variable2 === undefined ? flat.at(index) : index;
      if (variable2 !== undefined) frame.slots[variable2] = flat.at(index);
      if (!visit()) return;
    }
  } else if (range instanceof MapValue) {
    for (const key of range.keys()) {
      frame.slots[variable] = key;
      if (variable2 !== undefined) frame.slots[variable2] = range.get(key);
      if (!visit()) return;
    }
  } else throw noSuchOverload();
}

/** `all` if `decisive` is false, `exists` if it is true: the predicate's first such value ends the loop. */
export function quantifierCode(range: Code, predicate: Code, slots: LoopSlots, decisive: boolean): Code {
  const conditionCost = decisive ? 3 : 2;
  return (frame) => {
    let isDecided = false;
    let failure: EvaluationError | undefined;
    forEach(frame, range(frame), slots, () => {
      frame.charge(conditionCost);
      if (isDecided) return false;
      frame.charge(1);
      try {
        const value = predicate(frame);
        if (value === decisive) isDecided = true;
        else if (typeof value !== 'boolean') failure ??= noSuchOverload();
      } catch (error) {
        failure ??= absorbable(error);
      }
      return true;
    });
    frame.charge(1);
    if (isDecided) return decisive;
    if (failure !== undefined) throw failure;
    return !decisive;
  };
}

/**
 * `map` and `filter`: what each turn adds to a list. `stepCost` is that of adding. After a failure the loop goes on, as its cost
 * counts; the first failed element fails the loop, unless a predicate fails later.
 */
export function gatheringCode(
  range: Code,
  predicate: Code | undefined,
  transform: Code,
  slots: LoopSlots,
  stepCost: number,
): Code {
  return (frame) => {
    const gathered: Value[] = [];
    let failure: EvaluationError | undefined;
    forEach(frame, range(frame), slots, () => {
      const isWanted = predicate === undefined || attempt(frame, predicate);
      if (typeof isWanted !== 'boolean') failure = isWanted instanceof Failure ? isWanted.error : noSuchOverload();
      if (isWanted !== true) return true;
      const element = attempt(frame, transform);
      frame.charge(stepCost);
      if (element instanceof Failure) failure ??= element.error;
      else gathered.push(element);
      return true;
    });
    frame.charge(1);
    if (failure !== undefined) throw failure;
    return ListValue.of(gathered);
  };
}

/** `cel.bind`: the result, with a variable whose value is not known yet. */
export function bindCode(result: Code, slot: number): Code {
  return (frame) => {
    frame.slots[slot] = undefined;
    return result(frame);
  };
}

/** Reads the variable of `cel.bind`, which gets its value when it is first read. */
export function boundReader(initial: Code, slot: number): Code {
  return (frame) => {
    let value = frame.slots[slot];
    if (value === undefined) frame.slots[slot] = value = attempt(frame, initial);
    if (value instanceof Failure) throw value.error;
    return value;
  };
}

/** Reads the variable or the accumulator of a loop. */
export function slotReader(slot: number): Code {
  return (frame) => {
    const value = frame.slots[slot];
    if (value instanceof Failure) throw value.error;
    return value as Value;
  };
}

function attempt(frame: Frame, code: Code): Value | Failure {
  try {
    return code(frame);
  } catch (error) {
    return new Failure(absorbable(error));
  }
}

/** Any other loop, step by step. A failed step stays in the accumulator, where the next step may absorb it. */
export function loopCode(
  range: Code,
  initial: Code,
  condition: Code,
  step: Code,
  result: Code,
  slots: LoopSlots,
): Code {
  return (frame) => {
    const values = range(frame);
    frame.slots[slots.accumulator] = attempt(frame, initial);
    forEach(frame, values, slots, () => {
      const goesOn = attempt(frame, condition);
      if (goesOn === false) return false;
      frame.slots[slots.accumulator] = attempt(frame, step);
      return true;
    });
    return result(frame);
  };
}

// the shapes of the standard macros

/** What a quantifier tests. */
export function quantifierOf(node: ComprehensionExpression): { predicate: Expression; decisive: boolean } | undefined {
  const { initial, condition, step, result } = node;
  if (initial.kind !== 'literal' || typeof initial.value !== 'boolean' || !isAccumulator(result, node))
    return undefined;
  const decisive = !initial.value;
  const [tested] = callOf(condition, operators.notStrictlyFalse) ?? [];
  const inner = decisive && tested !== undefined ? callOf(tested, operators.not)?.[0] : tested;
  const [accumulator, predicate] = callOf(step, decisive ? operators.or : operators.and) ?? [];
  if (!isAccumulator(inner, node) || !isAccumulator(accumulator, node) || predicate === undefined) return undefined;
  return { predicate, decisive };
}

/** What a loop adds to its list, and when. */
export function gatheredBy(
  node: ComprehensionExpression,
): { predicate: Expression | undefined; transform: Expression; added: Expression } | undefined {
  const { initial, condition, step, result } = node;
  if (initial.kind !== 'list' || initial.elements.length > 0 || !isAccumulator(result, node)) return undefined;
  if (condition.kind !== 'literal' || condition.value !== true) return undefined;
  const [predicate, ifTrue, ifFalse] = callOf(step, operators.conditional) ?? [];
  if (predicate !== undefined && !isAccumulator(ifFalse, node)) return undefined;
  const [accumulator, added] = callOf(ifTrue ?? step, operators.add) ?? [];
  if (!isAccumulator(accumulator, node) || added?.kind !== 'list' || added.optionals.size > 0) return undefined;
  const [transform, ...others] = added.elements;
  return transform === undefined || others.length > 0 ? undefined : { predicate, transform, added };
}

/** True for the loop without turns that `cel.bind` expands to. */
export function isBind({ range, condition }: ComprehensionExpression): boolean {
  return (
    range.kind === 'list' && range.elements.length === 0 && condition.kind === 'literal' && condition.value === false
  );
}

function callOf(node: Expression, name: string): readonly Expression[] | undefined {
  return node.kind === 'call' && node.name === name && node.target === undefined ? node.args : undefined;
}

function isAccumulator(node: Expression | undefined, { accumulator }: ComprehensionExpression): boolean {
  return node?.kind === 'ident' && node.name === accumulator;
}
