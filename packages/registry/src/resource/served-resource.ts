/**
 * One resource as the engine serves it: its names, how its objects are read and written, and what is special about its kind. Built-ins come from the table
 * of facts, custom ones from their definition; the verbs know only this.
 */
import type { ColumnFacts, KindFacts } from '@reeve/kinds';
import type { DeepReadonly, PatchSchema, ResourceScope, UnstructuredObject } from '@reeve/machinery';
import type { StoredObject } from '../store/stored-object.ts';
import type { ObjectCodec } from './object-codec.ts';
import type { Strategy } from './strategy.ts';

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** Where a kind keeps what a Scale shows, as lists of field names. */
export interface ScalePaths {
  readonly specReplicas: readonly string[];
  readonly statusReplicas: readonly string[];
  /** A selector as an object (built-ins) or as text (custom resources). */
  readonly selector: readonly string[] | undefined;
  /** True where a definition says these paths: there must be something there, and its schema judges it. */
  readonly isDeclared?: boolean;
}

export type ApiObject = DeepReadonly<UnstructuredObject>;

/** Where objects are stored. Several served versions, or two groups, may share one table. */
export interface StorageLocation {
  /** The table in the store. */
  readonly table: string;
  /** From the stored version to the served one, and back. */
  fromStorage(object: ApiObject): ApiObject;
  toStorage(object: ApiObject): ApiObject;
  /** Absent where versions are converted at once. */
  readonly conversion?: AskedConversion;
}

/** Conversion by somebody who has to be asked: what `fromStorage` and `toStorage` of an object need is brought before. */
export interface AskedConversion {
  /** Brings in how stored objects are shown; undefined where all are known. Rejects with the refusal of a read. */
  bringIn(objects: readonly Pick<StoredObject, 'key' | 'object'>[], isList?: boolean): Promise<void> | undefined;
  /** Brings how an object is to be stored. Rejects with the refusal of a write. */
  bringOut(object: ApiObject): Promise<void>;
  /** An object in another version of the resource. */
  between(object: ApiObject, apiVersion: string): Promise<ApiObject>;
  /** Conversion by renaming, for what cannot wait: which fields of another version somebody manages. */
  readonly plain: StorageLocation;
}

/** The cells of an object's Table row, one per column; `now` is in milliseconds since the epoch. */
export type Printer = (object: ApiObject, now: number) => readonly unknown[];

export interface ServedSubresource {
  readonly name: string;
  readonly kind: KindFacts;
  readonly verbs: ReadonlySet<Verb>;
}

export interface ServedResource {
  readonly group: string;
  readonly version: string;
  readonly apiVersion: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly scope: ResourceScope;
  readonly verbs: ReadonlySet<Verb>;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly storageVersionHash: string | undefined;
  readonly subresources: ReadonlyMap<string, ServedSubresource>;
  readonly isCustom: boolean;
  /** True while the definition is going away: what is there can be read and deleted, nothing new comes. */
  readonly isTerminating?: boolean;
  /** Whether there is such a built-in kind at all. */
  isKnownKind?(apiVersion: string, kind: string): boolean;
  readonly storage: StorageLocation;
  readonly codec: ObjectCodec;
  readonly strategy: Strategy;
  readonly columns: readonly ColumnFacts[];
  readonly printer: Printer;
  /** Fields by which a list can be selected. */
  readonly fieldLabels: ReadonlySet<string>;
  /** The value of such a field; the empty string when it is absent. */
  fieldValue(object: ApiObject, label: string): string;
  /** The schema of a custom resource, as its definition has it. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
  /** The schemas of versions of a custom resource that are in its definition and not served, by their names. */
  readonly unservedSchemas?: ReadonlyMap<string, Readonly<Record<string, unknown>> | undefined>;
  /** Where a Scale finds its numbers, when that is not the usual storage. */
  readonly scalePaths?: ScalePaths | undefined;
  /** Merge keys for strategic merge patches; absent where there are none (custom resources). */
  readonly patchSchema: PatchSchema | undefined;
}
