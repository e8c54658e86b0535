/**
 * The types that rules see, made from a schema. Sizes are those that the server derives: what maxLength, maxItems and
 * maxProperties say, else what fits into the largest request.
 * Upstream: apiserver cel/common SchemaDeclType.
 */
import type { ListMerge, ObjectField, Type } from '@reeve/cel';
import { bytesType, escapePropertyName, listType, mapType, objectType, stringType, types } from '@reeve/cel';
import type { SchemaNode } from '../structural/schema-node.ts';

/** The size of the largest request, in bytes. Every estimate counts with it. */
export const largestRequest = 3 * 1024 * 1024;

/** The type of values of one schema. Names are given to it when an expression is compiled, as they begin at `self`. */
export type RuleType = { readonly least: number } & (
  | { readonly kind: 'scalar'; readonly type: Type }
  | { readonly kind: 'list'; readonly items: RuleType; readonly maxSize: number; readonly merge: ListMerge | undefined }
  | { readonly kind: 'map'; readonly values: RuleType; readonly maxSize: number }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, RuleField> }
);

/** A field of an object by its name in expressions. */
export interface RuleField {
  readonly type: RuleType;
  /** The name of the property in JSON. */
  readonly property: string;
}

/** What is known of a node beside its schema. */
export interface RuleTypeOptions {
  /** Whether values are whole resources, whose kind, apiVersion and metadata.name are always known. */
  readonly isResource?: boolean;
}

/** The type of a schema; undefined if rules do not see its values, because it does not say what they are. */
export function ruleTypeOf(
  node: SchemaNode,
  { isResource = node.embeddedResource }: RuleTypeOptions = {},
): RuleType | undefined {
  if (node.intOrString) return { kind: 'scalar', type: { kind: 'dyn', maxSize: textSize(node) }, least: 1 };
  switch (node.type) {
    case 'array':
      return listOf(node);
    case 'object':
      return node.additionalProperties?.schema === undefined ? objectOf(node, isResource) : mapOf(node);
    case 'string':
      return stringOf(node);
    case 'boolean':
      return { kind: 'scalar', type: types.bool, least: 4 };
    case 'number':
      return { kind: 'scalar', type: types.double, least: 1 };
    case 'integer':
      return { kind: 'scalar', type: types.int, least: 1 };
    default:
      return undefined;
  }
}

/** The type for the engine of expressions; objects are called by the path from `name`. */
export function celTypeOf(type: RuleType, name: string): Type {
  switch (type.kind) {
    case 'scalar':
      return type.type;
    case 'list': {
      const { maxSize, merge } = type;
      return listType(celTypeOf(type.items, `${name}.@idx`), { maxSize, ...(merge && { merge }) });
    }
    case 'map':
      return mapType(noKeySize, celTypeOf(type.values, `${name}.@elem`), { maxSize: type.maxSize });
    case 'object':
      return objectType(name, fieldsOf(type.fields, name));
  }
}

/** Keys count nothing, as their sizes are not declared. */
const noKeySize = stringType(0);

function fieldsOf(fields: ReadonlyMap<string, RuleField>, name: string): ReadonlyMap<string, ObjectField> {
  const named = new Map<string, ObjectField>();
  for (const [field, { type, property }] of fields) {
    const made = { type: celTypeOf(type, `${name}.${field}`), property };
    named.set(field, made);
    if (field === `__${property}__`) named.set(property, made); // a reserved word may be written as it is after a dot
  }
  return named;
}

function listOf({ items, maxItems, listType: merge, listMapKeys: keys }: SchemaNode): RuleType | undefined {
  const element = items && ruleTypeOf(items);
  if (element === undefined) return undefined;
  const maxSize =
    maxItems === undefined ? Math.floor((largestRequest - 2) / (element.least + 1)) : atLeastZero(maxItems);
  return { kind: 'list', items: element, maxSize, merge: mergeOf(merge, keys), least: 2 };
}

function mergeOf(type: string | undefined, keys: readonly string[]): ListMerge | undefined {
  if (type === 'set') return { type };
  return type === 'map' ? { type, keys } : undefined;
}

function mapOf({ additionalProperties, maxProperties }: SchemaNode): RuleType | undefined {
  const values = additionalProperties?.schema && ruleTypeOf(additionalProperties.schema);
  if (values === undefined) return undefined;
  const maxSize =
    maxProperties === undefined ? Math.floor((largestRequest - 2) / (values.least + 6)) : atLeastZero(maxProperties);
  return { kind: 'map', values, maxSize, least: 2 };
}

function objectOf(node: SchemaNode, isResource: boolean): RuleType {
  const properties = new Map([...node.properties].map(([name, property]) => [name, ruleTypeOf(property)]));
  if (isResource && !declaresResource(node))
    for (const [name, type] of resourceFields(node)) properties.set(name, type);
  const fields = new Map<string, RuleField>();
  let least = 2; // the braces
  for (const [property, type] of properties) {
    if (type === undefined) continue;
    const field = escapePropertyName(property);
    if (field !== undefined) fields.set(field, { type, property });
    const isSent = node.required.includes(property) && node.properties.get(property)?.default === undefined;
    if (isSent) least += Buffer.byteLength(property) + type.least + 4;
  }
  return { kind: 'object', fields, least };
}

/** Whether a schema says all by itself that is known of every resource. */
function declaresResource({ properties }: SchemaNode): boolean {
  const metadata = properties.get('metadata');
  const texts = [
    properties.get('kind'),
    properties.get('apiVersion'),
    metadata?.properties.get('name'),
    metadata?.properties.get('generateName'),
  ];
  return metadata?.type === 'object' && texts.every((node) => node?.type === 'string');
}

const text: RuleType = { kind: 'scalar', type: stringType(largestRequest - 2), least: 2 };

/** What every resource has. A name is no longer than a DNS subdomain, or than its schema says; one that is generated gets a letter more. */
function resourceFields({ properties }: SchemaNode): ReadonlyMap<string, RuleType> {
  const declared = properties.get('metadata')?.properties;
  const named = (property: string, longest: number): [string, RuleField] => {
    const maxLength = atLeastZero(Math.min(declared?.get(property)?.maxLength ?? longest, longest));
    return [property, { type: { kind: 'scalar', type: stringType(maxLength), least: 2 }, property }];
  };
  const fields = new Map([named('name', longestName), named('generateName', longestName - 1)]);
  return new Map<string, RuleType>([
    ['kind', text],
    ['apiVersion', text],
    ['metadata', { kind: 'object', fields, least: 2 }],
  ]);
}

const longestName = 253;

function stringOf(node: SchemaNode): RuleType {
  switch (node.format) {
    case 'byte':
      return { kind: 'scalar', type: bytesType(atLeastZero(node.maxLength ?? largestRequest - 2)), least: 2 };
    case 'duration':
      return { kind: 'scalar', type: { kind: 'duration', maxSize: 32 }, least: 3 };
    case 'date':
      return { kind: 'scalar', type: { kind: 'timestamp', maxSize: 12 }, least: 12 };
    case 'date-time':
      return { kind: 'scalar', type: { kind: 'timestamp', maxSize: 32 }, least: 21 };
    default:
      return { kind: 'scalar', type: stringType(textSize(node)), least: 2 };
  }
}

/** The most bytes of a text: a character has up to four, and a text without a limit may fill a request. */
function textSize({ maxLength, enum: values, intOrString }: SchemaNode): number {
  if (maxLength !== undefined) return atLeastZero(maxLength) * 4;
  if (values.length === 0 || intOrString) return largestRequest - 2;
  return Math.max(0, ...values.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0)));
}

const atLeastZero = (count: number): number => Math.max(0, count);
