/**
 * Gives every node of a tree its type, finds the overloads that its calls may use, and says what does not fit. After an error
 * the check goes on, so that all errors are found at once; what is wrong counts as dyn from there.
 * Upstream: cel-go checker, whose messages and positions these are.
 */
import type { Overload } from '../library/library.ts';
import type {
  CallExpression,
  ComprehensionExpression,
  Expression,
  SelectExpression,
  StructExpression,
} from '../syntax/expression.ts';
import { operators } from '../syntax/expression.ts';
import type { CompileIssue, Source } from '../syntax/source.ts';
import type { ObjectType, Type } from '../types/type.ts';
import { isOptionalType, listType, mapType, optionalType, printType, types, typesEqual } from '../types/type.ts';
import { Double, Uint } from '../values/numbers.ts';
import type { Value } from '../values/value.ts';
import type { Declarations, Identifier } from './declarations.ts';
import { mostGeneral, Substitution } from './substitution.ts';

/** What a name of the tree refers to: a variable of the bindings or of a loop, a constant, or a type. */
export interface IdentifierReference extends Identifier {
  readonly isLocal: boolean;
}

/** The function that a call uses. */
export interface FunctionReference {
  readonly name: string;
  /** The overloads that may fit, in the order of their declaration; values decide between several. */
  readonly overloads: readonly Overload[];
  /** True if the target of the call is its first argument, and not a part of the function's name. */
  readonly hasTarget: boolean;
}

/** A tree with what the check found out about it. */
export interface CheckedExpression {
  readonly expression: Expression;
  readonly type: Type;
  /** The names of the declared variables that it reads. */
  readonly variables: ReadonlySet<string>;
  typeOf(node: Expression): Type;
  identifierOf(node: Expression): IdentifierReference | undefined;
  functionOf(node: Expression): FunctionReference | undefined;
}

/** Checks a tree; what is wrong is added to the issues. */
export function check(
  expression: Expression,
  declarations: Declarations,
  source: Source,
  issues: CompileIssue[],
): CheckedExpression {
  const checker = new Checker(declarations, source, issues);
  checker.check(expression);
  return checker.result(expression);
}

class Checker {
  readonly #declarations: Declarations;
  readonly #source: Source;
  readonly #issues: CompileIssue[];
  readonly #substitution = new Substitution();
  readonly #types = new Map<number, Type>();
  readonly #identifiers = new Map<number, IdentifierReference>();
  readonly #functions = new Map<number, FunctionReference>();
  /** The variables of the loops around, from the outermost inwards. */
  readonly #locals: (readonly [string, Type])[] = [];

  constructor(declarations: Declarations, source: Source, issues: CompileIssue[]) {
    this.#declarations = declarations;
    this.#source = source;
    this.#issues = issues;
  }

  result(expression: Expression): CheckedExpression {
    const resolved = new Map<number, Type>();
    const typeOf = ({ id }: Expression): Type => {
      let type = resolved.get(id);
      if (type === undefined) {
        type = this.#substitution.resolve(this.#types.get(id) ?? types.dyn, true);
        resolved.set(id, type);
      }
      return type;
    };
    return {
      expression,
      type: typeOf(expression),
      variables: new Set([...this.#identifiers.values()].filter(isVariable).map(({ name }) => name)),
      typeOf,
      identifierOf: ({ id }) => this.#identifiers.get(id),
      functionOf: ({ id }) => this.#functions.get(id),
    };
  }

  #report(message: string, offset: number): void {
    this.#issues.push(this.#source.issue(message, offset));
  }

  /** Checks a node, unless it was checked before: macros may use one node in several places. */
  check(node: Expression): Type {
    const known = this.#types.get(node.id);
    if (known !== undefined) return known;
    const type = this.#typeOf(node);
    this.#types.set(node.id, type);
    return type;
  }

  #typeOf(node: Expression): Type {
    switch (node.kind) {
      case 'literal':
        return literalType(node.value);
      case 'ident':
        return this.#checkName(node, node.name);
      case 'select':
        return this.#checkSelect(node);
      case 'call':
        return this.#checkCall(node);
      case 'list':
        return listType(this.#join(node.elements.map((element, index) => [element, node.optionals.has(index)])));
      case 'map': {
        const key = this.#join(node.entries.map((entry) => [entry.key, false]));
        const value = this.#join(node.entries.map((entry) => [entry.value, entry.isOptional]));
        return mapType(key, value);
      }
      case 'struct':
        return this.#checkStruct(node);
      case 'comprehension':
        return this.#checkComprehension(node);
    }
  }

  // names

  #checkName(node: Expression, name: string): Type {
    const found = this.#lookUp(name);
    if (found === undefined) {
      this.#report(`undeclared reference to '${name}' (in container '${this.#declarations.container}')`, node.offset);
      return types.error;
    }
    this.#identifiers.set(node.id, found);
    return found.type;
  }

  #lookUp(name: string): IdentifierReference | undefined {
    const plain = name.startsWith('.') ? name.slice(1) : name;
    const local = this.#local(plain);
    if (local !== undefined) return { name: plain, type: local, isLocal: true };
    const found = this.#declarations.identifier(name);
    return found === undefined ? undefined : { ...found, isLocal: false };
  }

  #local(name: string): Type | undefined {
    return this.#locals.findLast(([local]) => local === name)?.[1];
  }

  /** The name that a chain of selections spells, unless it begins with the variable of a loop. */
  #qualifiedName(node: Expression): string | undefined {
    const parts: string[] = [];
    let part = node;
    for (; part.kind === 'select' && !part.isTest; part = part.operand) parts.unshift(part.field);
    if (part.kind !== 'ident' || (parts.length > 0 && this.#local(part.name) !== undefined)) return undefined;
    return [part.name, ...parts].join('.');
  }

  // selections

  #checkSelect(node: SelectExpression): Type {
    const name = this.#qualifiedName(node);
    const found = name === undefined ? undefined : this.#lookUp(name);
    if (found !== undefined) {
      this.#identifiers.set(node.id, found);
      return found.type;
    }
    const type = this.#selectField(node, node.operand, node.field, false);
    return node.isTest ? types.bool : type;
  }

  #selectField(node: Expression, operand: Expression, field: string, isOptional: boolean): Type {
    const operandType = this.#substitution.resolve(this.check(operand));
    const target = isOptionalType(operandType) ? (operandType.parameters[0] ?? types.dyn) : operandType;
    const type = this.#fieldType(node, target, field);
    return isOptional || isOptionalType(operandType) ? optionalType(type) : type;
  }

  #fieldType(node: Expression, target: Type, field: string): Type {
    switch (target.kind) {
      case 'map':
        return target.value;
      case 'object':
        return this.#objectField(node.offset, target, field) ?? types.error;
      case 'parameter':
        this.#substitution.isAssignable(types.dyn, target);
        return types.dyn;
      case 'dyn':
      case 'error':
        return types.dyn;
      default:
        this.#report(`type '${printType(target)}' does not support field selection`, node.offset);
        return types.dyn;
    }
  }

  #objectField(offset: number, { fields }: ObjectType, name: string): Type | undefined {
    const field = fields.get(name);
    if (field === undefined) this.#report(`undefined field '${name}'`, offset);
    return field?.type;
  }

  // calls

  #checkCall(node: CallExpression): Type {
    if (node.name === operators.optionalSelect) return this.#checkOptionalSelect(node);
    for (const arg of node.args) this.check(arg);
    const { target } = node;
    if (target !== undefined) {
      const prefix = this.#qualifiedName(target);
      const namespaced = prefix === undefined ? undefined : this.#declarations.function(`${prefix}.${node.name}`);
      if (namespaced !== undefined) return this.#resolve(node, namespaced.name, namespaced.overloads, undefined);
      this.check(target);
    }
    const found = this.#declarations.function(node.name);
    if (found === undefined) {
      this.#report(
        `undeclared reference to '${node.name}' (in container '${this.#declarations.container}')`,
        node.offset,
      );
      return types.error;
    }
    return this.#resolve(node, found.name, found.overloads, target);
  }

  #checkOptionalSelect(node: CallExpression): Type {
    const [operand, field] = node.args;
    const name = field?.kind === 'literal' && typeof field.value === 'string' ? field.value : '';
    return operand === undefined ? types.error : this.#selectField(node, operand, name, true);
  }

  #resolve(node: CallExpression, name: string, overloads: readonly Overload[], target: Expression | undefined): Type {
    const args = target === undefined ? node.args : [target, ...node.args];
    const given = args.map((arg) => this.check(arg));
    if (name === operators.and || name === operators.or)
      return this.#resolveLogical(node, name, overloads, args, given);
    const fitting: Overload[] = [];
    let result: Type | undefined;
    for (const overload of overloads) {
      if ((overload.isMember ?? false) !== (target !== undefined)) continue;
      const [type, ...parameters] = this.#substitution.instantiate([overload.result, ...overload.parameters]);
      if (!this.#substitution.areAssignable(given, parameters)) continue;
      fitting.push(overload);
      const made = this.#substitution.resolve(type as Type);
      if (result === undefined) result = made;
      else if (result.kind !== 'dyn' && !typesEqual(made, result)) result = types.dyn;
    }
    if (result === undefined) return this.#noOverload(node, name, given, target !== undefined);
    this.#functions.set(node.id, { name, overloads: fitting, hasTarget: target !== undefined });
    return result;
  }

  #resolveLogical(
    node: CallExpression,
    name: string,
    overloads: readonly Overload[],
    args: readonly Expression[],
    given: readonly Type[],
  ): Type {
    let isRight = true;
    for (const [index, type] of given.entries()) {
      if (this.#substitution.isAssignable(type, types.bool)) continue;
      isRight = false;
      const found = printType(this.#substitution.resolve(type));
      this.#report(`expected type 'bool' but found '${found}'`, (args[index] as Expression).offset);
    }
    if (!isRight) return types.error;
    this.#functions.set(node.id, { name, overloads, hasTarget: false });
    return types.bool;
  }

  #noOverload(node: CallExpression, name: string, given: readonly Type[], hasTarget: boolean): Type {
    const printed = given.map((type) => printType(this.#substitution.resolve(type, true)));
    const signature = hasTarget ? `${printed[0]}.(${printed.slice(1).join(', ')})` : `(${printed.join(', ')})`;
    this.#report(`found no matching overload for '${name}' applied to '${signature}'`, node.offset);
    return types.error;
  }

  // literals of lists, maps and objects

  /** The type that all elements have; dyn if they differ and may. */
  #join(elements: readonly (readonly [Expression, isOptional: boolean])[]): Type {
    let joined: Type | undefined;
    for (const [element, isOptional] of elements) {
      const type = isOptional ? this.#unwrapped(element) : this.check(element);
      if (joined === undefined) joined = type;
      else if (this.#substitution.isAssignable(joined, type)) joined = mostGeneral(joined, type);
      else joined = types.dyn;
    }
    return joined ?? this.#substitution.fresh();
  }

  /** The type inside of an optional element. */
  #unwrapped(element: Expression): Type {
    const type = this.#substitution.resolve(this.check(element));
    if (isOptionalType(type)) return type.parameters[0] ?? types.dyn;
    if (type.kind !== 'dyn' && type.kind !== 'error') this.#mismatch(optionalType(type), type, element.offset);
    return type;
  }

  #mismatch(expected: Type, found: Type, offset: number): void {
    const [one, other] = [expected, found].map((type) => printType(this.#substitution.resolve(type)));
    this.#report(`expected type '${one}' but found '${other}'`, offset);
  }

  #checkStruct(node: StructExpression): Type {
    const found = this.#declarations.identifier(node.typeName);
    if (found?.denotes === undefined) {
      const { container } = this.#declarations;
      this.#report(`undeclared reference to '${node.typeName}' (in container '${container}')`, node.offset);
      return types.error;
    }
    this.#identifiers.set(node.id, { ...found, isLocal: false });
    const type = found.denotes;
    if (type.kind !== 'object') this.#report(`'${printType(type)}' is not a message type`, node.offset);
    const object = type.kind === 'object' ? type : undefined;
    for (const { offset, name, value, isOptional } of node.fields) {
      const given = isOptional ? this.#unwrapped(value) : this.check(value);
      if (object === undefined) this.#report(`unexpected failed resolution of '${node.typeName}'`, offset);
      const expected = object === undefined ? types.error : (this.#objectField(offset, object, name) ?? types.error);
      if (!this.#substitution.isAssignable(expected, given)) {
        const [one, other] = [expected, given].map((each) => printType(this.#substitution.resolve(each)));
        this.#report(`expected type of field '${name}' is '${one}' but provided type is '${other}'`, offset);
      }
    }
    return object ?? types.error;
  }

  // loops

  #checkComprehension(node: ComprehensionExpression): Type {
    const range = this.#substitution.resolve(this.check(node.range));
    const accumulated = this.check(node.initial);
    const [first, second] = this.#loopTypes(node, range);
    const depth = this.#locals.length;
    this.#locals.push([node.accumulator, accumulated], [node.variable, first]);
    if (node.variable2 !== undefined) this.#locals.push([node.variable2, second]);
    this.#expectType(node.condition, types.bool);
    this.#expectType(node.step, accumulated);
    this.#locals.length = depth + 1;
    const result = this.check(node.result);
    this.#locals.length = depth;
    return this.#substitution.resolve(result);
  }

  /** The types of a loop's variables: the element or key; with two, the index and element, or the key and value. */
  #loopTypes({ range: { offset }, variable2 }: ComprehensionExpression, range: Type): readonly [Type, Type] {
    switch (range.kind) {
      case 'list':
        return variable2 === undefined ? [range.element, types.dyn] : [types.int, range.element];
      case 'map':
        return [range.key, range.value];
      case 'parameter':
        this.#substitution.isAssignable(types.dyn, range);
        return [types.dyn, types.dyn];
      case 'dyn':
      case 'error':
        return [types.dyn, types.dyn];
      default:
        this.#report(
          `expression of type '${printType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
          offset,
        );
        return [types.error, types.error];
    }
  }

  #expectType(node: Expression, expected: Type): void {
    const found = this.check(node);
    if (!this.#substitution.isAssignable(expected, found)) this.#mismatch(expected, found, node.offset);
  }
}

function isVariable({ isLocal, constant, denotes }: IdentifierReference): boolean {
  return !isLocal && constant === undefined && denotes === undefined;
}

/** The type of a constant. */
function literalType(value: Value): Type {
  if (value === null) return types.null;
  if (typeof value === 'boolean') return types.bool;
  if (typeof value === 'string') return types.string;
  if (value instanceof Double) return types.double;
  if (value instanceof Uint) return types.uint;
  return value instanceof Uint8Array ? types.bytes : types.int;
}
