/**
 * The schema of a field that a simple path such as `.spec.replicas` leads to.
 */
import { isJsonObject } from '@reeve/machinery';

/** The schema at a path; undefined where the schema describes nothing. */
export function schemaAt(root: unknown, path: string): unknown {
  const fields = path.split('.').filter((field) => field !== '');
  return fields.reduce(fieldOf, root);
}

function fieldOf(schema: unknown, field: string): unknown {
  if (!isJsonObject(schema)) return undefined;
  if (schema['x-kubernetes-preserve-unknown-fields'] === true && schema['properties'] === undefined) return schema;
  const { properties, additionalProperties } = schema;
  return isJsonObject(properties) && Object.hasOwn(properties, field) ? properties[field] : additionalProperties;
}
