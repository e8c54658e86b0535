/**
 * Which types the type variables of a check stand for, and whether one type may stand where another is expected. A question
 * that is answered with yes may settle variables; one answered with no leaves everything as it was.
 * Upstream: cel-go checker/types.go.
 */
import type { Type } from '../types/type.ts';
import { parametersOf, types, typesEqual, withParameters } from '../types/type.ts';

/** The variables of one check. */
export class Substitution {
  readonly #bound = new Map<string, Type>();
  /** What to restore if a question is answered with no. */
  readonly #undo: [name: string, before: Type | undefined][] = [];
  #count = 0;

  /** A new variable. */
  fresh(): Type {
    return { kind: 'parameter', name: `_var${this.#count++}` };
  }

  /** The types of a signature with new variables for its type parameters. */
  instantiate(signature: readonly Type[]): readonly Type[] {
    if (!signature.some(isOpen)) return signature;
    const variables = new Map<string, Type>();
    const replace = (type: Type): Type => {
      if (type.kind === 'parameter') {
        const known = variables.get(type.name) ?? this.fresh();
        variables.set(type.name, known);
        return known;
      }
      const parameters = parametersOf(type);
      return parameters.length === 0 ? type : withParameters(type, parameters.map(replace));
    };
    return signature.map(replace);
  }

  /** The type with all variables replaced by what they stand for; open ones become dyn if `openIsDyn`. */
  resolve(type: Type, openIsDyn = false): Type {
    if (type.kind === 'parameter') {
      const bound = this.#bound.get(type.name);
      if (bound !== undefined) return this.resolve(bound, openIsDyn);
      return openIsDyn ? types.dyn : type;
    }
    if (!isOpen(type)) return type;
    const parameters = parametersOf(type);
    const resolved = parameters.map((parameter) => this.resolve(parameter, openIsDyn));
    return resolved.every((parameter, index) => parameter === parameters[index])
      ? type
      : withParameters(type, resolved);
  }

  /** Whether a value of `given` may stand where `expected` is asked for. */
  isAssignable(given: Type, expected: Type): boolean {
    return this.areAssignable([given], [expected]);
  }

  /** The same for several types at once. */
  areAssignable(given: readonly Type[], expected: readonly Type[]): boolean {
    const mark = this.#undo.length;
    if (this.#all(given, expected)) return true;
    while (this.#undo.length > mark) {
      const [name, before] = this.#undo.pop() as [string, Type | undefined];
      if (before === undefined) this.#bound.delete(name);
      else this.#bound.set(name, before);
    }
    return false;
  }

  #all(given: readonly Type[], expected: readonly Type[]): boolean {
    if (given.length !== expected.length) return false;
    for (let index = 0; index < given.length; index++) {
      if (!this.#one(given[index] as Type, expected[index] as Type)) return false;
    }
    return true;
  }

  #one(given: Type, expected: Type): boolean {
    if (expected.kind === 'parameter') {
      const answer = this.#settle(expected.name, expected, given);
      if (answer !== undefined) return answer;
    }
    if (given.kind === 'parameter') return this.#settle(given.name, given, expected) ?? false;
    if (given === expected) return true;
    if (isAny(given) || isAny(expected)) return true;
    if (given.kind === 'null') return acceptsNull(expected);
    if (expected.kind === 'null') return acceptsNull(given);
    if (given.kind !== expected.kind) return false;
    if (given.kind === 'object' || given.kind === 'opaque') {
      if (given.name !== (expected as typeof given).name) return false;
    }
    // a type is a type, whatever it is the type of
    return given.kind === 'type' || this.#all(parametersOf(given), parametersOf(expected));
  }

  /** Lets a variable stand for a type; undefined if that cannot be, and the variable does not stand for another. */
  #settle(name: string, variable: Type, type: Type): boolean | undefined {
    const bound = this.#bound.get(name);
    if (bound !== undefined) {
      if (typesEqual(bound, type)) return true;
      if (!this.#one(type, bound)) return false;
      this.#bind(name, mostGeneral(type, bound));
      return true;
    }
    if (this.#occurs(name, type)) return typesEqual(variable, type) ? true : undefined;
    this.#bind(name, type);
    return true;
  }

  #bind(name: string, type: Type): void {
    if (type.kind === 'parameter' && type.name === name) return;
    this.#undo.push([name, this.#bound.get(name)]);
    this.#bound.set(name, type);
  }

  #occurs(name: string, type: Type): boolean {
    if (type.kind !== 'parameter') return parametersOf(type).some((parameter) => this.#occurs(name, parameter));
    if (type.name === name) return true;
    const bound = this.#bound.get(type.name);
    return bound !== undefined && this.#occurs(name, bound);
  }
}

/** True if there is a type parameter in the type. */
function isOpen(type: Type): boolean {
  if (type.kind === 'parameter') return true;
  if (type.kind === 'list') return isOpen(type.element);
  if (type.kind === 'map') return isOpen(type.key) || isOpen(type.value);
  return (type.kind === 'opaque' || type.kind === 'type') && parametersOf(type).some(isOpen);
}

function isAny(type: Type): boolean {
  return type.kind === 'dyn' || type.kind === 'error';
}

function acceptsNull({ kind }: Type): boolean {
  return kind === 'null' || kind === 'object' || kind === 'opaque' || kind === 'duration' || kind === 'timestamp';
}

/** The more general of two types that may stand for each other. */
export function mostGeneral(one: Type, other: Type): Type {
  return isLessSpecific(one, other) ? one : other;
}

/** True if the types are equal but for dyn in the first. */
function isLessSpecific(one: Type, other: Type): boolean {
  if (one.kind === 'dyn' || one.kind === 'parameter') return true;
  if (other.kind === 'dyn' || other.kind === 'parameter' || one.kind !== other.kind) return false;
  if (one.kind === 'type') return true;
  const [ours, theirs] = [parametersOf(one), parametersOf(other)];
  if (ours.length === 0 || ours.length !== theirs.length) return typesEqual(one, other);
  return ours.every((parameter, index) => isLessSpecific(parameter, theirs[index] as Type));
}
