/**
 * What a node of a workflow is: objects that are applied, or a task that runs. A node is given the outputs of the nodes that it comes after, with their types.
 */
import type { AnyKind, CachedObject, DeepReadonly, KindObject, KubeObject, StoredMeta } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';
import type { Readiness } from '../readiness/readiness.ts';
import type { ObjectSetOptions } from '../set/set-options.ts';

/** What the functions of a node are given. */
export interface NodeInput<K extends AnyKind, Outputs> {
  /** The owner. */
  readonly object: CachedObject<K>;
  /** The outputs of the nodes that this one comes after. */
  readonly outputs: Outputs;
  readonly context: ReconcileContext<K>;
}

/** When a node is tried again after it failed. */
export interface NodeRetry {
  /** How often it is tried at most, the first time included; without an end unless given. What fails as often is `Failed` until its input changes. */
  readonly limit?: number;
  /** The delay after the first failure; it doubles with each. 1 second unless given. */
  readonly delayMs?: number;
  /** 5 minutes unless given. */
  readonly longestDelayMs?: number;
}

/** What all nodes have. */
export interface NodeOptions<In, After extends string, OptionalAfter extends string> {
  /** The nodes that must have succeeded first. Where one of them is skipped, this one is skipped as well. */
  readonly after?: readonly After[];
  /** Nodes that come first if they are not skipped. Their outputs may be undefined. */
  readonly optionalAfter?: readonly OptionalAfter[];
  /** False skips the node: its objects are deleted, or its `remove` runs. Always true unless given. */
  readonly when?: (input: In) => boolean;
  readonly retry?: NodeRetry;
  /** The type of a condition in the owner's status that says how the node fares; none unless given. */
  readonly condition?: string;
}

/** How an output refers to an object. */
export interface NodeObjectRef {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid: string;
}

/** Objects as the server has them. */
export type LiveObjects<Made> = Made extends readonly KubeObject[]
  ? { readonly [At in keyof Made]: LiveOne<Made[At]> }
  : LiveOne<Made>;

type LiveOne<One> = One extends KubeObject
  ? DeepReadonly<One> & { readonly metadata: DeepReadonly<StoredMeta> }
  : never;

/** What the node of objects puts out unless it says otherwise. */
export type RefsOf<Made> = Made extends readonly unknown[]
  ? { readonly [At in keyof Made]: NodeObjectRef }
  : NodeObjectRef;

/** What a node of objects may return. */
export type Makes<Produced extends AnyKind> = KindObject<Produced> | readonly KindObject<Produced>[];

/** A node that is objects: they are applied as a set of the owner, and what it no longer returns is deleted. */
export interface ObjectsNode<
  In,
  After extends string,
  OptionalAfter extends string,
  Produced extends AnyKind,
  Made extends Makes<Produced>,
  Output,
>
  extends
    NodeOptions<In, After, OptionalAfter>,
    Pick<ObjectSetOptions, 'scope' | 'adopt' | 'prune' | 'waveOf' | 'rules' | 'inject' | 'ownerReferences'> {
  /** The kinds of the objects. They are watched. */
  readonly produces: readonly Produced[];
  /** One object, or a list of them. */
  readonly objects: (input: In) => Made | Promise<Made>;
  /** Whether the node has succeeded; when all objects are ready (`isReady`) unless given. */
  readonly readyWhen?: (objects: LiveObjects<NoInfer<Made>>, input: In) => boolean | Readiness;
  /** What later nodes are given, as JSON; references to the objects unless given. */
  readonly output?: (objects: LiveObjects<NoInfer<Made>>, input: In) => Output;
  /** True deletes the objects once the node has succeeded, and keeps its output; a Job that is done, for instance. They come back when they would be others. */
  readonly deleteWhen?: (objects: LiveObjects<NoInfer<Made>>, input: In) => boolean;
}

/** What a task is given besides. */
export interface TaskInput<K extends AnyKind, Outputs> extends NodeInput<K, Outputs> {
  /** How often it has been tried with this input, this time included. */
  readonly attempt: number;
  /** The same for all tries with one input, and for no other: for services that take each request once. */
  readonly idempotencyKey: string;
}

/** What undoes a task is given. */
export interface RemoveInput<K extends AnyKind, Output> {
  readonly object: CachedObject<K>;
  /** What the task put out last; undefined where it never succeeded. */
  readonly output: Output | undefined;
  readonly context: ReconcileContext<K>;
  readonly idempotencyKey: string;
}

/** A node that is a function. Its output is kept in the owner's status; it runs again only when its input changes. */
export interface TaskNode<
  K extends AnyKind,
  In,
  After extends string,
  OptionalAfter extends string,
  Output,
> extends NodeOptions<In, After, OptionalAfter> {
  /** What the task depends on of the owner, besides the outputs of other nodes; its `spec` unless given. */
  readonly input?: (object: CachedObject<K>) => unknown;
  /**
   * Does the work, and returns the output, as JSON of at most 16 KiB, or nothing. It may run more than once with one input: where the process ends before its output is kept. `RequeueAfter` and
   * `WaitUntil` mean that it is not done yet, which is no failure.
   */
  readonly run: (input: In & TaskInput<K, unknown>) => Output | Promise<Output>;
  /** False asks to run again after `pollMs`: what the task began is not done yet. Always true unless given. */
  readonly readyWhen?: (output: NoInfer<Output>, input: In) => boolean;
  /** 10 seconds unless given. */
  readonly pollMs?: number;
  /** Undoes the task, when the owner is deleted or the node is skipped. It may run again, so what is done already must do no harm. */
  readonly remove?: (input: RemoveInput<K, NoInfer<Output>>) => void | Promise<void>;
}

/** Any node, its types forgotten: its functions are only ever given what belongs to it. */
export interface AnyNode {
  readonly name: string;
  readonly after: readonly string[];
  readonly optionalAfter: readonly string[];
  readonly work:
    | { readonly type: 'objects'; readonly node: ObjectsNode<AnyInput, string, string, AnyKind, never, unknown> }
    | { readonly type: 'task'; readonly node: TaskNode<AnyKind, AnyInput, string, string, unknown> };
}

/** The input of any node. */
export type AnyInput = NodeInput<AnyKind, Readonly<Record<string, unknown>>>;

/** What all nodes have, whatever they are. */
export const optionsOf = ({ work }: AnyNode): NodeOptions<AnyInput, string, string> => work.node;
