/**
 * Values of expressions for people and for programs: as an expression would write them, and as JSON.
 */
import {
  Double,
  Duration,
  ListValue,
  MapValue,
  ObjectValue,
  Optional,
  printDouble,
  printDuration,
  printTimestamp,
  Timestamp,
  TypeValue,
  Uint,
} from '@reeve/cel';
import type { OpaqueValue, Value } from '@reeve/cel';
import { stringifyJson } from '@reeve/machinery';
import type { JsonValue } from '@reeve/machinery';

/** A value as an expression writes it, as far as there is a way. */
export function valueText(value: Value): string {
  if (typeof value !== 'object' || value === null) return stringifyJson(value);
  if (value instanceof Uint) return `${value.value}u`;
  if (value instanceof Double) return doubleText(value.value);
  if (value instanceof Uint8Array) return `b"${escapedBytes(value)}"`;
  if (value instanceof Duration) return `duration("${printDuration(value)}")`;
  if (value instanceof Timestamp) return `timestamp("${printTimestamp(value)}")`;
  if (value instanceof Optional)
    return value.value === undefined ? 'optional.none()' : `optional.of(${valueText(value.value)})`;
  if (value instanceof TypeValue) return value.name;
  if (value instanceof ListValue) return `[${[...value].map(valueText).join(', ')}]`;
  if (value instanceof MapValue) return `{${entriesOf(value).map(entryText).join(', ')}}`;
  return opaqueText(value);
}

const entryText = ([key, value]: readonly [Value, Value]): string => `${valueText(key)}: ${valueText(value)}`;

const entriesOf = (map: MapValue): readonly (readonly [Value, Value])[] =>
  map instanceof ObjectValue ? [...map.properties()] : [...map.entries()];

/** A double is told from an int by its point. */
function doubleText(value: number): string {
  if (!Number.isFinite(value)) return `double("${printDouble(value)}")`;
  const text = printDouble(value);
  return /[.e]/u.test(text) ? text : `${text}.0`;
}

const escapedBytes = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  ).join('');

/** `kubernetes.Quantity` of 1Gi is `quantity("1Gi")`; what has no text is named by its type. */
function opaqueText(value: OpaqueValue): string {
  const { name } = value.type;
  const text = textOf(value);
  if (text === undefined) return name;
  return `${name.slice(name.lastIndexOf('.') + 1).toLowerCase()}(${JSON.stringify(text)})`;
}

/** The text of an opaque value whose class has one. */
const textOf = (value: OpaqueValue): string | undefined =>
  // eslint-disable-next-line no-base-to-string -- that it is another one is what is asked for
  value.toString === Object.prototype.toString ? undefined : value.toString();

/** A value as JSON: durations, times, bytes, types and quantities are texts, an optional value is the value or null. */
export function valueJson(value: Value): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint) return value.value;
  if (value instanceof Double) return Number.isFinite(value.value) ? value.value : printDouble(value.value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Duration) return printDuration(value);
  if (value instanceof Timestamp) return printTimestamp(value);
  if (value instanceof Optional) return value.value === undefined ? null : valueJson(value.value);
  if (value instanceof TypeValue) return value.name;
  if (value instanceof ListValue) return [...value].map(valueJson);
  if (value instanceof MapValue)
    return Object.fromEntries(entriesOf(value).map(([key, item]) => [keyText(key), valueJson(item)]));
  return textOf(value) ?? value.type.name;
}

const keyText = (key: Value): string => (typeof key === 'string' ? key : stringifyJson(valueJson(key)));
