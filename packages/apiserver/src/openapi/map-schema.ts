/**
 * A schema with every schema inside it changed, from the innermost out. What stands in `enum`, `default` and `example` is data and stays.
 */
import { isJsonArray, isJsonObject } from '@reeve/machinery';

export type Schema = Readonly<Record<string, unknown>>;

const single = new Set(['items', 'additionalProperties', 'not']);
const several = new Set(['allOf', 'anyOf', 'oneOf']);

export function mapSchema(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const inner = (value: unknown): unknown => (isJsonObject(value) ? mapSchema(value, change) : value);
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key === 'properties' && isJsonObject(value))
      return [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inner(each)]))];
    if (single.has(key)) return [key, inner(value)];
    if (several.has(key) && isJsonArray(value)) return [key, value.map(inner)];
    return [key, value];
  });
  return change(Object.fromEntries(entries));
}
