/**
 * The options of the verbs. Everything is optional; what is undefined counts as left out.
 * Upstream: apimachinery meta/v1 GetOptions, ListOptions, CreateOptions, UpdateOptions, PatchOptions, DeleteOptions.
 */
import type { AnyKind, JsonValue, KindScope, ResourceScope, TypeHint } from '@reeve/machinery';
import type { WarningHandler } from '../transport/with-warnings.ts';
import type { FieldSelectorOption, LabelSelectorOption } from './selectors.ts';

/** What every call takes. */
export interface CallOptions {
  /** Ends the call; the caller gets its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Gives up with a `DeadlineError` after so long. The client's default unless given; 0 means never. */
  readonly timeoutMs?: number | undefined;
  /** Hears of warnings in the answer, besides the client's own handler. */
  readonly onWarning?: WarningHandler | undefined;
}

/** Options of a get. */
export interface GetOptions extends CallOptions {
  /** `0` for whatever the server has at hand, a version for one at least as new, absent for the newest. */
  readonly resourceVersion?: string | undefined;
}

/** Which objects a call is about. */
export interface SelectionOptions {
  /** `{ app: 'blog' }`, `app in (blog, shop)`, the selector of an object, or a query. */
  readonly labels?: LabelSelectorOption | undefined;
  /** `{ 'spec.nodeName': 'n1' }`, `metadata.name!=blog`, or a query. */
  readonly fields?: FieldSelectorOption | undefined;
}

/** Where to look: a namespace, for kinds that are in one. Without it, all namespaces. */
export type NamespaceOption<Scope extends ResourceScope> = Scope extends 'Cluster'
  ? { readonly namespace?: (string & TypeHint<'the kind is cluster-scoped: it has no namespace'>) | undefined }
  : { readonly namespace?: string | undefined };

/** Options of a list, whatever the kind. */
export interface ListParameters extends CallOptions, SelectionOptions {
  /** At most so many objects; `metadata.continue` says how to go on. */
  readonly limit?: number | undefined;
  /** Goes on where a page ended. */
  readonly continue?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan' | undefined;
  /** How long the server may take. */
  readonly timeoutSeconds?: number | undefined;
}

/** Options of a list of a kind. */
export type ListOptions<K extends AnyKind = AnyKind> = ListParameters & NamespaceOption<KindScope<K>>;

/** Options of a watch, whatever the kind. There is no time limit but the server's own. */
export interface WatchParameters extends Omit<CallOptions, 'timeoutMs'>, SelectionOptions {
  /** Where to start: just after this version. Without it, with everything there is. */
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: 'NotOlderThan' | undefined;
  /** False asks for no bookmarks. They are asked for unless told otherwise. */
  readonly allowBookmarks?: boolean | undefined;
  /** True begins with everything there is and a bookmark after it. */
  readonly sendInitialEvents?: boolean | undefined;
  /** How long the server keeps the watch open. */
  readonly timeoutSeconds?: number | undefined;
}

/** Options of a watch of a kind. */
export type WatchOptions<K extends AnyKind = AnyKind> = WatchParameters & NamespaceOption<KindScope<K>>;

/** How strict the server is about fields it does not know. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** How the object that comes back is made. */
export interface AnswerOptions {
  /** Makes it of the bytes of the answer, for those who want less than all of it; `parseJson` unless given. What it throws makes the answer unreadable. */
  readonly parse?: ((bytes: Uint8Array) => JsonValue) | undefined;
}

/** Options of writes. */
export interface WriteOptions extends CallOptions, AnswerOptions {
  /** True goes all the way and stores nothing. */
  readonly dryRun?: boolean | undefined;
  /** Under which name the fields are owned. */
  readonly fieldManager?: string | undefined;
  readonly fieldValidation?: FieldValidation | undefined;
}

/** Options of an apply. An apply is always strict about fields. */
export interface ApplyOptions extends Omit<WriteOptions, 'fieldValidation'> {
  /** True takes fields over from other managers. */
  readonly force?: boolean | undefined;
}

/** Options of a patch; `force` is for patches of type `apply`. */
export interface PatchOptions extends WriteOptions {
  readonly force?: boolean | undefined;
}

/** What must be true of the object that is deleted. */
export interface Preconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** What happens to objects that an object owns when it is deleted. */
export type Propagation = 'Foreground' | 'Background' | 'Orphan';

/** Options of a delete. */
export interface DeleteOptions extends CallOptions, AnswerOptions {
  readonly dryRun?: boolean | undefined;
  readonly gracePeriodSeconds?: number | undefined;
  /** What happens to objects that this one owns. */
  readonly propagation?: Propagation | undefined;
  /** The same, under the name that Kubernetes gives it. */
  readonly propagationPolicy?: Propagation | undefined;
  /** The uid of a given object is one, unless preconditions are given. */
  readonly preconditions?: Preconditions | undefined;
}

/** Options of a delete of many. */
export type DeleteCollectionOptions<K extends AnyKind = AnyKind> = DeleteOptions &
  ListParameters &
  NamespaceOption<KindScope<K>>;
