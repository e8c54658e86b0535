/**
 * What a reconciler is given besides its object: reads from the cache, the one write path, the log, why it runs, and when to stop.
 */
import type { CacheListQuery } from '@reeve/cache';
import type { Client, DeleteOptions, Patch } from '@reeve/client';
import type {
  AnyKind,
  CachedObject,
  DeepReadonly,
  Effect,
  KindObject,
  KubeObject,
  ObjectKey,
  TypeHint,
} from '@reeve/machinery';
import type { Cause } from '../cause/cause.ts';
import type { EventInput } from '../events/event-input.ts';
import type { Logger } from '../log/logger.ts';
import type { StepRecord } from './step-record.ts';
import type { Applied, AppliedObject, OwnerOption } from '../write/write-path.ts';

/** The context of a run. */
export interface ReconcileContext<K extends AnyKind = AnyKind> {
  readonly key: ObjectKey;
  /** The name of the controller. */
  readonly controller: string;
  /** The name under which the controller owns fields. */
  readonly fieldManager: string;
  readonly cluster: string;
  readonly id: string;
  readonly attempt: number;
  /** Why this run is wanted. */
  readonly causes: readonly Cause[];
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** What time it is, in milliseconds since 1970, by the clock of the manager's Host: tests turn it. */
  now(): number;
  /**
   * Performs an effect outside Kubernetes, such as a request to another API, made with `defineEffect`; the signal of the run ends it. Tests replace it by a stand-in, and virtual time waits for it.
   */
  perform<Input, Output>(effect: Effect<Input, Output>, input: Input): Promise<Output>;
  /** The client itself, for what the write path does not do. What it writes is not in the cache at once; as all writes, it starts only while this process leads. */
  readonly client: Client;

  /** An object from the cache, own writes included; undefined when there is none. */
  get<R extends AnyKind>(kind: R, key: string): Promise<CachedObject<R> | undefined>;

  /** Objects from the cache, own writes included. */
  list<R extends AnyKind>(kind: R, query?: CacheListQuery): Promise<readonly CachedObject<R>[]>;

  /**
   * Applies an object: makes it so, and manages the fields that it says. Nothing is sent where nothing would change. An object of a kind in `owns` gets the object of this run as its
   * controlling owner, others do not; `{ owner: true }` or `{ owner: false }` says otherwise. An owner is in the namespace of what it owns, or in none.
   */
  apply<T extends KubeObject>(object: T, options?: OwnerOption): Promise<AppliedObject<T>>;
  /** Applies objects at the same time, ten at once. All are tried: a `PartialFailureError` says which of them failed, and has the `results` of the others. */
  apply<const T extends readonly KubeObject[]>(objects: T, options?: OwnerOption): Promise<Applied<T>>;

  create<R extends AnyKind>(kind: R, object: KindObject<R>): Promise<CachedObject<R>>;
  update<R extends AnyKind>(kind: R, object: KindObject<R> | DeepReadonly<KindObject<R>>): Promise<CachedObject<R>>;
  /** Replaces the status of any object as it was read, and nothing else; what somebody else changed since is a `ConflictError`. For counts that must not go back. */
  updateStatus<R extends AnyKind>(
    kind: R,
    object: KindObject<R> | DeepReadonly<KindObject<R>>,
  ): Promise<CachedObject<R>>;
  patch<R extends AnyKind>(kind: R, object: DeepReadonly<KubeObject>, patch: Patch): Promise<CachedObject<R>>;
  /** Patches the status of any object, and nothing else of it. */
  patchStatus<R extends AnyKind>(kind: R, object: DeepReadonly<KubeObject>, patch: Patch): Promise<CachedObject<R>>;
  delete(kind: AnyKind, object: DeepReadonly<KubeObject>, options?: Omit<DeleteOptions, 'signal'>): Promise<void>;

  /** Says the status: the fields given are this controller's. */
  status(status: StatusInput<KindObject<K>>): Promise<void>;

  /** Notes a part of the run in its record and in the metrics. Steps note themselves. */
  noteStep(step: StepRecord): void;

  /** Tells people what happened to the object. It never blocks and never fails. */
  event(said: EventInput): void;
}

/** Some fields of an object's status. */
export type StatusInput<T> = T extends { status?: infer Status }
  ? Partial<NonNullable<Status>>
  : TypeHint<'the kind has no status: give defineResource one'>;
