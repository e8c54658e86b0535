/**
 * From a checked tree to closures, made once and run many times. Each charges what cel-go's cost tracker counts for its node.
 *
 * Names, selections and indices form chains. A chain costs 1, and 1 more for each selection and index; the `1` of the chain is
 * not counted where it is the branch of a conditional or an index of another chain. Constants cost nothing, and neither do
 * lists and maps of constants, conversions of constants, and `in` with a list of constants: these are done when compiling.
 * Upstream: cel-go interpreter/planner.go, interpreter/runtimecost.go with its optimizations on.
 */
import type { CheckedExpression } from '../check/checker.ts';
import type {
  CallExpression,
  ComprehensionExpression,
  Expression,
  ListExpression,
  MapExpression,
  StructExpression,
} from '../syntax/expression.ts';
import { operators } from '../syntax/expression.ts';
import type { ObjectField, ObjectType } from '../types/type.ts';
import { adapterOf } from '../values/adapter.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { ObjectValue } from '../values/object-value.ts';
import type { Value } from '../values/value.ts';
import { Optional } from '../values/value.ts';
import { Constants } from './constants.ts';
import { callCode } from './dispatch.ts';
import type { Code, Frame } from './frame.ts';
import { listCode, mapCode, structCode } from './literals.ts';
import { alternativeCode, conditionalCode, logicalCode } from './logic.ts';
import type { LoopSlots } from './loop.ts';
import { noSuchKey } from './standard/collections.ts';
import {
  bindCode,
  boundReader,
  gatheredBy,
  gatheringCode,
  isBind,
  loopCode,
  quantifierCode,
  quantifierOf,
  slotReader,
} from './loop.ts';
import { hasField, readField, readIndex, readOptionalField, readOptionalIndex } from './selection.ts';

/** What came of compiling. */
export interface CompiledExpression {
  readonly code: Code;
  /** The number of slots that a frame needs. */
  readonly slotCount: number;
  /** Why a constant cannot be made, if one cannot: the conversion fails whenever it is evaluated. */
  readonly problem: string | undefined;
}

/** Options of compiling. */
export interface CompileOptions {
  /** Whether `has()` costs 1 more than its operand; it does not in Kubernetes. */
  readonly presenceTestCost: 0 | 1;
}

/** Compiles a checked tree. */
export function compile(checked: CheckedExpression, options: CompileOptions): CompiledExpression {
  const compiler = new Compiler(checked, options);
  const code = compiler.compile(checked.expression);
  return { code, slotCount: compiler.slotCount, problem: compiler.problem };
}

class Compiler {
  slotCount = 0;
  readonly #checked: CheckedExpression;
  readonly #options: CompileOptions;
  readonly #constants: Constants;
  /** Codes that read the variables of the loops around, by name, the innermost last. */
  readonly #locals: (readonly [name: string, read: Code])[] = [];
  /** The slots of bound variables. */
  readonly #variables = new Map<string, number>();
  /** Macros may use one node in several places. */
  readonly #compiled = new Map<Expression, Code>();

  constructor(checked: CheckedExpression, options: CompileOptions) {
    this.#checked = checked;
    this.#options = options;
    this.#constants = new Constants(checked);
  }

  get problem(): string | undefined {
    return this.#constants.failure?.message;
  }

  compile(node: Expression): Code {
    const known = this.#compiled.get(node);
    if (known !== undefined) return known;
    const code = isChain(node) ? charging(this.#chain(node), this.#chainCost(node)) : this.#compileOther(node);
    this.#compiled.set(node, code);
    return code;
  }

  #compileOther(node: Expression): Code {
    const constant = this.#constants.valueOf(node);
    if (constant !== undefined) return () => constant;
    switch (node.kind) {
      case 'list':
        return this.#list(node);
      case 'map':
        return this.#map(node);
      case 'struct':
        return this.#struct(node);
      case 'call':
        return this.#call(node);
      case 'comprehension':
        return this.#comprehension(node);
      default:
        throw new TypeError(`a node of kind ${node.kind} is no constant`);
    }
  }

  // chains: names, selections, indices, conditionals

  /** The code of a chain without the 1 that a chain costs. */
  #chain(node: Expression): Code {
    const constant = this.#constants.valueOf(node);
    if (constant !== undefined) return () => constant;
    if (this.#checked.identifierOf(node) !== undefined) return this.#name(node);
    if (node.kind === 'select') return this.#select(node.operand, node.field, node.isTest ? 'test' : 'value');
    if (node.kind !== 'call') return this.compile(node);
    const [first, second, third] = node.args as [Expression, Expression, Expression];
    switch (node.name) {
      case operators.conditional:
        return conditionalCode(this.compile(first), this.#chain(second), this.#chain(third));
      case operators.optionalSelect:
        return this.#select(first, fieldOf(second), 'optional');
      case operators.index:
        return this.#index(this.#operand(first), this.#chain(second), readIndex);
      case operators.optionalIndex:
        return this.#optionalIndex(this.#operand(first), this.#chain(second));
      default:
        return this.compile(node);
    }
  }

  /** What a selection is made from: a chain goes on, anything else is evaluated as usual. */
  #operand(node: Expression): Code {
    return isChain(node) ? this.#chain(node) : this.compile(node);
  }

  #name(node: Expression): Code {
    const found = this.#checked.identifierOf(node);
    if (found === undefined) throw new TypeError('a name without a meaning passed the check');
    if (found.isLocal) {
      const local = this.#locals.findLast(([name]) => name === found.name);
      if (local === undefined) throw new TypeError(`variable ${found.name} is not in scope`);
      return local[1];
    }
    const { name } = found;
    const slot = this.#variables.get(name) ?? this.slotCount++;
    this.#variables.set(name, slot);
    const adapt = adapterOf(found.type);
    return (frame) => {
      const known = frame.slots[slot];
      if (known !== undefined) return known as Value;
      const json = Object.hasOwn(frame.bindings, name) ? frame.bindings[name] : undefined;
      if (json === undefined) throw new EvaluationError(`no such attribute(s): ${name}`);
      return (frame.slots[slot] = adapt === undefined ? (json as Value) : adapt(json));
    };
  }

  #select(operandNode: Expression, field: string, mode: 'value' | 'test' | 'optional'): Code {
    const operand = this.#operand(operandNode);
    if (mode === 'test') return testCode(operand, field);
    if (mode === 'optional') return optionalStep(operand, (value) => readOptionalField(value, field));
    const type = this.#checked.typeOf(operandNode);
    const declared = type.kind === 'object' ? type.fields.get(field) : undefined;
    if (declared !== undefined) return fieldStep(operand, field, declared);
    return step(operand, (value) => readField(value, field));
  }

  #index(operand: Code, index: Code, read: (operand: Value, index: Value) => Value): Code {
    return (frame) => {
      const container = operand(frame);
      if (container instanceof Optional) return chargedIfPresent(frame, read(container, index(frame)));
      frame.charge(1); // even if the index fails
      return read(container, index(frame));
    };
  }

  #optionalIndex(operand: Code, index: Code): Code {
    return (frame) => {
      const [container, place] = [operand(frame), index(frame)];
      return chargedIfPresent(frame, readOptionalIndex(container, place));
    };
  }

  // calls

  #call(node: CallExpression): Code {
    const [first, second] = node.args;
    if (node.target === undefined && first !== undefined && second !== undefined) {
      if (node.name === operators.and) return logicalCode(this.compile(first), this.compile(second), false);
      if (node.name === operators.or) return logicalCode(this.compile(first), this.compile(second), true);
      const isMember = node.name === operators.in ? this.#constants.membership(second) : undefined;
      if (isMember !== undefined) {
        const value = this.compile(first);
        return (frame) => isMember(value(frame));
      }
    }
    const found = this.#checked.functionOf(node);
    if (found === undefined) throw new TypeError(`call of ${node.name} without a function passed the check`);
    const alternative = alternatives.get(found.overloads.length === 1 ? (found.overloads[0]?.id ?? '') : '');
    if (alternative !== undefined && node.target !== undefined && first !== undefined) {
      return alternative(this.compile(node.target), this.compile(first));
    }
    const args = found.hasTarget && node.target !== undefined ? [node.target, ...node.args] : node.args;
    const pattern = patternFunctions.has(found.name) ? args[1] : undefined;
    return callCode({
      overloads: found.overloads,
      args: args.map((argument) => this.compile(argument)),
      types: args.map((argument) => this.#checked.typeOf(argument)),
      stopsAtFailure: pattern !== undefined && this.#constants.valueOf(pattern) !== undefined,
    });
  }

  // lists, maps, objects

  #list({ elements, optionals }: ListExpression): Code {
    return listCode(
      elements.map((element, index) => ({ code: this.compile(element), isOptional: optionals.has(index) })),
    );
  }

  #map({ entries }: MapExpression): Code {
    return mapCode(
      entries.map(({ key, value, isOptional }) => ({ key: this.compile(key), code: this.compile(value), isOptional })),
    );
  }

  #struct(node: StructExpression): Code {
    const type = this.#checked.typeOf(node) as ObjectType;
    return structCode(
      type,
      node.fields.map(({ name, value, isOptional }) => ({ name, code: this.compile(value), isOptional })),
    );
  }

  // loops

  #comprehension(node: ComprehensionExpression): Code {
    if (isBind(node)) return this.#bind(node);
    const range = this.compile(node.range);
    const slots: LoopSlots = {
      variable: this.slotCount++,
      variable2: node.variable2 === undefined ? undefined : this.slotCount++,
      accumulator: this.slotCount++,
    };
    const depth = this.#locals.length;
    const initial = this.compile(node.initial);
    this.#locals.push([node.accumulator, slotReader(slots.accumulator)], [node.variable, slotReader(slots.variable)]);
    if (node.variable2 !== undefined && slots.variable2 !== undefined) {
      this.#locals.push([node.variable2, slotReader(slots.variable2)]);
    }
    const code = this.#standardLoop(node, range, slots) ?? this.#anyLoop(node, range, initial, slots, depth);
    this.#locals.length = depth;
    return code;
  }

  #standardLoop(node: ComprehensionExpression, range: Code, slots: LoopSlots): Code | undefined {
    const quantifier = quantifierOf(node);
    if (quantifier !== undefined) {
      return quantifierCode(range, this.compile(quantifier.predicate), slots, quantifier.decisive);
    }
    const gathered = gatheredBy(node);
    if (gathered === undefined) return undefined;
    const { predicate, transform, added } = gathered;
    // the accumulator, `+`, and the list of one element unless it is a constant
    const stepCost = this.#constants.valueOf(added) === undefined ? 12 : 2;
    const test = predicate === undefined ? undefined : this.compile(predicate);
    return gatheringCode(range, test, this.compile(transform), slots, stepCost);
  }

  #anyLoop(node: ComprehensionExpression, range: Code, initial: Code, slots: LoopSlots, depth: number): Code {
    const [condition, turn] = [this.compile(node.condition), this.compile(node.step)];
    this.#locals.length = depth + 1;
    return loopCode(range, initial, condition, turn, this.compile(node.result), slots);
  }

  #bind(node: ComprehensionExpression): Code {
    const slot = this.slotCount++;
    this.#locals.push([node.accumulator, boundReader(this.compile(node.initial), slot)]);
    const result = this.compile(node.result);
    this.#locals.pop();
    return bindCode(result, slot);
  }

  /** What a chain costs beside its selections and indices. */
  #chainCost(node: Expression): number {
    if (this.#constants.valueOf(node) !== undefined) return 0;
    if (node.kind === 'select' && node.isTest) return this.#options.presenceTestCost;
    let root = node;
    for (;;) {
      if (this.#checked.identifierOf(root) !== undefined) return 1;
      if (root.kind === 'select') root = root.operand;
      else if (root.kind !== 'call' || !isChain(root)) return 1;
      else if (root.name === operators.conditional) return 0;
      else root = root.args[0] as Expression;
    }
  }
}

/** The field that an optional selection names. */
function fieldOf(node: Expression): string {
  return node.kind === 'literal' && typeof node.value === 'string' ? node.value : '';
}

/** Charges for a selection or an index, and makes it. */
function step(operand: Code, read: (value: Value) => Value): Code {
  return (frame) => {
    const value = operand(frame);
    if (value instanceof Optional) return chargedIfPresent(frame, read(value));
    frame.charge(1);
    return read(value);
  };
}

/** The selection of a field that the type of the object declares. */
function fieldStep(operand: Code, name: string, { type, property = name }: ObjectField): Code {
  const adapt = adapterOf(type);
  return (frame) => {
    const value = operand(frame);
    if (value instanceof Optional) return chargedIfPresent(frame, readField(value, name));
    frame.charge(1);
    if (!(value instanceof ObjectValue)) return readField(value, name);
    const found = value.read(name, property, adapt);
    if (found === undefined) throw noSuchKey(name);
    return found;
  };
}

/** The test for a field costs 1, but for a field that an optional value has not. */
function testCode(operand: Code, field: string): Code {
  return (frame) => {
    const value = operand(frame);
    const isThere = hasField(value, field);
    if (isThere || !(value instanceof Optional)) frame.charge(1);
    return isThere;
  };
}

/** An optional selection, as one from an optional value, costs nothing if there is no value. */
function optionalStep(operand: Code, read: (value: Value) => Value): Code {
  return (frame) => chargedIfPresent(frame, read(operand(frame)));
}

function chargedIfPresent(frame: Frame, value: Value): Value {
  if (!(value instanceof Optional) || value.value !== undefined) frame.charge(1);
  return value;
}

function charging(code: Code, cost: number): Code {
  if (cost === 0) return code;
  return (frame) => {
    frame.charge(cost);
    return code(frame);
  };
}

/** Functions that cel-go replaces with others if their pattern is a constant. */
const patternFunctions: ReadonlySet<string> = new Set(['matches', 'find', 'findAll']);

/** Functions of optional values that evaluate their argument only if it is needed; they cost nothing. */
const alternatives: ReadonlyMap<string, (target: Code, other: Code) => Code> = new Map([
  ['optional_or_optional', (target, other) => alternativeCode(target, other, (optional) => optional)],
  ['optional_orValue_value', (target, other) => alternativeCode(target, other, ({ value }) => value as Value)],
]);

function isChain(node: Expression): boolean {
  if (node.kind === 'ident' || node.kind === 'select') return true;
  return node.kind === 'call' && node.target === undefined && chainCalls.has(node.name);
}

const chainCalls: ReadonlySet<string> = new Set([
  operators.conditional,
  operators.index,
  operators.optionalIndex,
  operators.optionalSelect,
]);
