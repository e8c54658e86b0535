/**
 * The facts about the built-in kinds of one Kubernetes version, asked of a real server and of the Go types (`npm run facts`): what is served, how it is
 * encoded, what a fresh server holds. Data only; each table is parsed when it is first asked for.
 */
import type { ResourceScope } from '@reeve/machinery';

/** A kind in a group and version; empty strings stand for those of the resource itself. */
export interface KindFacts {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** A column of the Table that `kubectl get` prints. */
export interface ColumnFacts {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  /** 0 is always shown, more only with `-o wide`. */
  readonly priority: number;
  /** What the author of a definition says about it; upstream's own words are left out. */
  readonly description?: string;
}

export interface SubresourceFacts {
  readonly name: string;
  readonly kind: KindFacts;
  readonly verbs: readonly string[];
}

/** One served resource. */
export interface ResourceFacts {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly scope: ResourceScope;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly storageVersionHash?: string;
  readonly responseKind?: KindFacts;
  readonly subresources?: readonly SubresourceFacts[];
  /** Absent for resources that cannot be listed. */
  readonly columns?: readonly ColumnFacts[];
  /** Fields by which a list can be selected. */
  readonly fieldLabels?: readonly string[];
}

export interface VersionFacts {
  readonly version: string;
  /** `/api/v1` or `/apis/GROUP/VERSION`. */
  readonly path: string;
  readonly resources: readonly ResourceFacts[];
}

export interface GroupFacts {
  /** Empty for the core group. */
  readonly name: string;
  /** The preferred version comes first. */
  readonly versions: readonly VersionFacts[];
}

/** How one field of a built-in type is written, in JSON and in protobuf. Short names, because there are thousands. */
export interface FieldFacts {
  /** JSON name; absent when the value's own fields stand in the parent's JSON. */
  readonly n?: string;
  /** Protobuf number; absent for what protobuf does not carry. */
  readonly p?: number;
  /**
   * A scalar's name (`string`, `int32`, `Quantity`, …), that of another type in the table, or `list:string:NAME` for a
   * list that protobuf wraps into a message of its own.
   */
  readonly t: string;
  /** A list or map of the type; a single value otherwise. Maps have string keys. */
  readonly s?: 'list' | 'map';
  /** A pointer in Go: may be absent, and its zero value is meaningful. */
  readonly o?: boolean;
  /** Written to JSON even when empty. */
  readonly k?: boolean;
  /** Written to protobuf even when empty. */
  readonly f?: boolean;
  /** The value's type as Go prints it in messages, where that does not follow from `t` (`v1.PullPolicy`). */
  readonly g?: string;
  /** The list's or map's type as Go prints it, where that does not follow from the value's (`v1.ResourceList`). */
  readonly c?: string;
}

/** The wire forms of all built-in types. */
export interface TypeTable {
  /** `group/version/Kind` to the name of its type. */
  readonly kinds: Readonly<Record<string, string>>;
  /** The fields of each type, in the order in which Go prints them. */
  readonly types: Readonly<Record<string, readonly FieldFacts[]>>;
}

/** Objects that a fresh server holds, without what differs from start to start. */
export interface SeedFacts {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly objects: readonly { readonly metadata: { readonly name: string; readonly namespace?: string } }[];
}

/** A schema of OpenAPI v3, without descriptions. */
export type OpenApiSchema = Readonly<Record<string, unknown>>;
