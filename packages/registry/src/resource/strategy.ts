/**
 * What is special about a kind when its objects are written: defaults, what the server owns, what is valid. One per kind, made of plain functions.
 * Upstream: the registry's create, update and delete strategies.
 */
import type { FieldError } from '../errors/field-error.ts';
import type { ApiObject } from './served-resource.ts';

/** What is different about a subresource that shows the object and lets one part of it through. */
export type SubresourceStrategy = Pick<Strategy, 'prepareForUpdate' | 'validateUpdate'> &
  Partial<Pick<Strategy, 'countsGenerations'>>;

export interface Strategy {
  /** Problems with a name, in upstream's words; a prefix (of generateName) may end in what a name may not. */
  nameProblems(name: string, isPrefix: boolean): readonly string[];
  /** True where a PUT to a name that is not there creates it. */
  readonly createsOnUpdate: boolean;
  /** True where a PUT without a version overwrites whatever is there. */
  readonly updatesUnconditionally: boolean;
  /** True where `metadata.generation` counts changes outside metadata and status. */
  readonly countsGenerations: boolean;
  /** What must change for the generation to go up, where that is not everything outside metadata and status. */
  substance?(object: ApiObject): unknown;
  /** True where status is a subresource and writes of the main resource leave it as it is. */
  readonly hasStatus: boolean;
  /** Fills in what was left out. */
  defaults(object: ApiObject): ApiObject;
  prepareForCreate(object: ApiObject): ApiObject;
  prepareForUpdate(object: ApiObject, old: ApiObject): ApiObject;
  /** Brings in what validation needs; to be waited for before it, where there is something to wait for. */
  load?(): Promise<void> | undefined;
  validate(object: ApiObject): readonly FieldError[];
  /** `warn` takes what is wrong and tolerated, as it was so before. */
  validateUpdate(object: ApiObject, old: ApiObject, warn?: (text: string) => void): readonly FieldError[];
  /** True where what is wrong is told once, however many checks find it: upstream merges what it checks in code with what it declares in its types. */
  readonly tellsOnce?: boolean;
  /** The group that refusals name, where that is not the resource's own. */
  readonly refusalGroup?: string;
  /** What else happens when `/status` is written; the rest of the object is the old one already. */
  prepareForStatusUpdate(object: ApiObject, old: ApiObject): ApiObject;
  validateStatusUpdate(object: ApiObject, old: ApiObject, warn?: (text: string) => void): readonly FieldError[];
  /** True where a delete answers with the object instead of a Status. */
  readonly returnsDeleted: boolean;
  /** How long a delete lets the object go on, in seconds, given what the client asked. */
  graceSeconds(object: ApiObject, asked: number | undefined): number;
  /** True where a delete marks the object and then removes it, even when it goes at once: watchers see both. */
  readonly isGraceful?: boolean;
  /** True where dependents are left alone unless a delete says otherwise. */
  readonly orphansByDefault?: boolean;
  /** True while something outside of metadata holds back an object that is to go. */
  isHeld?(object: ApiObject): boolean;
  /** What else changes when an object is marked for deletion; `old` is not marked yet. */
  prepareForDelete?(object: ApiObject, old: ApiObject): ApiObject;
  /** Subresources that are the object under other rules, besides `status`. */
  readonly subresources?: Readonly<Record<string, SubresourceStrategy>>;
  /** Texts for the Warning header. */
  warnings(object: ApiObject, old: ApiObject | undefined): readonly string[];
  /** What the Warning header of every answer says; undefined for resources that are here to stay. */
  readonly deprecation?: string | undefined;
  /** How long an object lives, in milliseconds; undefined for as long as nobody deletes it. */
  readonly ttlMs: number | undefined;
}

/** A kind with nothing special: add what differs. */
export const plainStrategy: Strategy = {
  nameProblems: () => [],
  createsOnUpdate: false,
  updatesUnconditionally: true,
  countsGenerations: false,
  hasStatus: false,
  defaults: (object) => object,
  prepareForCreate: (object) => object,
  prepareForUpdate: (object) => object,
  validate: () => [],
  validateUpdate: () => [],
  prepareForStatusUpdate: (object) => object,
  validateStatusUpdate: () => [],
  returnsDeleted: false,
  graceSeconds: () => 0,
  warnings: () => [],
  ttlMs: undefined,
};

/** The metadata of one object, with what says which version was changed, and by whom, of another. */
export function withVersionAndManagers(
  { metadata: { managedFields: _managers, ...metadata } }: ApiObject,
  { metadata: { resourceVersion, managedFields } }: ApiObject,
): ApiObject['metadata'] {
  return { ...metadata, resourceVersion, ...(managedFields && { managedFields }) } as ApiObject['metadata'];
}
