/**
 * Makes metadata what the server's typed ObjectMeta would be after decoding: fields it does not know are dropped, empty
 * ones are not kept, and a field of a wrong type is a reason to refuse, or is dropped from objects read back from storage.
 * Metadata that needs nothing is returned as it is.
 * Upstream: apiserver/schema/objectmeta GetObjectMeta and SetObjectMeta.
 */
import type { JsonObject, ReadonlyJson, ReadonlyJsonObject } from '@reeve/machinery';
import { isJsonObject } from '@reeve/machinery';
import { StructDecoder, jsonKind } from './struct-decoder.ts';
import { objectMetaShape } from './object-meta-shape.ts';

/** How to treat metadata. */
export interface CoerceOptions {
  /** What becomes of fields of a wrong type: a write is refused, a read from storage drops them. */
  readonly malformed?: 'refuse' | 'drop';
}

/** Metadata after coercion. */
export interface CoercedObjectMeta {
  readonly metadata: ReadonlyJsonObject;
  /** Paths of dropped fields, as in `ownerReferences[0].extra`, in the order of the server. */
  readonly unknownFields: readonly string[];
  /** Why the metadata is refused, in the words of the server's decoder; undefined if it is not. */
  readonly problem: string | undefined;
}

/** Coerces the metadata of an object, or of an embedded one. */
export function coerceObjectMeta(raw: ReadonlyJson, { malformed = 'refuse' }: CoerceOptions = {}): CoercedObjectMeta {
  if (raw === null) return { metadata: {}, unknownFields: [], problem: undefined };
  if (!isJsonObject(raw)) return refused(`json: cannot unmarshal ${jsonKind(raw)} into Go value of type v1.ObjectMeta`);
  const decoder = new StructDecoder();
  const metadata = decoder.decode(raw, objectMetaShape, '');
  if (decoder.problem !== undefined) return malformed === 'drop' ? dropMalformed(raw) : refused(decoder.problem);
  return { metadata, unknownFields: decoder.unknownFields, problem: undefined };
}

const refused = (problem: string): CoercedObjectMeta => ({ metadata: {}, unknownFields: [], problem });

/** Decodes field by field, and leaves out those that fail. */
function dropMalformed(raw: ReadonlyJsonObject): CoercedObjectMeta {
  const unknownFields: string[] = [];
  const metadata: JsonObject = {};
  for (const [name, value] of Object.entries(raw)) {
    const decoder = new StructDecoder();
    const field = decoder.decode({ [name]: value }, objectMetaShape, '');
    if (decoder.problem === undefined) Object.assign(metadata, field);
    unknownFields.push(...decoder.unknownFields);
  }
  return { metadata, unknownFields, problem: undefined };
}
