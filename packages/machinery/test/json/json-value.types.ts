import { isJsonArray, isJsonObject } from '@reeve/machinery';
import type { DeepReadonly, JsonValue, ReadonlyJson, ReadonlyJsonObject } from '@reeve/machinery';

declare const writable: JsonValue;
declare const readable: ReadonlyJson;
declare const frozen: DeepReadonly<JsonValue>;

/** Whatever can be written can be read, and not the other way round. */
export const asReadable: ReadonlyJson = writable;
// @ts-expect-error a readonly value is not writable
export const asWritable: JsonValue = readable;

/** Freezing all levels of a writable value gives a readable one. */
export const frozenAsReadable: ReadonlyJson = frozen;

if (isJsonObject(writable)) writable['key'] = 1;
if (isJsonObject(readable)) {
  const object: ReadonlyJsonObject = readable;
  // @ts-expect-error narrowing keeps readonly
  object['key'] = 1;
}
if (isJsonArray(readable)) {
  const first: ReadonlyJson | undefined = readable[0];
  // @ts-expect-error narrowing keeps readonly
  readable.push(first);
} else if (!isJsonObject(readable)) {
  const scalar: null | boolean | number | bigint | string = readable;
  String(scalar);
}
