/**
 * One spelling for what JSON Schema's drafts and OpenAPI spell differently: constants, nulls, exclusive bounds; and without keywords that a server does not take.
 */
import { isJsonObject } from '@reeve/machinery';
import type { JsonSchema } from '../front-end/standard-schema.ts';
import type { Structural } from './structuralize.ts';

/** The schema in the spelling of OpenAPI 3.0. */
export function normalized(schema: JsonSchema): Structural {
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => !dropped.has(key)));
  return withExclusiveBounds(withExample(withoutNullBranch(withoutNullType(withEnum(kept))), schema));
}

/** Keywords about other things than the value, which a server refuses. */
const dropped = new Set([
  '$schema',
  '$id',
  '$comment',
  '$defs',
  'definitions',
  'components',
  'id',
  'contentEncoding',
  'contentMediaType',
  'deprecated',
  'discriminator',
  'examples',
  'propertyNames',
  'readOnly',
  'writeOnly',
]);

function withEnum({ const: value, ...schema }: Structural): Structural {
  return value === undefined ? schema : { ...schema, enum: [value] };
}

function withoutNullType(schema: Structural): Structural {
  const { type } = schema;
  if (!Array.isArray(type)) return schema;
  const types = type.filter((one) => one !== 'null');
  const nullable = types.length < type.length ? { nullable: true } : {};
  if (types.length === 1) return { ...schema, ...nullable, type: types[0] };
  const { type: _, ...rest } = schema;
  return { ...rest, ...nullable, anyOf: types.map((one) => ({ type: one })) };
}

function withoutNullBranch(schema: Structural): Structural {
  for (const junctor of ['anyOf', 'oneOf']) {
    const branches = schema[junctor];
    if (!Array.isArray(branches)) continue;
    const others = branches.filter((branch) => !isNull(branch));
    if (others.length === branches.length) continue;
    const { [junctor]: _, ...rest } = schema;
    const [only] = others;
    if (others.length === 1 && isJsonObject(only)) return { ...normalized(only), ...rest, nullable: true };
    return { ...rest, [junctor]: others, nullable: true };
  }
  return schema;
}

/** Null as a schema, in the words of JSON Schema and in those of OpenAPI. */
function isNull(schema: unknown): boolean {
  if (!isJsonObject(schema)) return false;
  const { type, enum: words } = schema;
  return type === 'null' || (Array.isArray(words) && words.length === 1 && words[0] === null);
}

function withExample(schema: Structural, given: JsonSchema): Structural {
  const examples = given['examples'];
  return Array.isArray(examples) && schema['example'] === undefined ? { ...schema, example: examples[0] } : schema;
}

function withExclusiveBounds(schema: Structural): Structural {
  const result = { ...schema };
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const value = schema[exclusive];
    if (typeof value === 'number') Object.assign(result, { [bound]: value, [exclusive]: true });
  }
  return result;
}
