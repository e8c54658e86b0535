/**
 * FieldsV1, the JSON notation of a field set in `metadata.managedFields`: nested objects with path elements as keys. An
 * empty object is a member; a member with others below it says so with the key `.`.
 * Upstream: structured-merge-diff fieldpath.Set FromJSON and ToJSON.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { checkDepth } from '../../json/depth.ts';
import { isJsonObject } from '../../json/json-value.ts';
import type { JsonObject } from '../../json/json-value.ts';
import { levelOf } from './field-trie.ts';
import type { FieldNode, FieldTrie } from './field-trie.ts';
import { formatElementToken, parseElementToken, shortened } from './path-element-token.ts';

/** How to read FieldsV1. */
export interface FieldsV1Options {
  /** What to do about a prefix other than f:, k:, v: and i:, which a newer server may write. Refused by default. */
  readonly unknownElements?: 'refuse' | 'ignore';
}

/** The trie that FieldsV1 describes. Anything that is not FieldsV1 is refused with the place where it stands. */
export function readFieldsV1(fields: unknown, options: FieldsV1Options): FieldTrie {
  return readLevel(fields, { path: [], ignoresUnknown: options.unknownElements === 'ignore' });
}

/** The FieldsV1 of a trie, with its keys in the order in which the server writes them. */
export function writeFieldsV1(trie: FieldTrie, isMember = false): JsonObject {
  const fields: JsonObject = isMember && trie.length > 0 ? { [self]: {} } : {};
  for (const node of trie) fields[formatElementToken(node.element)] = writeFieldsV1(node.below, node.isMember);
  return fields;
}

const self = '.';

/** The keys that led to the level being read, for messages. */
interface Reading {
  readonly path: string[];
  readonly ignoresUnknown: boolean;
}

function readLevel(fields: unknown, reading: Reading): FieldTrie {
  checkDepth(reading.path.length, 'FieldsV1');
  if (!isJsonObject(fields)) refuse(reading, String(fields), 'expected an object');
  const nodes: FieldNode[] = [];
  for (const [token, inner] of Object.entries(fields)) {
    if (token === self) continue;
    reading.path.push(token);
    const node = readNode(token, inner, reading);
    if (node !== undefined) nodes.push(node);
    reading.path.pop();
  }
  return levelOf(nodes);
}

function readNode(token: string, inner: unknown, reading: Reading): FieldNode | undefined {
  const element = readElement(token, reading);
  if (element === undefined && reading.ignoresUnknown) return undefined;
  if (element === undefined) refuse(reading, token, 'unknown prefix, expected f:, k:, v: or i:');
  const below = readLevel(inner, reading);
  const isMember = below.length === 0 || (isJsonObject(inner) && Object.hasOwn(inner, self));
  return { element, isMember, below };
}

function readElement(token: string, reading: Reading): FieldNode['element'] | undefined {
  try {
    return parseElementToken(token);
  } catch (cause) {
    return refuse(reading, token, 'a key must be f: and a name, k: and an object, v: and a value, or i: and an index', {
      cause,
    });
  }
}

function refuse({ path }: Reading, input: string, problem: string, options?: ErrorOptions): never {
  const place = path.length === 0 ? 'the top' : path.slice(-longestPlace).map(shortened).join(' ');
  throw new InvalidInputError(shortened(input), `FieldsV1 at ${place}: ${problem}`, options);
}

const longestPlace = 8;
