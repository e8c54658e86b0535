/**
 * Objects, maps and lists: children are structural too, open objects keep unknown fields, and a list of restrictions that says nothing is left out.
 */
import { isJsonObject } from '@reeve/machinery';
import type { Place, Structural } from './structuralize.ts';

type Recurse = (schema: unknown, place: Place) => Structural;

/** The schema with its children structural. */
export function objectKeywords(schema: Structural, place: Place, recurse: Recurse): Structural {
  const result = { ...schema };
  if (isJsonObject(schema['properties'])) {
    const fields = Object.entries(schema['properties']);
    result['properties'] = Object.fromEntries(
      fields.map(([name, child]) => [name, recurse(child, { ...place, path: `${place.path}.${name}` })]),
    );
  }
  if (schema['items'] !== undefined) result['items'] = recurse(schema['items'], { ...place, path: `${place.path}[]` });
  if (schema['type'] === 'array' && Array.isArray(schema['prefixItems'])) tuple(place);
  return withoutEmpty(withAdditional(result, place, recurse));
}

function tuple({ path, notes }: Place): void {
  notes.problems.add(path, 'a list has elements of one type', 'write an object with a name for each element');
}

function withAdditional(schema: Structural, place: Place, recurse: Recurse): Structural {
  const { additionalProperties, ...rest } = schema;
  if (additionalProperties === undefined) return schema;
  if (rest['x-kubernetes-preserve-unknown-fields'] === true) return rest;
  if (isAnything(additionalProperties)) return { ...rest, 'x-kubernetes-preserve-unknown-fields': true };
  if (additionalProperties === false) {
    const reason =
      'a strict object cannot be expressed: unknown fields are dropped, or refused where the client asks for it';
    place.notes.problems.add(place.path, reason, 'leave additionalProperties out');
    return rest;
  }
  if (isJsonObject(rest['properties']) && Object.keys(rest['properties']).length > 0) {
    const advice = 'put the others into a field of their own, a map';
    place.notes.problems.add(place.path, 'named fields and a catch-all cannot stand together', advice);
    return rest;
  }
  const { properties: _, ...map } = rest;
  return { ...map, additionalProperties: recurse(additionalProperties, { ...place, path: `${place.path}[*]` }) };
}

const isAnything = (schema: unknown): boolean =>
  schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0);

function withoutEmpty(schema: Structural): Structural {
  return Object.fromEntries(Object.entries(schema).filter(([key, value]) => !saysNothing(key, value)));
}

const saysNothing = (key: string, value: unknown): boolean =>
  ((key === 'required' || key === 'allOf') && Array.isArray(value) && value.length === 0) ||
  (key === 'properties' && isJsonObject(value) && Object.keys(value).length === 0);
