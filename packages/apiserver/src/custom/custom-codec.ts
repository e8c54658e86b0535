/**
 * How custom objects are read: metadata is that of every object, and the schema drops what it does not know.
 */
import type { ReadonlyJsonObject } from '@reeve/machinery';
import { coerceObjectMeta, type SchemaEngine } from '@reeve/schema';
import { badRequest } from '../error/status-error.ts';
import type { ObjectCodec } from '../resource/object-codec.ts';
import type { ApiObject } from '../resource/served-resource.ts';

export function customCodec(engine: SchemaEngine): ObjectCodec {
  return {
    decode(value) {
      const { metadata, unknownFields: strange, problem } = coerceObjectMeta(value['metadata'] ?? null);
      if (problem !== undefined) throw badRequest(problem);
      const { object, unknownFields } = engine.prune({ ...(value as ReadonlyJsonObject), metadata });
      return {
        object: object as unknown as ApiObject,
        unknownFields: [...strange.map((path) => `metadata.${path}`), ...unknownFields],
      };
    },
  };
}

/** An object as the schema engine takes it: the same, in its types. */
export const asJson = (object: ApiObject): ReadonlyJsonObject => object as unknown as ReadonlyJsonObject;
