/**
 * How the objects of one kind are read from and written to the wire. Built-in kinds have types and a protobuf form, custom ones a schema and JSON only.
 */
import type { JsonObject } from '@reeve/machinery';
import type { ApiObject } from './served-resource.ts';

/** An object as decoded, and what was odd about it. */
export interface Decoded {
  readonly object: ApiObject;
  /** Fields that the kind does not have, as paths, in document order; they are not in the object. */
  readonly unknownFields: readonly string[];
}

export interface ObjectCodec {
  /**
   * From parsed JSON; a value of a wrong type is thrown as the server words it (400). `floats` are the numbers written with a fraction or an exponent.
   * With `tellsEmpty`, empty lists stay that rules tell from none; nothing with such a list is stored.
   */
  decode(value: JsonObject, floats?: ReadonlySet<string>, tellsEmpty?: boolean): Decoded;
  /** Undefined for kinds without a protobuf form. */
  readonly protobuf?: {
    decode(bytes: Uint8Array): ApiObject;
    encode(object: ApiObject): Uint8Array;
    encodeList(list: { readonly metadata: object; readonly items: readonly ApiObject[] }): Uint8Array;
  };
}
