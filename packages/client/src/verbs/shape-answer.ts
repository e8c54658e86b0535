/**
 * Checks that an answer is what the call asked for, and fills in what objects may leave out: everything that is read says its
 * `apiVersion` and `kind`.
 */
import { isJsonArray, isJsonObject, isStatus } from '@reeve/machinery';
import type { JsonObject, JsonValue, TypeMeta } from '@reeve/machinery';
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
  return isWhole && !isJsonObject(value['metadata']) ? `it is ${kind} without metadata` : undefined;
}

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
