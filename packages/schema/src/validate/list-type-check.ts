/**
 * Elements that must not be there twice: in a set the same value, in a map the same keys. The second of several is
 * reported, once.
 * Upstream: apiserver/schema/listtype.
 */
import type { ReadonlyJson, ReadonlyJsonArray, ReadonlyJsonObject } from '@reeve/machinery';
import { isJsonArray, isJsonObject } from '@reeve/machinery';
import type { FieldError } from '../field/field-error.ts';
import { duplicate, invalid } from '../field/field-error.ts';
import { goJson } from '../go-text/json.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import { compileSpineWalk } from './spine.ts';

/** The check of all sets and maps in an object. */
export function compileListTypeCheck(root: SchemaNode): (object: ReadonlyJson) => FieldError[] {
  const walk = compileSpineWalk(root, isSetOrMap);
  return (object) => {
    const errors: FieldError[] = [];
    walk(object, (node, value, field) => {
      if (!isJsonArray(value)) return;
      if (node.listType === 'set') noteDuplicates(value, identityOf, (at) => errors.push(inSet(value, at, field())));
      if (node.listType === 'map') errors.push(...checkMap(value, node.listMapKeys, field));
    });
    return errors;
  };
}

const isSetOrMap = ({ listType }: SchemaNode): boolean => listType === 'set' || listType === 'map';

const inSet = (list: ReadonlyJsonArray, at: number, field: string): FieldError =>
  duplicate(`${field}[${at}]`, list[at] ?? null);

function checkMap(list: ReadonlyJsonArray, keys: readonly string[], field: () => string): FieldError[] {
  const errors: FieldError[] = [];
  const odd = list.findIndex((element) => element !== null && !isJsonObject(element));
  if (odd !== -1) {
    return [invalid(`${field()}[${odd}]`, list[odd] ?? null, 'must be an object for an array of list-type map')];
  }
  const identity = (element: ReadonlyJson): unknown => identityOfKeys(element, keys);
  noteDuplicates(list, identity, (at) => errors.push(duplicate(`${field()}[${at}]`, keysOf(list[at] ?? null, keys))));
  return errors;
}

/** Calls back with the index of each value that is there for the second time. */
function noteDuplicates(
  list: ReadonlyJsonArray,
  identify: (value: ReadonlyJson) => unknown,
  note: (at: number) => void,
): void {
  if (list.length < 2) return;
  const seen = new Set<unknown>();
  const reported = new Set<unknown>();
  for (let at = 0; at < list.length; at++) {
    const identity = identify(list[at] ?? null);
    if (seen.has(identity) && !reported.has(identity)) {
      reported.add(identity);
      note(at);
    }
    seen.add(identity);
  }
}

/** Equal values have the same identity. A prefix keeps the text of objects apart from strings, which have one as well. */
function identityOf(value: ReadonlyJson): unknown {
  if (typeof value === 'string') return `"${value}`;
  return typeof value === 'object' && value !== null ? goJson(value) : value;
}

/** Most maps have one key, which then is the identity; with several, absent ones count. */
function identityOfKeys(element: ReadonlyJson, keys: readonly string[]): unknown {
  const [key] = keys;
  if (keys.length !== 1 || key === undefined) return goJson(keysOf(element, keys));
  return isJsonObject(element) && Object.hasOwn(element, key) ? identityOf(element[key] ?? null) : undefined;
}

/** The keys that an element has, as an object. */
function keysOf(element: ReadonlyJson, keys: readonly string[]): ReadonlyJsonObject {
  if (!isJsonObject(element)) return {};
  return Object.fromEntries(
    keys.filter((key) => Object.hasOwn(element, key)).map((key) => [key, element[key] ?? null]),
  );
}
