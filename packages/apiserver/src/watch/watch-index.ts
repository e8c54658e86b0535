/**
 * Which watches a change may concern, told by one value of the object: its key, its namespace, or a field that watches select by. Upstream: the triggers and
 * index functions of the watch cache.
 */
import type { FieldQuery } from '@reeve/machinery';
import type { ServedResource, StoredObject } from '@reeve/registry';
import type { ResourceRequest } from '../request/request-info.ts';

export interface IndexedValue {
  /** The name of the index; watches of one table with the same name read the same value of an object. */
  readonly name: string;
  readonly value: string;
  valueOf(stored: StoredObject): string;
}

const keyOf = (stored: StoredObject): string => stored.key;
const namespaceOf = ({ key }: StoredObject): string => key.slice(0, key.indexOf('/'));

/** The most selective index that can tell which objects a watch selects; undefined where none can. */
export function indexedValue(
  resource: ServedResource,
  { namespace, name }: Pick<ResourceRequest, 'namespace' | 'name'>,
  fields: FieldQuery,
): IndexedValue | undefined {
  const isNamespaced = resource.scope === 'Namespaced';
  const wantedName = name ?? equalTo(fields, 'metadata.name');
  const wantedNamespace = namespace ?? equalTo(fields, 'metadata.namespace');
  if (wantedName !== undefined && !isNamespaced) return { name: 'key', value: wantedName, valueOf: keyOf };
  if (wantedName !== undefined && wantedNamespace !== undefined)
    return { name: 'key', value: `${wantedNamespace}/${wantedName}`, valueOf: keyOf };
  const field = resource.isCustom ? undefined : firstField(fields);
  if (field !== undefined) return fieldIndex(resource, field);
  return isNamespaced && wantedNamespace !== undefined
    ? { name: 'namespace', value: wantedNamespace, valueOf: namespaceOf }
    : undefined;
}

interface FieldValue {
  readonly field: string;
  readonly value: string;
}

/** Fields are read in the version that the watch speaks. */
function fieldIndex(resource: ServedResource, { field, value }: FieldValue): IndexedValue {
  const { apiVersion, storage } = resource;
  return {
    name: `${apiVersion} ${field}`,
    value,
    valueOf: ({ object }) => resource.fieldValue(storage.fromStorage(object), field),
  };
}

const firstField = ({ requirements }: FieldQuery): FieldValue | undefined =>
  requirements.find(({ field, operator }) => operator === '=' && !field.startsWith('metadata.'));

const equalTo = ({ requirements }: FieldQuery, wanted: string): string | undefined =>
  requirements.find(({ field, operator }) => operator === '=' && field === wanted)?.value;
