/**
 * An object to try a definition with: what is required and has no default gets a value that the schema takes. The definition judges the object as the server will.
 */
import { isJsonObject } from '@reeve/machinery';
import type { JsonObject, JsonValue } from '@reeve/machinery';
import type { FieldError } from '@reeve/schema';
import { resourceFromCrd } from '../from-crd/types-from-crd.ts';
import type { CustomResourceDefinition } from '../resource/custom-resource-definition.ts';
import { sampleText } from './sample-text.ts';

/** A sample, and what is left to write. */
export interface Sample {
  readonly object: JsonObject;
  /** What the server would refuse the object for; empty where it is valid. */
  readonly problems: readonly FieldError[];
}

/** An object that the server accepts, as far as one can be made up from the schema. */
export function sampleOf(crd: CustomResourceDefinition): Sample {
  const object = sampleObject(crd);
  return { object, problems: resourceFromCrd(crd).validate(object) };
}

/** A sample of the version that objects are stored in. */
function sampleObject({ spec }: CustomResourceDefinition): JsonObject {
  const version = spec.versions.find(({ storage }) => storage) ?? spec.versions[0];
  const schema = (version?.schema?.openAPIV3Schema ?? {}) as JsonObject; // plain JSON
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const wanted = properties['spec'];
  return {
    apiVersion: `${spec.group}/${version?.name ?? 'v1'}`,
    kind: spec.names.kind,
    metadata: { name: 'sample', ...(spec.scope === 'Namespaced' && { namespace: 'default' }) },
    ...(isJsonObject(wanted) && { spec: sampleValue(wanted) }),
  };
}

/** A value of a schema: its default, its example, one of its choices, or the least of its type. */
function sampleValue(schema: JsonObject): JsonValue {
  const { default: preset, enum: choices, example, type } = schema;
  if (preset !== undefined) return preset;
  if (Array.isArray(choices) && choices[0] !== undefined) return choices[0];
  if (example !== undefined) return example;
  if (schema['x-kubernetes-int-or-string'] === true) return 1;
  switch (type) {
    case 'object':
      return sampleFields(schema);
    case 'array':
      return sampleItems(schema);
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return false;
    default:
      return sampleText(schema);
  }
}

/** 1, or the number within bounds that is nearest to it. */
function sampleNumber({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonObject): number {
  const step = typeof multipleOf === 'number' ? multipleOf : 1;
  const least = typeof minimum === 'number' ? minimum + (exclusiveMinimum === true ? step : 0) : -Infinity;
  const most = typeof maximum === 'number' ? maximum - (exclusiveMaximum === true ? step : 0) : Infinity;
  const near = Math.min(Math.max(1, least), most);
  return Math.ceil(near / step) * step;
}

/** Defaults are shown too: whoever tries a sample wants to see what can be changed. */
function sampleFields({ properties, required }: JsonObject): JsonObject {
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, schema]) => {
    if (!isJsonObject(schema) || !(needed.has(name) || isScalar(schema['default']))) return [];
    return [[name, sampleValue(schema)] as const];
  });
  return Object.fromEntries(fields);
}

function sampleItems({ items, minItems }: JsonObject): JsonValue {
  const count = typeof minItems === 'number' ? minItems : 0;
  return Array.from({ length: count }, () => (isJsonObject(items) ? sampleValue(items) : 'sample'));
}

const isScalar = (value: JsonValue | undefined): boolean => value !== undefined && typeof value !== 'object';
