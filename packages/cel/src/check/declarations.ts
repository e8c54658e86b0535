/**
 * What an environment declares, put together from its libraries and variables: found by names, which are looked up in the
 * container and in what contains it.
 */
import type { Constant, FunctionDeclaration, Library, Overload } from '../library/library.ts';
import type { Type } from '../types/type.ts';
import { runtimeTypeName, types, typeType } from '../types/type.ts';
import type { Value } from '../values/value.ts';

/** What a name stands for. */
export interface Identifier {
  readonly name: string;
  readonly type: Type;
  /** The value of a constant; undefined for variables and types. */
  readonly constant?: Value;
  /** The type that the name denotes. */
  readonly denotes?: Type;
}

/** A function by its name, with all overloads of all libraries. */
export interface DeclaredFunction {
  readonly name: string;
  readonly overloads: readonly Overload[];
}

/** The names of the language's own types. */
const languageTypes: readonly (readonly [string, Type])[] = [
  ...(['bool', 'int', 'uint', 'double', 'string', 'bytes'] as const).map((name) => [name, types[name]] as const),
  ['list', { kind: 'list', element: types.dyn }],
  ['map', { kind: 'map', key: types.dyn, value: types.dyn }],
  ['null_type', types.null],
  ['type', types.type],
  ['google.protobuf.Duration', types.duration],
  ['google.protobuf.Timestamp', types.timestamp],
];

/** The declarations of an environment. */
export class Declarations {
  readonly container: string;
  readonly #identifiers = new Map<string, Identifier>();
  readonly #functions = new Map<string, DeclaredFunction & { readonly byId: Map<string, Overload> }>();
  readonly libraries: readonly Library[];

  constructor(libraries: readonly Library[], variables: Readonly<Record<string, Type>>, container: string) {
    this.container = container;
    this.libraries = libraries;
    for (const [name, type] of languageTypes) this.#declareType(name, type);
    for (const library of libraries) {
      for (const type of library.types ?? []) this.#declareType(runtimeTypeName(type), type);
      for (const [name, constant] of Object.entries(library.constants ?? {})) this.#declareConstant(name, constant);
      for (const declared of library.functions ?? []) this.#declareFunction(declared);
    }
    for (const [name, type] of Object.entries(variables)) {
      this.#identifiers.set(name, { name, type });
      this.#declareObjectTypes(type);
    }
  }

  #declareType(name: string, type: Type): void {
    this.#identifiers.set(name, { name, type: typeType(type), denotes: type });
  }

  /** Object types can be named by expressions as soon as a variable leads to them. */
  #declareObjectTypes(root: Type): void {
    const waiting = [root];
    for (let type; (type = waiting.pop()) !== undefined;) {
      if (type.kind === 'list') waiting.push(type.element);
      else if (type.kind === 'map') waiting.push(type.value);
      else if (type.kind === 'opaque') waiting.push(...type.parameters);
      else if (type.kind === 'object' && !this.#identifiers.has(type.name)) {
        this.#declareType(type.name, type);
        for (const field of type.fields.values()) waiting.push(field.type);
      }
    }
  }

  #declareConstant(name: string, { type, value }: Constant): void {
    this.#identifiers.set(name, { name, type, constant: value });
  }

  #declareFunction({ name, overloads }: FunctionDeclaration): void {
    const byId = this.#functions.get(name)?.byId ?? new Map<string, Overload>();
    for (const overload of overloads) byId.set(overload.id, overload);
    this.#functions.set(name, { name, overloads: [...byId.values()], byId });
  }

  /** What a name stands for in the container. */
  identifier(name: string): Identifier | undefined {
    return this.#find(name, (candidate) => this.#identifiers.get(candidate)) ?? this.#resolved(name);
  }

  /** A type that a library makes of its name. */
  #resolved(name: string): Identifier | undefined {
    for (const { resolveType } of this.libraries) {
      const type = resolveType?.(name);
      if (type !== undefined) return { name, type: typeType(type), denotes: type };
    }
    return undefined;
  }

  /** The function of a name in the container. */
  function(name: string): DeclaredFunction | undefined {
    return this.#find(name, (candidate) => this.#functions.get(candidate));
  }

  /** Tries `a.b.name`, `a.name` and `name` for a container `a.b`; a leading dot means the name as it is. */
  #find<Found>(name: string, look: (candidate: string) => Found | undefined): Found | undefined {
    if (name.startsWith('.')) return look(name.slice(1));
    for (let prefix = this.container; prefix !== ''; prefix = prefix.slice(0, Math.max(prefix.lastIndexOf('.'), 0))) {
      const found = look(`${prefix}.${name}`);
      if (found !== undefined) return found;
    }
    return look(name);
  }
}
