/**
 * Who manages which fields of an object: `metadata.managedFields` read into field sets and written back.
 * Upstream: apimachinery managedfields, DecodeManagedFields and EncodeObjectManagedFields.
 */
import { FieldSet, InvalidInputError, type ManagedFieldsEntry } from '@reeve/machinery';
import { identityOf, type Manager, type StoredEntry } from './manager.ts';
import { entryOf, knownFields, managerOf } from './shared-entries.ts';

/** By identity. */
export type Managers = ReadonlyMap<string, Manager>;

export const noManagers: Managers = new Map();

export class ManagedFieldsError extends Error {}

/** Reads the managers of an object. Entries that cannot be read are thrown as upstream words it. */
export function readManagers(entries: readonly StoredEntry[] | undefined): Managers {
  if (entries === undefined || entries.length === 0) return noManagers;
  return new Map(entries.map((entry, index) => managerOf(entry) ?? identified(readManager(entry, index))));
}

const identified = (manager: Manager) => [identityOf(manager), manager] as const;

/** The entries of managers, in the order in which the server keeps them. */
export function writeManagers(managers: Managers): ManagedFieldsEntry[] | undefined {
  if (managers.size === 0) return undefined;
  return [...managers.values()].toSorted(inOrder).map(entryOf);
}

/** An empty list, or a list with one empty entry, asks for forgetting who manages what. */
export function isReset(entries: readonly StoredEntry[] | undefined): boolean {
  if (entries === undefined) return false;
  const [first] = entries;
  return first === undefined || (entries.length === 1 && Object.keys(first).length === 0);
}

function readManager(entry: StoredEntry, index: number): Manager {
  const { manager: name = '', operation, apiVersion = '', subresource = '', time, fieldsType } = entry;
  if (operation !== 'Apply' && operation !== 'Update')
    throw new ManagedFieldsError('operation must be `Apply` or `Update`');
  if (apiVersion === '') throw new ManagedFieldsError('apiVersion must not be empty');
  if (!fieldsType) throw new ManagedFieldsError(`missing fieldsType in managed fields entry ${index}`);
  if (fieldsType !== 'FieldsV1')
    throw new ManagedFieldsError(`invalid fieldsType ${JSON.stringify(fieldsType)} in managed fields entry ${index}`);
  return { name, operation, apiVersion, subresource, time: time ?? undefined, fields: readFields(entry.fieldsV1) };
}

/** Sets that were read before, by their notation: objects that are stored are never changed. */
const known = new WeakMap<object, FieldSet>();

function readFields(fieldsV1: StoredEntry['fieldsV1']): FieldSet {
  if (fieldsV1 === undefined || fieldsV1 === null) return FieldSet.empty;
  const before = knownFields(fieldsV1) ?? known.get(fieldsV1);
  if (before) return before;
  try {
    const fields = FieldSet.fromFieldsV1(fieldsV1, { unknownElements: 'ignore' });
    known.set(fieldsV1, fields);
    return fields;
  } catch (error) {
    if (error instanceof InvalidInputError) throw new ManagedFieldsError(`error decoding set: ${error.message}`);
    throw error;
  }
}

function inOrder(one: Manager, other: Manager): number {
  return (
    compare(one.operation, other.operation) ||
    (one.time === other.time ? 0 : secondsOf(one) - secondsOf(other)) ||
    compare(one.name, other.name) ||
    compare(one.apiVersion, other.apiVersion) ||
    compare(one.subresource, other.subresource)
  );
}

/** Times count by the second; none is before all. */
export function secondsOf({ time }: Pick<Manager, 'time'>): number {
  return time === undefined ? 0 : Math.floor(Date.parse(time) / 1000);
}

export const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
