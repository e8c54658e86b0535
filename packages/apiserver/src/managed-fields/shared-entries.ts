/**
 * The notation of field sets and of managers, each kept once: objects that are written alike are owned alike, by the same managers in the same second. What is
 * written is known to be read again without a look at its text. Entries are frozen, so that they can be parts of any number of objects.
 */
import { deepFreeze, type FieldSet, type JsonObject, type ManagedFieldsEntry } from '@reeve/machinery';
import { identityOf, type Manager, type StoredEntry } from './manager.ts';

/** A manager with what tells it apart. */
export type Identified = readonly [identity: string, manager: Manager];

/** A set of fields, its notation, and the last entry that was made with it. */
interface SharedSet {
  readonly fields: FieldSet;
  readonly fieldsV1: JsonObject;
  entry: ManagedFieldsEntry | undefined;
}

/** So many sets are remembered at most; then the memory begins anew. */
const most = 1000;

const sets = new Map<string, SharedSet>();
/** What was written lately, the last first: most objects are like one of the few before, and comparing costs less than writing. */
const recent: SharedSet[] = [];
const mostRecent = 16;
/** What was written here, by what it was made of, and back. */
const entries = new WeakMap<Manager, ManagedFieldsEntry>();
const managers = new WeakMap<StoredEntry, Identified>();
const fieldsOf = new WeakMap<object, FieldSet>();
const setsByFields = new WeakMap<FieldSet, SharedSet>();

/** The manager behind an entry that was written here. */
export const managerOf = (entry: StoredEntry): Identified | undefined => managers.get(entry);

/** The set behind a notation that was written here. */
export const knownFields = (fieldsV1: object): FieldSet | undefined => fieldsOf.get(fieldsV1);

/** The set that is kept for all that are equal to it. */
export const sharedFields = (fields: FieldSet): FieldSet => setOf(fields).fields;

/** The entry of a manager: the same one for managers that are alike. */
export function entryOf(manager: Manager): ManagedFieldsEntry {
  const before = entries.get(manager);
  if (before !== undefined) return before;
  const set = setOf(manager.fields);
  return set.entry && isEntryOf(set.entry, manager) ? set.entry : newEntry(manager, set);
}

function setOf(fields: FieldSet): SharedSet {
  return setsByFields.get(fields) ?? recent.find((set) => set.fields.equals(fields)) ?? sharedSet(fields);
}

function sharedSet(fields: FieldSet): SharedSet {
  const fieldsV1 = fields.toFieldsV1();
  const text = JSON.stringify(fieldsV1);
  const set = sets.get(text) ?? newSet(fields, fieldsV1, text);
  recent.unshift(set);
  if (recent.length > mostRecent) recent.pop();
  return set;
}

function newSet(fields: FieldSet, fieldsV1: JsonObject, text: string): SharedSet {
  const set: SharedSet = { fields, fieldsV1: deepFreeze(fieldsV1) as JsonObject, entry: undefined };
  fieldsOf.set(set.fieldsV1, fields);
  setsByFields.set(fields, set);
  if (sets.size >= most) sets.clear();
  sets.set(text, set);
  return set;
}

function isEntryOf(entry: ManagedFieldsEntry, { name, operation, apiVersion, subresource, time }: Manager): boolean {
  return (
    entry.time === time &&
    (entry.manager ?? '') === name &&
    entry.operation === operation &&
    entry.apiVersion === apiVersion &&
    (entry.subresource ?? '') === subresource
  );
}

function newEntry(manager: Manager, set: SharedSet): ManagedFieldsEntry {
  const { name, operation, apiVersion, subresource, time } = manager;
  const entry: ManagedFieldsEntry = {}; // filled field by field: every write passes here, and spreading what is there only sometimes is slow
  if (name !== '') entry.manager = name;
  entry.operation = operation;
  entry.apiVersion = apiVersion;
  if (time !== undefined) entry.time = time;
  entry.fieldsType = 'FieldsV1';
  entry.fieldsV1 = set.fieldsV1;
  if (subresource !== '') entry.subresource = subresource;
  set.entry = Object.freeze(entry);
  const written: Manager = { name, operation, apiVersion, subresource, time, fields: set.fields };
  managers.set(entry, [identityOf(manager), written]);
  entries.set(written, entry);
  return entry;
}
