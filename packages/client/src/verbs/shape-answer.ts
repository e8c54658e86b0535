/**
 * Checks that an answer is what the call asked for (its kind, its name and namespace, and those of the items of a list), and fills in what objects may
 * leave out: everything that is read says its `apiVersion` and `kind`.
 */
import { isJsonArray, isJsonObject, isStatus } from '@reeve/machinery';
import type { AnyKind, JsonObject, JsonValue, TypeMeta } from '@reeve/machinery';
import type { ApiCall } from './api-call.ts';

/** The answer as the caller gets it, or what is wrong with it. */
export function shapeAnswer(
  call: ApiCall,
  value: JsonValue,
): { readonly result: JsonValue } | { readonly problem: string } {
  if (!isJsonObject(value)) return { problem: 'it is no object' };
  if (isDeletion(call) && isStatus(value)) return { result: value };
  const problem = problemWith(call, value);
  if (problem !== undefined) return { problem };
  return { result: isCollection(call, value) ? withItems(call, value) : withType(typeOf(call), value) };
}

function problemWith(call: ApiCall, value: JsonObject): string | undefined {
  const kind = typeof value['kind'] === 'string' ? value['kind'] : 'an object of no kind';
  if (call.shape === 'table') return kind === 'Table' ? undefined : `it is ${kind}, not the Table that was asked for`;
  if (call.shape === 'metadata' && !kind.startsWith('PartialObjectMetadata')) {
    return `it is a whole ${kind}, not the metadata that was asked for`;
  }
  if (call.verb === 'list' && !isJsonArray(value['items']) && value['items'] !== null) return 'it is not a list';
  const isWhole = call.subresource === undefined && !isDeletion(call);
  if (isWhole && !isJsonObject(value['metadata'])) return `it is ${kind} without metadata`;
  if (call.subresource !== undefined) return undefined; // a subresource may be of any kind
  return isCollection(call, value) ? listProblem(call, value) : (otherKind(call, value) ?? otherObject(call, value));
}

/** An object of another kind than was asked for. What it does not say is taken for right. */
function otherKind(call: ApiCall, object: JsonObject): string | undefined {
  if (call.shape === 'metadata') return undefined; // its kind is PartialObjectMetadata, which was looked at
  const { apiVersion, kind } = call.kind;
  const isSame = isUnsaidOr(apiVersion, object['apiVersion']) && isUnsaidOr(kind, object['kind']);
  return isSame ? undefined : `it is ${describeType(object)}, not ${describeType(call.kind)}`;
}

/** Another object than was asked for: an answer that belongs to another request. */
function otherObject({ name, namespace }: ApiCall, { metadata }: JsonObject): string | undefined {
  if (name === undefined || !isJsonObject(metadata)) return undefined;
  const isSame = isUnsaidOr(name, metadata['name']) && (!namespace || isUnsaidOr(namespace, metadata['namespace']));
  if (isSame) return undefined;
  return `it is the object ${quoted(metadata['name'])} in namespace ${quoted(metadata['namespace'])}`;
}

function listProblem(call: ApiCall, list: JsonObject): string | undefined {
  const items = isJsonArray(list['items']) ? list['items'] : [];
  for (const [at, item] of items.entries()) {
    if (!isJsonObject(item)) return `items[${at}] of it is no object`;
    const problem = otherKind(call, item);
    if (problem !== undefined) return `items[${at}] of it is of another kind: ${problem}`;
  }
  if (call.shape === 'metadata' || !isText(list['kind'])) return undefined;
  if (!isUnsaidOr(call.kind.apiVersion, list['apiVersion'])) return otherList(call.kind, list);
  return list['kind'] === call.kind.listKind || isListOfItsOwnName(call.kind, items)
    ? undefined
    : otherList(call.kind, list);
}

/** A definition may call its lists what it likes, and a kind that discovery found does not know. The items tell, and of none nothing is lost. */
const isListOfItsOwnName = ({ group, kind }: AnyKind, items: readonly JsonValue[]): boolean =>
  group.includes('.') &&
  !group.endsWith('.k8s.io') &&
  items.every((item) => isJsonObject(item) && item['kind'] === kind);

const otherList = ({ apiVersion, listKind }: AnyKind, list: JsonObject): string =>
  `it is ${describeType(list)}, not ${describeType({ apiVersion, kind: listKind })}`;

const describeType = ({ apiVersion, kind }: { readonly apiVersion?: unknown; readonly kind?: unknown }): string =>
  [apiVersion, kind].map((word) => (isText(word) ? word : '?')).join(' ');

/** What is no text is no name, and may be anything. */
const quoted = (value: JsonValue | undefined): string => JSON.stringify(isText(value) ? value : '');

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** True of what is not said, and of what was expected. */
const isUnsaidOr = (expected: string, said: JsonValue | undefined): boolean =>
  said === undefined || said === null || said === '' || said === expected;

const isDeletion = ({ verb }: ApiCall): boolean => verb === 'delete' || verb === 'deleteCollection';

const isCollection = ({ verb, shape }: ApiCall, value: JsonObject): boolean =>
  shape !== 'table' && (verb === 'list' || (verb === 'deleteCollection' && 'items' in value));

/** What an answer is that does not say so. Subresources may be of any kind. */
function typeOf({ kind, shape, subresource }: ApiCall): TypeMeta {
  if (shape === 'metadata') return { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata' };
  return shape === 'table' || subresource !== undefined ? {} : { apiVersion: kind.apiVersion, kind: kind.kind };
}

function withItems(call: ApiCall, list: JsonObject): JsonObject {
  const type = typeOf(call);
  const items = isJsonArray(list['items']) ? list['items'] : [];
  list['items'] = items.map((item) => (isJsonObject(item) ? withType(type, item) : item));
  return list;
}

/** Puts the type in front, where people look for it. Those that have it are not copied. */
function withType(type: TypeMeta, object: JsonObject): JsonObject {
  return object['apiVersion'] && object['kind'] ? object : { ...type, ...object };
}
