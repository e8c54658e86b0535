/**
 * Path elements as keys of a FieldsV1 object: `f:name`, `k:{"name":"app"}`, `v:"value"`, `i:0`. The text of an element is
 * the one the API server writes, so that sets compare and merge across writers.
 * Upstream: structured-merge-diff fieldpath.SerializePathElement and DeserializePathElement.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { isJsonObject } from '../../json/json-value.ts';
import type { JsonValue, ReadonlyJson } from '../../json/json-value.ts';
import { JsonWriter } from '../../json/json-writer.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { SortedEntries } from './compare-json.ts';
import { fieldElement, indexElement, keyElement, valueElement } from './path-element.ts';
import type { PathElement } from './path-element.ts';

/** The key of an element in FieldsV1. */
export function formatElementToken(element: PathElement): string {
  if (element.type === 'field') return `f:${element.name}`;
  if (element.type === 'key') return `k:{${element.keys.map(writeKey).join(',')}}`;
  return element.type === 'value' ? `v:${writeJson(element.value)}` : `i:${element.index}`;
}

/** The element of a FieldsV1 key, or undefined when its prefix is none that this version knows. */
export function parseElementToken(token: string): PathElement | undefined {
  if (token.charAt(1) !== ':') throw refusal(token, 'has no prefix such as f: or k:');
  const content = token.slice(2);
  switch (token.charAt(0)) {
    case 'f':
      return fieldElement(content);
    case 'k':
      return parseKey(token, content);
    case 'v':
      return valueElement(readJson(token, content));
    case 'i':
      return parseIndex(token, content);
    default:
      return undefined;
  }
}

/** The beginning of a text, short enough for a message. */
export function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function parseKey(token: string, content: string): PathElement {
  const keys = readJson(token, content);
  if (isJsonObject(keys)) return keyElement(keys);
  throw refusal(token, 'must name the key fields of a list item: k:{"name":"app"}');
}

function parseIndex(token: string, content: string): PathElement {
  if (/^[+-]?\d{1,15}$/.test(content)) return indexElement(Number(content));
  throw refusal(token, 'must give a position in a list: i:0');
}

function readJson(token: string, content: string): JsonValue {
  try {
    return parseJson(content);
  } catch (cause) {
    throw refusal(token, 'must carry JSON after its prefix', { cause });
  }
}

function refusal(token: string, problem: string, options?: ErrorOptions): InvalidInputError {
  return new InvalidInputError(shortened(token), `${shortened(token)} ${problem}`, options);
}

function writeKey([name, value]: SortedEntries[number]): string {
  return `${JSON.stringify(name)}:${writeJson(value)}`;
}

/** JSON as the server writes it: keys sorted, and the characters escaped that mean something in HTML. */
function writeJson(value: ReadonlyJson): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = new JsonWriter({ indent: '', sortKeys: true, number: String }).write(value) ?? 'null';
  return text.replaceAll(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
