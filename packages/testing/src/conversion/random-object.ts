/**
 * Objects made up from a schema: every field may be there or not, every choice and both ends of bounds come up. Equal seeds make equal objects.
 */
import { isJsonObject, setOwn } from '@reeve/machinery';
import type { JsonObject, JsonValue, Random } from '@reeve/machinery';

/** A value of a structural schema; what the schema leaves open is small. Texts with a pattern or a format may not fit: whoever wants valid objects asks the definition. */
export function randomValue(schema: JsonObject, random: Random): JsonValue {
  const { enum: choices, type } = schema;
  if (Array.isArray(choices) && choices.length > 0) return choices[random.integer(choices.length)] ?? null;
  if (schema['x-kubernetes-int-or-string'] === true)
    return random.integer(2) === 0 ? random.integer(100) : `${random.integer(100)}%`;
  switch (type) {
    case 'object':
      return randomFields(schema, random);
    case 'array':
      return randomItems(schema, random);
    case 'integer':
    case 'number':
      return randomNumber(schema, random);
    case 'boolean':
      return random.integer(2) === 0;
    default:
      return randomText(schema, random);
  }
}

function randomFields({ properties, required, additionalProperties }: JsonObject, random: Random): JsonObject {
  const fields: JsonObject = {};
  const needed = new Set(Array.isArray(required) ? required : []);
  for (const [name, schema] of Object.entries(isJsonObject(properties) ? properties : {}))
    if (isJsonObject(schema) && (needed.has(name) || random.integer(3) > 0))
      setOwn(fields, name, randomValue(schema, random));
  if (isJsonObject(additionalProperties))
    for (let count = random.integer(3); count > 0; count--)
      setOwn(fields, `key${random.integer(10)}`, randomValue(additionalProperties, random));
  return fields;
}

function randomItems({ items, minItems, maxItems }: JsonObject, random: Random): JsonValue[] {
  const [least, most] = bounds(minItems, maxItems, 0, 3);
  const count = least + random.integer(most - least + 1);
  return isJsonObject(items) ? Array.from({ length: count }, () => randomValue(items, random)) : [];
}

function randomNumber({ minimum, maximum, multipleOf }: JsonObject, random: Random): number {
  const [least, most] = bounds(minimum, maximum, -1000, 1000);
  const value =
    random.integer(4) === 0 ? [least, most][random.integer(2)] : least + random.integer(Math.max(1, most - least + 1));
  return typeof multipleOf === 'number' ? Math.round((value ?? least) / multipleOf) * multipleOf : (value ?? least);
}

function randomText({ minLength, maxLength, format }: JsonObject, random: Random): string {
  if (format === 'date-time') return `20${10 + random.integer(90)}-01-0${1 + random.integer(9)}T00:00:00Z`;
  const [least, most] = bounds(minLength, maxLength, 0, 12);
  const length = least + random.integer(most - least + 1);
  return Array.from({ length }, () => letters[random.integer(letters.length)]).join('');
}

const letters = Array.from('abz019-_. /:*"äß😀');

/** Bounds that are given, or others around them. */
function bounds(least: unknown, most: unknown, from: number, to: number): readonly [number, number] {
  const low =
    typeof least === 'number' ? Math.ceil(least) : typeof most === 'number' ? Math.min(from, Math.floor(most)) : from;
  return [low, typeof most === 'number' ? Math.max(low, Math.floor(most)) : Math.max(low, low + (to - from))];
}
