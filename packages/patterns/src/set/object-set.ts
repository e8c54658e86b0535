/**
 * A set of objects with an identity: applied as a whole, and what is no longer in it is deleted. Objects that belong to somebody else are refused by name.
 * Upstream: rancher/wrangler's apply; kubectl's ApplySet; kapp.
 */
import type { Client } from '@reeve/client';
import type { AnyKind, Clock, DeepReadonly, KubeObject } from '@reeve/machinery';
import { ApplyRun } from './apply-run.ts';
import type { ApplyProgress, ApplyReport } from './apply-report.ts';
import { ClientAccess } from './client-access.ts';
import { isAsWanted } from './decide.ts';
import { desiredObjects } from './desired-objects.ts';
import type { DesiredObject } from './desired-objects.ts';
import { liveState } from './live-state.ts';
import type { LiveState } from './live-state.ts';
import { planOf } from './plan.ts';
import type { Plan, PlanOptions } from './plan.ts';
import { resolvedSet } from './resolved-set.ts';
import type { ResolvedSet } from './resolved-set.ts';
import type { SetAccess } from './set-access.ts';
import { EmptySetError, ObjectSetError } from './set-errors.ts';
import type { ObjectSetOptions } from './set-options.ts';
import { SetRecord } from './set-record.ts';

/** How one apply is done. */
export interface ApplySetOptions extends ApplyProgress {
  readonly signal?: AbortSignal;
}

/** How a set reaches the server. */
export interface SetConnection {
  /** The access of one call. */
  access(signal: AbortSignal | undefined): SetAccess;
  /** The kind of the owner, where it is known. */
  readonly ownerKind?: AnyKind;
  /** The kind of an object; asked of the options' kinds and of the server unless given. */
  kindOf?(object: DeepReadonly<KubeObject>): AnyKind;
  /** Where the time comes from; the host's unless given. */
  readonly clock?: Pick<Clock, 'monotonic'>;
}

/** A set. It is immutable: `with` makes another. */
export class ObjectSet {
  /** The value of the label `applyset.kubernetes.io/part-of` on all members. */
  readonly identity: string;
  readonly #set: ResolvedSet;
  readonly #connection: SetConnection;

  constructor(options: ObjectSetOptions, connection: SetConnection) {
    this.#set = resolvedSet({ ...options });
    this.identity = this.#set.identity;
    this.#connection = connection;
  }

  /** A set with some options changed. This one stays as it is. */
  with(options: Partial<ObjectSetOptions>): ObjectSet {
    return new ObjectSet({ ...this.#set.options, ...options }, this.#connection);
  }

  /** What `apply` would do. Nothing is written. */
  async plan(
    objects: Iterable<DeepReadonly<KubeObject>>,
    { dryRun = 'local', signal }: PlanOptions = {},
  ): Promise<Plan> {
    const access = this.#connection.access(signal);
    const { desired, state } = await this.#look(access, objects);
    return await planOf({ set: this.#set, access, desired, state, isOnServer: dryRun === 'server' });
  }

  /**
   * Applies the objects, and deletes members that are not among them. Objects that fail do not stop the others: an `ObjectSetError` names them afterwards and has the report. A report with the
   * state `waiting` or `limited` asks to apply the same again after `retryAfterMs`.
   */
  async apply(objects: Iterable<DeepReadonly<KubeObject>>, options: ApplySetOptions = {}): Promise<ApplyReport> {
    const access = this.#connection.access(options.signal);
    const { desired, state, record } = await this.#look(access, objects);
    const limited = this.#limited(access, desired, state);
    if (limited !== undefined) return limited;
    if (this.#set.options.guardsEmptying === true && desired.length === 0 && state.members.length > 0)
      throw new EmptySetError(this.#set.name, state.members.length);
    return this.#checked(
      await new ApplyRun({ set: this.#set, access, desired, state, record, progress: options }).run(),
    );
  }

  /** Deletes all members, and the record of the set. */
  async remove(options: ApplySetOptions = {}): Promise<ApplyReport> {
    const access = this.#connection.access(options.signal);
    const { state, record } = await this.#look(access, []);
    const report = await new ApplyRun({ set: this.#set, access, desired: [], state, record, progress: options }).run();
    if (report.state === 'done' && report.results.every(({ action }) => action === 'deleted')) await record.remove();
    return this.#checked(report);
  }

  async #look(
    access: SetAccess,
    objects: Iterable<DeepReadonly<KubeObject>>,
  ): Promise<{ readonly desired: readonly DesiredObject[]; readonly state: LiveState; readonly record: SetRecord }> {
    const desired = await desiredObjects(this.#set, objects, (object) => this.#kindOf(access, object));
    const record = await SetRecord.read(this.#set, access, this.#connection.ownerKind);
    return { desired, record, state: await liveState(this.#set, access, desired, record.contents) };
  }

  #kindOf(access: SetAccess, object: DeepReadonly<KubeObject>): AnyKind | Promise<AnyKind> {
    if (this.#connection.kindOf !== undefined) return this.#connection.kindOf(object);
    const known = this.#set.options.kinds?.find((kind) => kind.is(object));
    return (
      known ?? access.client.kindOf(object as KubeObject, access.signal === undefined ? {} : { signal: access.signal })
    ); // only read
  }

  /** A set that is as it should be takes no turn. */
  #limited(access: SetAccess, desired: readonly DesiredObject[], state: LiveState): ApplyReport | undefined {
    const { options, identity, host } = this.#set;
    if (options.rateLimit === undefined || isAsWanted(this.#set, access, desired, state)) return undefined;
    const delayMs = options.rateLimit.delayMs(identity, this.#connection.clock ?? host.clock);
    return delayMs === 0
      ? undefined
      : { state: 'limited', results: [], waitingFor: ['the rate limit of the set'], retryAfterMs: delayMs };
  }

  #checked(report: ApplyReport): ApplyReport {
    if (report.state === 'failed') throw new ObjectSetError(this.#set.name, report);
    return report;
  }
}

/** A set over a client, for programs of any kind. Controllers use `generatingHandler`. */
export function objectSet(client: Client, options: ObjectSetOptions): ObjectSet {
  const { fieldManager = 'reeve', force = false } = options;
  return new ObjectSet(options, { access: (signal) => new ClientAccess(client, { fieldManager, force, signal }) });
}
