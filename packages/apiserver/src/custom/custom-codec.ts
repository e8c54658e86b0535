/**
 * How custom objects are read: metadata is that of every object, and the schema drops what it does not know.
 */
import type { ReadonlyJsonObject } from '@reeve/machinery';
import type { SchemaEngine } from '@reeve/schema';
import { badRequest, type ApiObject, type ObjectCodec } from '@reeve/registry';

export function customCodec(engine: SchemaEngine, kind: string, version: string): ObjectCodec {
  return {
    decode(value) {
      const { object, unknownFields, problem } = engine.conform(
        { ...(value as ReadonlyJsonObject), metadata: (value as ReadonlyJsonObject)['metadata'] ?? null },
        { fillsDefaults: false },
      );
      if (problem !== undefined)
        throw badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${problem}`);
      return { object: object as unknown as ApiObject, unknownFields };
    },
  };
}

/** An object as the schema engine takes it: the same, in its types. */
export const asJson = (object: ApiObject): ReadonlyJsonObject => object as unknown as ReadonlyJsonObject;
