/**
 * What an estimate knows of the sizes of values: of nodes, of variables of loops, and of what paths lead to.
 */
import type { CheckedExpression } from '../check/checker.ts';
import type { Expression } from '../syntax/expression.ts';
import type { Type } from '../types/type.ts';
import { isOptionalType } from '../types/type.ts';
import { codePoints } from '../values/size.ts';
import type { Estimate } from './estimate.ts';
import { fixed, one, unknown } from './estimate.ts';

/** The sizes of the keys and values of a map, or of the elements of a list. */
export interface EntrySize {
  readonly kind: 'list' | 'map';
  readonly key: Estimate;
  readonly value: Estimate;
}

/** A variable of a loop or of `cel.bind`. */
export interface Local {
  readonly name: string;
  readonly path: readonly string[];
  readonly size: Estimate | undefined;
  readonly entry: EntrySize | undefined;
}

/** The sizes that are known. */
export class Sizes {
  /** The variables in scope, the innermost last. */
  readonly locals: Local[] = [];
  readonly #checked: CheckedExpression;
  readonly #root: Type | undefined;
  readonly #variables = new Map<string, Type>();
  readonly #paths = new Map<number, readonly string[]>();
  readonly #sizes = new Map<number, Estimate>();
  readonly #entries = new Map<number, EntrySize>();

  constructor(checked: CheckedExpression, root: Type | undefined) {
    this.#checked = checked;
    this.#root = root;
  }

  local(name: string): Local | undefined {
    return this.locals.findLast((local) => local.name === name);
  }

  // paths

  path(node: Expression): readonly string[] {
    const local = node.kind === 'ident' ? this.local(node.name) : undefined;
    return local?.path ?? this.#paths.get(node.id) ?? [];
  }

  setPath(node: Expression, path: readonly string[]): void {
    this.#paths.set(node.id, path);
    const found = this.#checked.identifierOf(node);
    const isVariable = found?.denotes === undefined && found?.constant === undefined;
    if (found !== undefined && !found.isLocal && isVariable) this.#variables.set(found.name, found.type);
  }

  /** The declared size of what a path leads to; undefined if the path leads nowhere. */
  sizeOfPath([first, ...steps]: readonly string[]): Estimate | undefined {
    if (first === undefined) return undefined;
    let type = this.#variables.get(first) ?? this.#root;
    for (const step of steps) type = type && below(type, step);
    return type && declaredSize(type);
  }

  // nodes

  /** The size of a node's values. */
  size(node: Expression): Estimate | undefined {
    const known = this.#sizes.get(node.id) ?? writtenSize(node);
    if (known !== undefined) return known;
    const declared = this.sizeOfPath(this.path(node));
    if (declared !== undefined) {
      this.#sizes.set(node.id, declared);
      return declared;
    }
    if (isScalar(this.#checked.typeOf(node))) return one;
    return node.kind === 'ident' ? this.local(node.name)?.size : undefined;
  }

  sizeOrUnknown(node: Expression): Estimate {
    return this.size(node) ?? unknown;
  }

  setSize(node: Expression, size: Estimate | undefined): void {
    if (size !== undefined) this.#sizes.set(node.id, size);
  }

  /** The sizes of the parts of a node's values. */
  entry(node: Expression): EntrySize | undefined {
    return this.#entries.get(node.id) ?? (node.kind === 'ident' ? this.local(node.name)?.entry : undefined);
  }

  setEntry(node: Expression, entry: EntrySize | undefined): void {
    if (entry !== undefined) this.#entries.set(node.id, entry);
  }

  /** Gives a node the sizes of another one. */
  copy(to: Expression, from: Expression): void {
    this.setSize(to, this.size(from));
    this.setEntry(to, this.entry(from));
  }
}

function below(type: Type, step: string): Type | undefined {
  if (step === '@items') return type.kind === 'list' ? type.element : type.kind === 'map' ? type.value : undefined;
  if (step === '@values') return type.kind === 'map' ? type.value : type.kind === 'list' ? type.element : undefined;
  if (step === '@keys') return type.kind === 'map' ? type.key : undefined;
  return type.kind === 'object' ? type.fields.get(step)?.type : undefined;
}

/** Values that have no size count 0 where they are declared; those of unknown size may have any. */
function declaredSize(type: Type): Estimate | undefined {
  if ('maxSize' in type && type.maxSize !== undefined) return { min: 0, max: type.maxSize };
  switch (type.kind) {
    case 'bool':
    case 'int':
    case 'uint':
    case 'double':
    case 'object':
      return fixed(0);
    default:
      return undefined;
  }
}

/** The size of what the expression writes out. */
function writtenSize(node: Expression): Estimate | undefined {
  if (node.kind === 'list') return fixed(node.elements.length);
  if (node.kind === 'map') return fixed(node.entries.length);
  if (node.kind !== 'literal') return undefined;
  const { value } = node;
  return fixed(typeof value === 'string' ? codePoints(value) : value instanceof Uint8Array ? value.length : 1);
}

function isScalar(type: Type): boolean {
  switch (type.kind) {
    case 'bool':
    case 'double':
    case 'duration':
    case 'int':
    case 'timestamp':
    case 'uint':
      return true;
    default:
      return isOptionalType(type) && type.parameters[0] !== undefined && isScalar(type.parameters[0]);
  }
}
