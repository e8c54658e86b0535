/** All types of the table, each made when it is first asked for. */
import type { FieldFacts, TypeTable } from '@reeve/kinds';
import { BytesType } from './bytes-type.ts';
import { IntOrStringType } from './int-or-string-type.ts';
import { ListMessageType } from './list-message-type.ts';
import { Float64Type, Int32Type, Int64Type } from './number-types.ts';
import { QuantityType } from './quantity-type.ts';
import { RawJsonType } from './raw-json-type.ts';
import { SchemaOrBoolType, SchemaOrListType } from './schema-union-types.ts';
import { noSuchType, type PlanSource } from './struct-plan.ts';
import { StructType } from './struct-type.ts';
import { BoolType, StringType } from './text-types.ts';
import { TimeType } from './time-types.ts';
import type { ValueType } from './value-type.ts';

/** The schemas of custom resources hold themselves, in several disguises. */
const schemaName = 'apiextensions.v1.JSONSchemaProps';

export class TypeLibrary implements PlanSource {
  readonly #table: TypeTable;
  readonly #made = new Map<string, ValueType>();
  readonly #structs = new Map<string, StructType>();

  constructor(table: TypeTable) {
    this.#table = table;
  }

  factsOf(name: string): readonly FieldFacts[] {
    const facts = Object.hasOwn(this.#table.types, name) ? this.#table.types[name] : undefined;
    if (facts === undefined) throw noSuchType(name);
    return facts;
  }

  structOf(name: string): StructType {
    const known = this.#structs.get(name);
    if (known !== undefined) return known;
    this.factsOf(name); // fails here rather than at first use
    const struct = new StructType(name, this);
    this.#structs.set(name, struct);
    return struct;
  }

  typeOf(name: string, goName?: string): ValueType {
    const key = goName === undefined ? name : `${name} ${goName}`;
    const type = this.#made.get(key) ?? this.#make(name, goName);
    this.#made.set(key, type);
    return type;
  }

  #make(name: string, goName?: string): ValueType {
    if (name.startsWith('list:')) return this.#listMessage(name);
    return makers[name]?.(goName, this) ?? this.structOf(name);
  }

  /** `list:string:authorization.v1.ExtraValue` */
  #listMessage(name: string): ValueType {
    const [, element = '', type = ''] = name.split(':');
    return new ListMessageType(this.typeOf(element), type.split('.').slice(-2).join('.'));
  }
}

/** The types that are no structs of the table. */
const makers: Readonly<Record<string, (goName: string | undefined, library: TypeLibrary) => ValueType>> = {
  string: (goName) => new StringType(goName),
  bool: (goName) => new BoolType(goName),
  int32: (goName = 'int32') => new Int32Type(goName),
  int64: (goName = 'int64') => new Int64Type(goName),
  float64: (goName = 'float64') => new Float64Type(goName),
  bytes: (goName) => new BytesType(goName),
  Time: () => new TimeType('seconds'),
  MicroTime: () => new TimeType('micros'),
  Quantity: () => new QuantityType(),
  IntOrString: () => new IntOrStringType(),
  RawExtension: () => new RawJsonType('runtime.RawExtension'),
  FieldsV1: () => new RawJsonType('v1.FieldsV1'),
  JSON: () => new RawJsonType('v1.JSON'),
  any: () => new RawJsonType('interface {}'),
  JSONSchemaPropsOrBool: (_, library) => new SchemaOrBoolType(library.structOf(schemaName)),
  JSONSchemaPropsOrArray: (_, library) =>
    new SchemaOrListType('v1.JSONSchemaPropsOrArray', library.structOf(schemaName), library.structOf(schemaName)),
  JSONSchemaPropsOrStringArray: (_, library) =>
    new SchemaOrListType('v1.JSONSchemaPropsOrStringArray', library.structOf(schemaName), library.typeOf('string')),
};
