/**
 * The places of a schema: every part with its path as servers print it and as users write it, and the parts that hold it.
 */
import { isJsonObject } from '@reeve/machinery';
import type { ReadonlyJson, ReadonlyJsonObject } from '@reeve/machinery';

/** A part of a schema. */
export interface SchemaPlace {
  readonly schema: ReadonlyJsonObject;
  /** As servers print it: `spec.validation.openAPIV3Schema.properties[spec].items`. */
  readonly path: string;
  /** As in an object: `spec.ports[]`, empty for the object itself. */
  readonly field: string;
  /** The keys that lead to it in the JSON of the schema. */
  readonly keys: readonly string[];
  /** The part that holds it. */
  readonly holder: SchemaPlace | undefined;
}

/** What servers call the schema of a version. */
export const schemaPath = 'spec.validation.openAPIV3Schema';

/** All parts of a schema that describe values, those that hold others first. */
export function* schemaPlaces(schema: ReadonlyJson): Generator<SchemaPlace, void, void> {
  if (isJsonObject(schema)) yield* placesBelow({ schema, path: schemaPath, field: '', keys: [], holder: undefined });
}

function* placesBelow(place: SchemaPlace): Generator<SchemaPlace, void, void> {
  yield place;
  const { schema, path, field, keys } = place;
  const { properties, items, additionalProperties } = schema;
  const parts: [ReadonlyJson | undefined, string, string, readonly string[]][] = [
    ...Object.entries(isJsonObject(properties) ? properties : {}).map(
      ([name, part]): [ReadonlyJson, string, string, readonly string[]] => [
        part,
        `${path}.properties[${name}]`,
        field === '' ? name : `${field}.${name}`,
        ['properties', name],
      ],
    ),
    [items, `${path}.items`, `${field}[]`, ['items']],
    [additionalProperties, `${path}.additionalProperties`, `${field}[*]`, ['additionalProperties']],
  ];
  for (const [part, partPath, partField, added] of parts) {
    if (!isJsonObject(part)) continue;
    yield* placesBelow({ schema: part, path: partPath, field: partField, keys: [...keys, ...added], holder: place });
  }
}
