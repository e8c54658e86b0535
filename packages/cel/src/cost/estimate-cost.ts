/**
 * What an evaluation costs at least and at most, from the expression and the sizes that the types of its variables declare.
 *
 * The size of a value is known if the expression writes it out, if it is made of values whose sizes are known, or if a path of
 * fields, items, keys and values leads to it from a variable. What is known of a list's elements goes with the list.
 * Upstream: cel-go checker/cost.go, with the sizes of Kubernetes' estimator.
 */
import type { CheckedExpression, FunctionReference } from '../check/checker.ts';
import type { CallEstimate, CallNodes, SizedNode } from '../library/library.ts';
import type { CallExpression, ComprehensionExpression, Expression } from '../syntax/expression.ts';
import { operators } from '../syntax/expression.ts';
import type { Type } from '../types/type.ts';
import type { Estimate } from './estimate.ts';
import { add, fixed, multiply, one, unbounded, union, unknown, zero } from './estimate.ts';
import type { EntrySize, Local } from './sizes.ts';
import { Sizes } from './sizes.ts';

/** What the estimate depends on beside the expression. */
export interface EstimateOptions {
  readonly presenceTestCost: 0 | 1;
  /** The type that paths start from whose variable is not known, such as those of elements of filtered lists. */
  readonly root: Type | undefined;
}

const listCost = fixed(10);
const mapCost = fixed(30);
const structCost = fixed(40);

/** Estimates the cost of a tree. */
export function estimateCost(checked: CheckedExpression, options: EstimateOptions): Estimate {
  return new CostEstimator(checked, options).cost(checked.expression);
}

class CostEstimator {
  readonly #checked: CheckedExpression;
  readonly #presenceTestCost: Estimate;
  readonly #sizes: Sizes;
  /** Macros may use one node in several places. */
  readonly #costs = new Map<Expression, Estimate>();

  constructor(checked: CheckedExpression, { presenceTestCost, root }: EstimateOptions) {
    this.#checked = checked;
    this.#presenceTestCost = fixed(presenceTestCost);
    this.#sizes = new Sizes(checked, root);
  }

  cost(node: Expression): Estimate {
    const known = this.#costs.get(node);
    if (known !== undefined) return known;
    const cost = this.#costOf(node);
    this.#costs.set(node, cost);
    return cost;
  }

  #costOf(node: Expression): Estimate {
    const found = this.#checked.identifierOf(node);
    if (found !== undefined && node.kind !== 'struct') {
      this.#sizes.setPath(node, this.#sizes.local(found.name)?.path ?? [found.name]);
      return one;
    }
    switch (node.kind) {
      case 'literal':
      case 'ident':
        return zero;
      case 'select': {
        const cost = this.cost(node.operand);
        if (node.isTest) return add(cost, this.#presenceTestCost);
        this.#sizes.setPath(node, [...this.#sizes.path(node.operand), node.field]);
        const { kind } = this.#checked.typeOf(node.operand);
        return kind === 'map' || kind === 'object' ? add(cost, one) : cost;
      }
      case 'list': {
        const cost = this.#sum(node.elements);
        const value = this.#joinedSize(node.elements);
        this.#sizes.setEntry(node, { kind: 'list', key: one, value });
        return add(cost, listCost);
      }
      case 'map': {
        const cost = this.#sum(node.entries.flatMap(({ key, value }) => [key, value]));
        const key = this.#joinedSize(node.entries.map((entry) => entry.key));
        const value = this.#joinedSize(node.entries.map((entry) => entry.value));
        this.#sizes.setEntry(node, { kind: 'map', key, value });
        return add(cost, mapCost);
      }
      case 'struct':
        return add(this.#sum(node.fields.map(({ value }) => value)), structCost);
      case 'call':
        return this.#call(node);
      case 'comprehension':
        return this.#comprehension(node);
    }
  }

  #sum(nodes: readonly Expression[]): Estimate {
    return nodes.reduce((sum, node) => add(sum, this.cost(node)), zero);
  }

  #joinedSize(nodes: readonly Expression[]): Estimate {
    if (nodes.length === 0) return zero;
    return nodes.map((node) => this.#sizes.sizeOrUnknown(node)).reduce((joined, size) => union(joined, size));
  }

  // calls

  #call(node: CallExpression): Estimate {
    const [first, second, third] = node.args as [Expression, Expression, Expression];
    if (node.name === 'dyn' && node.target === undefined && first !== undefined) {
      const cost = add(this.cost(first), one);
      this.#sizes.copy(node, first);
      return cost;
    }
    const argCosts = node.args.map((argument) => this.cost(argument));
    if (node.name === operators.optionalSelect) return add(one, add(argCosts[0] ?? zero, argCosts[1] ?? zero));
    const found = this.#checked.functionOf(node);
    if (found === undefined) return zero;
    if (node.name === operators.and || node.name === operators.or) {
      const [left = zero, right = zero] = argCosts;
      this.#sizes.setSize(node, this.#sizes.size(node));
      return { min: left.min, max: add(left, right).max };
    }
    if (node.name === operators.conditional) {
      const [condition = zero, ifTrue = zero, ifFalse = zero] = argCosts;
      this.#sizes.setEntry(node, joinEntries(this.#sizes.entry(second), this.#sizes.entry(third)));
      this.#sizes.setSize(node, union(this.#sizes.sizeOrUnknown(second), this.#sizes.sizeOrUnknown(third)));
      return add(condition, union(ifTrue, ifFalse));
    }
    const target = found.hasTarget && node.target !== undefined ? node.target : undefined;
    const targetCost = target === undefined ? zero : this.cost(target);
    return add(targetCost, add(this.#function(node, found, target), argCosts.reduce(add, zero)));
  }

  /** The cost of a function for whichever overload is called, without the costs of its arguments. */
  #function(node: CallExpression, { name, overloads }: FunctionReference, target: Expression | undefined): Estimate {
    const nodes: CallNodes = {
      target: target && this.#sizedNode(target),
      args: node.args.map((argument) => this.#sizedNode(argument)),
    };
    let cost: Estimate = { min: unbounded, max: 0 };
    let resultSize: Estimate | undefined;
    for (const overload of overloads) {
      const estimate: CallEstimate = overload.estimate?.(nodes) ?? { cost: one };
      cost = union(cost, estimate.cost);
      const size = estimate.resultSize;
      if (size !== undefined) resultSize = resultSize === undefined ? size : union(resultSize, size);
      if (overload.id === 'index_list') resultSize = this.#index(node, '@items');
      if (overload.id === 'index_map') resultSize = this.#index(node, '@values');
      resultSize ??= this.#sizes.size(node);
    }
    if (name === operators.add) this.#joinEntriesOfSum(node);
    this.#sizes.setSize(node, resultSize);
    return cost;
  }

  #index(node: CallExpression, step: string): Estimate | undefined {
    const [container] = node.args;
    if (container === undefined) return undefined;
    this.#sizes.setPath(node, [...this.#sizes.path(container), step]);
    return this.#sizes.entry(container)?.value;
  }

  #joinEntriesOfSum(node: CallExpression): void {
    const [left, right] = node.args;
    if (left === undefined || right === undefined) return;
    this.#sizes.setEntry(node, joinEntries(this.#sizes.entry(left), this.#sizes.entry(right)));
  }

  #sizedNode(expression: Expression): SizedNode {
    const type = this.#checked.typeOf(expression);
    const sizes = this.#sizes;
    const path = sizes.path(expression);
    return {
      type,
      expression,
      size: sizes.sizeOrUnknown(expression),
      get element() {
        return type.kind === 'list' ? elementNode(type.element, expression, path, sizes) : undefined;
      },
    };
  }

  // loops

  #comprehension(node: ComprehensionExpression): Estimate {
    const range = this.cost(node.range);
    const initial = this.cost(node.initial);
    const depth = this.#sizes.locals.length;
    this.#sizes.locals.push({
      name: node.accumulator,
      path: this.#sizes.path(node.initial),
      size: this.#sizes.size(node.initial),
      entry: this.#sizes.entry(node.initial),
    });
    if (isBind(node)) {
      const result = this.cost(node.result);
      this.#sizes.copy(node, node.result);
      this.#sizes.locals.length = depth;
      return add(add(range, initial), result);
    }
    this.#sizes.locals.push(...this.#variables(node));
    const turn = add(this.cost(node.condition), this.cost(node.step));
    this.#sizes.locals.length = depth + 1;
    const result = this.cost(node.result);
    this.#sizes.locals.length = depth;
    const turns = this.#sizes.sizeOrUnknown(node.range);
    if (node.initial.kind === 'literal') this.#sizes.setSize(node, this.#sizes.size(node.initial));
    else if (node.initial.kind === 'list' || node.initial.kind === 'map') {
      this.#sizes.setSize(node, turns);
      this.#sizes.setEntry(node, this.#sizes.entry(node.step));
    }
    return add(add(add(range, initial), result), multiply(turns, turn));
  }

  /** The variables of a loop, which are paths of their own below that of the range. */
  #variables({ range, variable, variable2 }: ComprehensionExpression): Local[] {
    const entry = this.#sizes.entry(range);
    const isList = (entry?.kind ?? this.#checked.typeOf(range).kind) === 'list';
    const path = this.#sizes.path(range);
    const local = (name: string, step: string, size: Estimate | undefined): Local => ({
      name,
      path: [...path, step],
      size,
      entry: undefined,
    });
    const value = (name: string): Local => local(name, isList ? '@items' : '@values', entry?.value);
    if (variable2 !== undefined) return [local(variable, isList ? '@indices' : '@keys', entry?.key), value(variable2)];
    return [isList ? value(variable) : local(variable, '@keys', entry?.key)];
  }
}

/** What is known of the elements of a list: their declared size, if a path leads to the list. */
function elementNode(type: Type, expression: Expression, path: readonly string[], sizes: Sizes): SizedNode {
  const size = path.length === 0 ? undefined : sizes.sizeOfPath([...path, '@items']);
  return { type, expression, size: size ?? unknown, element: undefined };
}

function joinEntries(left: EntrySize | undefined, right: EntrySize | undefined): EntrySize | undefined {
  if (left === undefined || right === undefined) return undefined;
  return { kind: left.kind, key: union(left.key, right.key), value: union(left.value, right.value) };
}

/** True for the loop without turns that `cel.bind` expands to. */
function isBind({ range, condition }: ComprehensionExpression): boolean {
  return (
    range.kind === 'list' && range.elements.length === 0 && condition.kind === 'literal' && condition.value === false
  );
}
