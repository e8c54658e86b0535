/**
 * The types of the expression language. A type is a frozen value; two types are the same when `typesEqual` says so, which
 * looks at kind, name and parameters and never at sizes. Sizes are what a declaration promises about values of a variable
 * (`maxLength`, `maxItems`, `maxProperties`); only the static cost estimate reads them.
 * Upstream: cel-go common/types, Kubernetes apiserver/pkg/cel DeclType.
 */

/** The types without parameters that the language itself knows. */
export type SimpleKind =
  | 'dyn'
  | 'error'
  | 'null'
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'duration'
  | 'timestamp';

/** A type without parameters. */
export interface SimpleType {
  readonly kind: SimpleKind;
  /** The most code points (string) or bytes (bytes) of a value, as declared. */
  readonly maxSize?: number;
}

/** How `==` and `+` treat a list: as it stands, as a set of values, or as objects that `keys` identify. */
export type ListMerge =
  | { readonly type: 'atomic' }
  | { readonly type: 'set' }
  | { readonly type: 'map'; readonly keys: readonly string[] };

/** A list of elements of one type. */
export interface ListType {
  readonly kind: 'list';
  readonly element: Type;
  readonly maxSize?: number;
  /** What `x-kubernetes-list-type` says; without it the list is atomic. */
  readonly merge?: ListMerge;
}

/** A map. Keys are bool, int, uint or string. */
export interface MapType {
  readonly kind: 'map';
  readonly key: Type;
  readonly value: Type;
  readonly maxSize?: number;
}

/** The type of types; `of` is the type that the value denotes, if it is known. */
export interface TypeType {
  readonly kind: 'type';
  readonly of?: Type;
}

/** A field of an object type. */
export interface ObjectField {
  readonly type: Type;
  /** The property of the JSON object, where it is not the field's name: names that are reserved words are escaped. */
  readonly property?: string;
}

/** An object with declared fields. Objects of the same name have the same type. */
export interface ObjectType {
  readonly kind: 'object';
  readonly name: string;
  readonly fields: ReadonlyMap<string, ObjectField>;
}

/** A type that libraries bring, such as `kubernetes.Quantity`, and `optional_type(T)`. */
export interface OpaqueType {
  readonly kind: 'opaque';
  readonly name: string;
  readonly parameters: readonly Type[];
  /**
   * What the static estimate takes for `==` of two such values; 1 unless said otherwise. `size` stands for a tenth of the size of
   * the value on the right, where that is known, as for URLs.
   */
  readonly equalityCost?: { readonly min: number; readonly max: number } | 'size';
}

/** A type parameter of a function's declaration, such as `T` in `list(T)`; inside the checker a variable to solve for. */
export interface TypeParameter {
  readonly kind: 'parameter';
  readonly name: string;
}

/** A type of the expression language. */
export type Type = SimpleType | ListType | MapType | TypeType | ObjectType | OpaqueType | TypeParameter;

/** The types that need nothing said about them. */
export const types = {
  dyn: simple('dyn'),
  error: simple('error'),
  null: simple('null'),
  bool: simple('bool'),
  int: simple('int'),
  uint: simple('uint'),
  double: simple('double'),
  string: simple('string'),
  bytes: simple('bytes'),
  duration: simple('duration'),
  timestamp: simple('timestamp'),
  type: Object.freeze<TypeType>({ kind: 'type' }),
} as const;

function simple(kind: SimpleKind): SimpleType {
  return Object.freeze({ kind });
}

/** A string of at most so many code points. */
export function stringType(maxSize: number): SimpleType {
  return Object.freeze({ kind: 'string', maxSize });
}

/** Bytes, at most so many. */
export function bytesType(maxSize: number): SimpleType {
  return Object.freeze({ kind: 'bytes', maxSize });
}

/** `list(element)`. */
export function listType(element: Type, options: { maxSize?: number; merge?: ListMerge } = {}): ListType {
  return Object.freeze({ kind: 'list', element, ...options });
}

/** `map(key, value)`. */
export function mapType(key: Type, value: Type, options: { maxSize?: number } = {}): MapType {
  return Object.freeze({ kind: 'map', key, value, ...options });
}

/** `type(of)`. */
export function typeType(of: Type): TypeType {
  return Object.freeze({ kind: 'type', of });
}

/**
 * An object type of a name and fields. `fields` may be a map that is filled later, which allows a type to contain itself.
 */
export function objectType(
  name: string,
  fields: ReadonlyMap<string, ObjectField> | Readonly<Record<string, Type | ObjectField>>,
): ObjectType {
  if (fields instanceof Map) return Object.freeze({ kind: 'object', name, fields });
  const entries = Object.entries(fields as Readonly<Record<string, Type | ObjectField>>);
  const map = new Map(entries.map(([field, value]) => [field, 'kind' in value ? { type: value } : value]));
  return Object.freeze({ kind: 'object', name, fields: map });
}

/** A type of a library, with parameters if it has any. */
export function opaqueType(name: string, ...parameters: readonly Type[]): OpaqueType {
  return Object.freeze({ kind: 'opaque', name, parameters });
}

/** `optional_type(of)`. */
export function optionalType(of: Type): OpaqueType {
  return opaqueType(optionalTypeName, of);
}

/** The name of the optional type. */
export const optionalTypeName = 'optional_type';

/** A type parameter of a declaration. */
export function typeParameter(name: string): TypeParameter {
  return Object.freeze({ kind: 'parameter', name });
}

/** True for `optional_type(T)`. */
export function isOptionalType(type: Type): type is OpaqueType {
  return type.kind === 'opaque' && type.name === optionalTypeName;
}

/** The parameters of a type in the order in which they are printed. */
export function parametersOf(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'list':
      return [type.element];
    case 'map':
      return [type.key, type.value];
    case 'type':
      return type.of === undefined ? noParameters : [type.of];
    case 'opaque':
      return type.parameters;
    default:
      return noParameters;
  }
}

const noParameters: readonly Type[] = Object.freeze([]);

/** The same type with other parameters. */
export function withParameters(type: Type, parameters: readonly Type[]): Type {
  if (type.kind === 'list') return { ...type, element: parameters[0] ?? types.dyn };
  if (type.kind === 'map') return { ...type, key: parameters[0] ?? types.dyn, value: parameters[1] ?? types.dyn };
  if (type.kind === 'type') return parameters[0] === undefined ? type : typeType(parameters[0]);
  if (type.kind === 'opaque') return { ...type, parameters };
  return type;
}

/** True if both are the same type, whatever sizes are declared. */
export function typesEqual(one: Type, other: Type): boolean {
  if (one === other) return true;
  if (one.kind !== other.kind || runtimeTypeName(one) !== runtimeTypeName(other)) return false;
  const [ours, theirs] = [parametersOf(one), parametersOf(other)];
  return (
    ours.length === theirs.length && ours.every((parameter, index) => typesEqual(parameter, theirs[index] ?? types.dyn))
  );
}

/** The name of a type without its parameters, as `type(x)` is written at run time. */
export function runtimeTypeName(type: Type): string {
  switch (type.kind) {
    case 'object':
    case 'opaque':
    case 'parameter':
      return type.name;
    case 'null':
      return 'null_type';
    case 'duration':
      return 'google.protobuf.Duration';
    case 'timestamp':
      return 'google.protobuf.Timestamp';
    default:
      return type.kind;
  }
}

/** A type as messages show it: `list(int)`, `map(string, dyn)`, `optional_type(T)`. */
export function printType(type: Type): string {
  if (type.kind === 'error') return '!error!';
  const name = type.kind === 'object' || type.kind === 'opaque' || type.kind === 'parameter' ? type.name : type.kind;
  const parameters = parametersOf(type);
  return parameters.length === 0 ? name : `${name}(${parameters.map(printType).join(', ')})`;
}
