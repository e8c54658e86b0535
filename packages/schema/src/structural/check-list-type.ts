/**
 * The rules about `x-kubernetes-list-type` and `x-kubernetes-list-map-keys`: elements of a set are compared as a whole, and
 * elements of a map are found by keys, which therefore are scalars that are always there.
 * Upstream: apiextensions validation ValidateCustomResourceDefinitionOpenAPISchema, validateMapListKeysMapSet.
 */
import type { FieldError } from '../field/field-error.ts';
import { forbidden, invalid, notSupported, required } from '../field/field-error.ts';
import type { SchemaNode } from './schema-node.ts';

/** Notes what is wrong with the list type of a node and its keys. */
export function checkListType(node: SchemaNode, path: string, errors: FieldError[]): void {
  const { listType, items } = node;
  checkType(node, path, errors);
  if (listType !== undefined && !['atomic', 'set', 'map'].includes(listType)) {
    errors.push(notSupported(`${path}.x-kubernetes-list-type`, listType, ['atomic', 'set', 'map']));
  }
  if (node.listMapKeys.length > 0 && listType !== 'map') errors.push(keysWithoutMap(listType, path));
  if (listType === 'map') checkMap(node, path, errors);
  if (items === undefined || (listType !== 'set' && listType !== 'map')) return;
  if (items.nullable) {
    const problem = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
    errors.push(forbidden(`${path}.items.nullable`, problem));
  }
  if (listType === 'map') checkKeysAreThere(node.listMapKeys, items, `${path}.items`, errors);
}

function checkType({ type, listType, items }: SchemaNode, path: string, errors: FieldError[]): void {
  if (listType === undefined) return;
  const problem = 'must be array if x-kubernetes-list-type is specified';
  if (type === '') errors.push(required(`${path}.type`, problem));
  else if (type !== 'array') errors.push(invalid(`${path}.type`, type, problem));
  else if (listType === 'set' && items !== undefined) checkSetItems(items, `${path}.items`, errors);
}

function checkSetItems(items: SchemaNode, path: string, errors: FieldError[]): void {
  const problem = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const { type, listType, mapType } = items;
  if (type === 'array' && listType !== undefined && listType !== 'atomic') {
    errors.push(invalid(`${path}.x-kubernetes-list-type`, listType, problem));
  }
  if (type === 'object' && mapType !== 'atomic') {
    errors.push(invalid(`${path}.x-kubernetes-map-type`, listType ?? null, problem)); // the list type is what the server prints here
  }
}

function keysWithoutMap(listType: string | undefined, path: string): FieldError {
  const where = `${path}.x-kubernetes-list-type`;
  const problem = 'must be map if x-kubernetes-list-map-keys is non-empty';
  return listType === undefined ? required(where, problem) : invalid(where, listType, problem);
}

function checkMap(node: SchemaNode, path: string, errors: FieldError[]): void {
  const { items, listMapKeys: keys } = node;
  if (keys.length === 0) {
    errors.push(required(`${path}.x-kubernetes-list-map-keys`, 'must not be empty if x-kubernetes-list-type is map'));
  }
  if (items === undefined) {
    errors.push(required(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map'));
  } else if (items.type !== 'object') {
    const problem = "must be object if parent array's x-kubernetes-list-type is map";
    errors.push(invalid(`${path}.items.type`, items.type, problem));
  } else {
    keys.forEach((key, at) => checkKey(key, keys.indexOf(key) < at, node, path, errors));
  }
}

function checkKey(key: string, isRepeated: boolean, node: SchemaNode, path: string, errors: FieldError[]): void {
  const where = `${path}.x-kubernetes-list-map-keys`;
  const type = node.items?.properties.get(key)?.type;
  if (type === undefined) {
    errors.push(invalid(where, node.listMapKeys, 'entries must all be names of item properties'));
  } else if (type === 'array' || type === 'object') {
    const problem = "must be a scalar type if parent array's x-kubernetes-list-type is map";
    errors.push(invalid(`${path}.items.properties[${key}].type`, node.items?.type ?? '', problem));
  }
  if (isRepeated) errors.push(invalid(where, node.listMapKeys, 'must not contain duplicate entries'));
}

function checkKeysAreThere(keys: readonly string[], items: SchemaNode, path: string, errors: FieldError[]): void {
  const role = 'this property is in x-kubernetes-list-map-keys';
  for (const key of keys) {
    const property = items.properties.get(key);
    if (property === undefined) continue;
    const where = `${path}.properties[${key}]`;
    if (!items.required.includes(key) && property.default === undefined) {
      errors.push(required(`${where}.default`, `${role}, so it must have a default or be a required property`));
    }
    if (property.nullable) errors.push(forbidden(`${where}.nullable`, `${role}, so it cannot be nullable`));
  }
}
