/**
 * Parses one object as `parseJson` does, but for its `metadata.managedFields`. They are often half of an object, a cache does not hold them, and cutting
 * them out of the bytes costs a fraction of parsing them.
 */
import { isJsonObject, parseJson, removeNestedField } from '@reeve/machinery';
import type { JsonValue } from '@reeve/machinery';
import { ObjectScan } from '../bytes/object-scan.ts';
import { WireText } from '../bytes/wire-text.ts';

/** What the bytes say without managedFields. Throws `InvalidInputError`, with the place in all of the bytes, when they are no JSON. */
export function parseWithoutManagedFields(bytes: Uint8Array): JsonValue {
  const wire = WireText.of(Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes));
  const cut = scan.begin(wire) ? scan.managedFields : undefined;
  if (cut === undefined) return parseJson(bytes);
  try {
    if (wire.isAscii) return parseJson(wire.textWithout(cut.from, cut.to));
    return parseJson(Buffer.concat([bytes.subarray(0, cut.from), bytes.subarray(cut.to)]));
  } catch {
    return withoutManagedFields(parseJson(bytes)); // a name that looks like their end has misled the cut, or it is no JSON
  }
}

/** One for all answers: it holds the last of them until the next one comes. */
const scan = new ObjectScan();

const withoutManagedFields = (value: JsonValue): JsonValue =>
  isJsonObject(value) ? removeNestedField(value, ['metadata', 'managedFields']) : value;
