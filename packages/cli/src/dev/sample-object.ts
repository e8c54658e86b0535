/**
 * An object to try a definition with: what is required and has no default gets a value that the schema takes.
 */
import type { CustomResourceDefinition } from '@reeve/define';
import { isJsonObject } from '@reeve/machinery';
import type { JsonObject, JsonValue } from '@reeve/machinery';

/** A sample of the version that objects are stored in. */
export function sampleObject({ spec }: CustomResourceDefinition): JsonObject {
  const version = spec.versions.find(({ storage }) => storage) ?? spec.versions[0];
  const schema = (version?.schema?.openAPIV3Schema ?? {}) as JsonObject; // plain JSON
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const wanted = properties['spec'];
  return {
    apiVersion: `${spec.group}/${version?.name ?? 'v1'}`,
    kind: spec.names.kind,
    metadata: { name: 'sample', ...(spec.scope === 'Namespaced' && { namespace: 'default' }) },
    ...(isJsonObject(wanted) && { spec: sampleOf(wanted) }),
  };
}

/** A value of a schema: its default, one of its choices, or the least of its type. */
function sampleOf(schema: JsonObject): JsonValue {
  const { default: preset, enum: choices, type, minimum = 1, minLength = 0 } = schema;
  if (preset !== undefined) return preset;
  if (Array.isArray(choices) && choices[0] !== undefined) return choices[0];
  switch (type) {
    case 'object':
      return sampleFields(schema);
    case 'array':
      return sampleItems(schema);
    case 'integer':
    case 'number':
      return minimum;
    case 'boolean':
      return false;
    default:
      return 'sample'.padEnd(Number(minLength), '-');
  }
}

/** Defaults are shown too: whoever tries a sample wants to see what can be changed. */
function sampleFields({ properties, required }: JsonObject): JsonObject {
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, schema]) => {
    if (!isJsonObject(schema) || !(needed.has(name) || isScalar(schema['default']))) return [];
    return [[name, sampleOf(schema)] as const];
  });
  return Object.fromEntries(fields);
}

function sampleItems({ items, minItems }: JsonObject): JsonValue {
  const count = typeof minItems === 'number' ? minItems : 0;
  return Array.from({ length: count }, () => (isJsonObject(items) ? sampleOf(items) : 'sample'));
}

const isScalar = (value: JsonValue | undefined): boolean => value !== undefined && typeof value !== 'object';
