/**
 * Values that are known when an expression is compiled: literals, names of types, lists and maps of constants, and conversions
 * of them. They cost nothing at run time.
 * Upstream: cel-go interpreter/decorators.go.
 */
import type { CheckedExpression, IdentifierReference } from '../check/checker.ts';
import type { CallExpression, Expression, ListExpression, MapExpression } from '../syntax/expression.ts';
import { runtimeTypeName } from '../types/type.ts';
import { valuesEqual } from '../values/equality.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { ListValue } from '../values/list-value.ts';
import { placeOf } from '../values/map-value.ts';
import type { Value } from '../values/value.ts';
import { TypeValue } from '../values/value.ts';
import { callCode } from './dispatch.ts';
import { Frame } from './frame.ts';
import { mapOf } from './literals.ts';
import { conversionNames } from './standard/conversion.ts';

/** The constants of one tree. */
export class Constants {
  readonly #checked: CheckedExpression;
  readonly #known = new Map<Expression, Value | undefined>();
  /** The first conversion of a constant that fails. */
  failure: EvaluationError | undefined;

  constructor(checked: CheckedExpression) {
    this.#checked = checked;
  }

  /** The value of a node if it is a constant. */
  valueOf(node: Expression): Value | undefined {
    if (!this.#known.has(node)) this.#known.set(node, this.#find(node));
    return this.#known.get(node);
  }

  #find(node: Expression): Value | undefined {
    const found = this.#checked.identifierOf(node);
    if (found !== undefined && node.kind !== 'struct') return constantOf(found);
    switch (node.kind) {
      case 'literal':
        return node.value;
      case 'list':
        return this.#list(node);
      case 'map':
        return this.#map(node);
      case 'call':
        return this.#conversion(node);
      default:
        return undefined;
    }
  }

  #list({ elements, optionals }: ListExpression): Value | undefined {
    const values = elements.map((element) => this.valueOf(element));
    if (optionals.size > 0 || values.includes(undefined)) return undefined;
    return ListValue.of(values as Value[]);
  }

  #map({ entries }: MapExpression): Value | undefined {
    const pairs: [Value, Value][] = [];
    for (const entry of entries) {
      const [key, value] = [this.valueOf(entry.key), this.valueOf(entry.value)];
      if (key === undefined || value === undefined || entry.isOptional) return undefined;
      pairs.push([key, value]);
    }
    return this.#attempt(() => mapOf(pairs));
  }

  /** A conversion of a constant; one that fails is left to fail at run time. */
  #conversion(node: CallExpression): Value | undefined {
    const [argument, ...others] = node.args;
    if (argument === undefined || others.length > 0 || node.target !== undefined) return undefined;
    const found = this.#checked.functionOf(node);
    if (found === undefined || !conversionNames.has(found.name)) return undefined;
    const value = this.valueOf(argument);
    if (value === undefined) return undefined;
    const code = callCode({
      overloads: found.overloads,
      args: [() => value],
      types: [this.#checked.typeOf(argument)],
      stopsAtFailure: false,
    });
    return this.#attempt(() => code(new Frame({}, 0, Infinity)));
  }

  #attempt(make: () => Value): Value | undefined {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      this.failure ??= error;
      return undefined;
    }
  }

  /** A test for elements of a constant list, if all of them are bools, numbers or strings. */
  membership(node: Expression): ((value: Value) => boolean) | undefined {
    const list = this.valueOf(node);
    if (!(list instanceof ListValue)) return undefined;
    const elements = list.toArray();
    const places = elements.map(placeOf);
    if (places.includes(undefined)) return undefined;
    const set = new Set(places);
    return (value) => {
      const place = placeOf(value);
      return place === undefined ? elements.some((element) => valuesEqual(value, element)) : set.has(place);
    };
  }
}

function constantOf({ constant, denotes }: IdentifierReference): Value | undefined {
  return constant ?? (denotes === undefined ? undefined : new TypeValue(runtimeTypeName(denotes)));
}
