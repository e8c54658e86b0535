/**
 * A thing outside Kubernetes as a step of a controller: a bucket, a DNS record. It is looked at, made, changed and deleted through declared effects, and never made twice: what is about to be made
 * is written on the object before the request is sent, in the version that was read, and what was begun is looked for before it is begun again.
 * Upstream: Crossplane's managed reconciler.
 */
import { mergePatch } from '@reeve/client';
import {
  InvalidInputError,
  annotationOf,
  defineEffect,
  findCondition,
  generationOf,
  hasCode,
  isAbort,
  isConflict,
  resourceVersionOf,
  stableHash,
  uidOf,
} from '@reeve/machinery';
import type { AnyKind, CachedObject, Condition, Effect, Host, ObjectKey } from '@reeve/machinery';
import type { ReconcileContext, Step, StepNeeds, StepResult } from '@reeve/runtime';
import { finalizer } from '../step/finalizer.ts';
import { verdictOf, withVerdict } from '../step/handler-condition.ts';
import type { HandlerVerdict } from '../step/handler-condition.ts';
import { patchStatusTo, statusIn } from '../step/patch-status.ts';
import { checkStatusKind } from '../step/status-handler.ts';
import { allowedBy, decideExternal, decideRemoval, differencesOf, missingFrom } from './external-decision.ts';
import type { Allowed, Refusal, Sight } from './external-decision.ts';
import { checkExternalOptions, checkPolicies } from './external-options.ts';
import type {
  CreateCall,
  ExternalCall,
  ExternalResourceOptions,
  FindCall,
  ServiceCall,
  UpdateCall,
} from './external-options.ts';
import { annotationsFor, goneMarks, ownMarks, pausedAnnotation, pendingMarks, recordIn } from './external-record.ts';
import type { ExternalRecord } from './external-record.ts';

/** The effects of a step, for stand-ins in tests. Those that it has no function for are never performed. */
export interface ExternalEffects<K extends AnyKind, Desired, Observed, Connection> {
  readonly observe: Effect<ExternalCall<K, Connection>, Observed | undefined>;
  readonly create: Effect<CreateCall<K, Desired, Connection>, void | { readonly externalName: string }>;
  readonly find: Effect<FindCall<K, Connection>, string | undefined>;
  readonly update: Effect<UpdateCall<K, Desired, Observed, Connection>, void>;
  readonly delete: Effect<ExternalCall<K, Connection>, void>;
}

/** A step for a thing outside Kubernetes. The kind needs a status with conditions. */
export const externalResource = <const K extends AnyKind, Desired, Observed, Connection = undefined>(
  kind: K,
  options: ExternalResourceOptions<K, Desired, Observed, Connection>,
): ExternalResource<K, Desired, Observed, Connection> => new ExternalResource(kind, options);

/** How the thing fares after a run. */
interface Verdicts {
  readonly synced: HandlerVerdict;
  readonly ready: HandlerVerdict;
  /** Fields for the status. */
  readonly status?: object;
}

/** What a run has come to. */
interface Settled extends Verdicts {
  readonly delayMs: number;
}

const minuteMs = 60_000;

/** The step. */
export class ExternalResource<K extends AnyKind, Desired, Observed, Connection> implements Step<K> {
  readonly name: string;
  readonly effects: ExternalEffects<K, Desired, Observed, Connection>;
  readonly needs: StepNeeds;
  readonly #kind: K;
  readonly #options: ExternalResourceOptions<K, Desired, Observed, Connection>;
  readonly #can: Allowed;
  readonly #finalizer: Step<K>;
  /** What was looked at, by key: a run for another reason asks the service nothing until it is time. */
  readonly #rests = new Map<ObjectKey, { readonly input: string; readonly untilMs: number }>();
  /** The uids of objects whose thing this process has deleted. */
  readonly #deleted = new Map<ObjectKey, string | undefined>();
  #host: Host | undefined;

  constructor(kind: K, options: ExternalResourceOptions<K, Desired, Observed, Connection>) {
    checkExternalOptions(options as unknown as ExternalResourceOptions<AnyKind, never, never, never>); // only looked at
    const { name, finalizer: held = `external.reeve.dev/${name}` } = options;
    checkStatusKind(kind, name);
    this.name = name;
    this.#kind = kind;
    this.#options = options;
    this.#can = {
      create: options.create !== undefined,
      update: options.update !== undefined,
      delete: options.delete !== undefined,
      lateInitialize: options.lateInitialize !== undefined,
    };
    this.effects = {
      observe: this.#effect('observe', options.observe),
      create: this.#effect('create', options.create),
      find: this.#effect('find', options.find),
      update: this.#effect('update', options.update),
      delete: this.#effect('delete', options.delete),
    };
    this.#finalizer = finalizer(kind, {
      name: held,
      when: (object) => this.#allowedFor(object).delete,
      cleanup: (object, context) => this.#removed(object, context),
    });
    const takeHost = (context: { readonly host: Host }): void => void (this.#host = context.host);
    this.needs = {
      permissions: [{ kind, verbs: ['patch'] }],
      sources: [{ name: `host of ${name}`, start: takeHost }], // for the jitter of pauses
    };
  }

  async live(object: CachedObject<K>, context: ReconcileContext<K>): Promise<StepResult<K>> {
    const { key } = context;
    const input = this.#inputOf(object);
    const rest = this.#rests.get(key);
    if (rest !== undefined && rest.input === input && rest.untilMs > context.now())
      return { requeueAfterMs: rest.untilMs - context.now() };
    this.#rests.delete(key);
    if (isPaused(object)) return await this.#paused(object, context);
    const settled = await this.#orFailing(object, context, async () => {
      await this.#finalizer.live?.(object, context);
      const held = (await context.get(this.#kind, key)) ?? object;
      return await this.#brought(held, context);
    });
    const newest = await this.#say(object, context, settled);
    this.#rests.set(key, { input: this.#inputOf(newest), untilMs: context.now() + settled.delayMs });
    return { requeueAfterMs: settled.delayMs };
  }

  async deleting(object: CachedObject<K>, context: ReconcileContext<K>): Promise<StepResult<K>> {
    this.#rests.delete(context.key);
    if (isPaused(object)) return await this.#paused(object, context);
    return await this.#orFailing(object, context, async () => await this.#finalizer.deleting?.(object, context));
  }

  gone(key: ObjectKey): void {
    this.#deleted.delete(key);
    this.#rests.delete(key);
  }

  /** Brings a living thing to where it should be, by one action. */
  async #brought(object: CachedObject<K>, context: ReconcileContext<K>): Promise<Settled> {
    const allowed = this.#allowedFor(object);
    const desired = this.#options.desired(object);
    const { observed, ...seen } = await this.#seen(object, context);
    const changes = observed === undefined ? [] : this.#differences(desired, observed);
    const mayAdopt = observed !== undefined && this.#mayAdopt(observed, object);
    const decision = decideExternal({ ...seen, changes, mayAdopt }, allowed);
    const { name } = seen;
    switch (decision.type) {
      case 'create':
        return await this.#created(object, context, seen, desired);
      case 'adopt':
        await this.#mark(object, context, ownMarks(this.name, name, context.now()), true);
        context.event(
          seen.record.pending === undefined
            ? { reason: 'Adopted', message: `${this.name} ${name} was there, and belongs to this object now` }
            : { reason: 'Created', message: `${this.name} ${name} was made by a request that was interrupted` },
        );
        return { ...this.#good(observed, name), delayMs: this.#settleMs };
      case 'update':
        return await this.#updated(object, context, { ...seen, observed: observed as Observed, desired, changes }); // it is there
      case 'rest':
        await this.#lateInitialized(object, context, observed, allowed);
        return { ...this.#good(observed, name), delayMs: this.#pollMs() };
      case 'settle':
        return { ...waiting(`looking for ${this.name} once more before it is made again`), delayMs: decision.delayMs };
      case 'refuse':
        return { ...this.#refused(decision.reason, name, changes, observed), delayMs: this.#pollMs() };
    }
  }

  /** Writes down what is about to be made, and makes it. */
  async #created(
    object: CachedObject<K>,
    context: ReconcileContext<K>,
    {
      record,
      name,
      connection,
    }: { readonly record: ExternalRecord; readonly name: string; readonly connection: Connection },
    desired: Desired,
  ): Promise<Settled> {
    const { pending } = record;
    const isOwn = record.ownSinceMs !== undefined;
    const isAssigned = this.#options.externalName === undefined;
    const chosen = isAssigned && isOwn ? '' : name;
    if (isOwn)
      context.event({
        type: 'Warning',
        reason: 'Vanished',
        message: `${this.name} ${name} is gone, and is made again`,
      });
    const token = pending?.token ?? `${uidOf(object)}-${stableHash([context.now(), context.id])}`;
    const gone = isOwn ? goneMarks(this.name, isAssigned) : {};
    await this.#mark(object, context, { ...gone, ...pendingMarks(this.name, chosen, token, context.now()) }, true);
    let result: void | { readonly externalName: string };
    try {
      result = await context.perform(this.effects.create, { object, externalName: chosen, desired, token, connection });
    } catch (error) {
      if (!hasCode(error, 'REEVE_NOT_CREATED')) throw error;
      const isOurs = record.name === undefined; // what somebody wrote stays
      await this.#mark(object, context, goneMarks(this.name, isOurs), false);
      throw error;
    }
    const made = chosen === '' ? (result?.externalName ?? '') : chosen;
    if (made === '')
      throw new InvalidInputError(
        'externalName',
        `create of ${this.name} returned no name: return { externalName } with the name that the service has assigned, or choose one by the option externalName`,
      );
    await this.#mark(object, context, ownMarks(this.name, made, context.now()), false);
    context.event({ reason: 'Created', message: `${this.name} ${made} was made` });
    return { ...progressing('Creating'), delayMs: this.#settleMs };
  }

  async #updated(
    object: CachedObject<K>,
    context: ReconcileContext<K>,
    at: {
      readonly name: string;
      readonly connection: Connection;
      readonly desired: Desired;
      readonly observed: Observed;
      readonly changes: readonly string[];
    },
  ): Promise<Settled> {
    const { name, changes, ...call } = at;
    const { connection, desired, observed } = call;
    if (wasSynced(object)) {
      const message = `${this.name} ${name} was changed outside (${changes.join(', ')}), and is changed back`;
      context.event({ type: 'Warning', reason: 'Drifted', message });
      context.log.info(`${this.name} ${name} was changed outside; changing it back`, { changes });
    }
    await context.perform(this.effects.update, { object, externalName: name, connection, desired, observed, changes });
    context.event({ reason: 'Updated', message: `${this.name} ${name} was changed: ${changes.join(', ')}` });
    return { ...this.#good(observed, name), delayMs: this.#settleMs };
  }

  /** Fills in fields of the spec that the service has chosen. */
  async #lateInitialized(
    object: CachedObject<K>,
    context: ReconcileContext<K>,
    observed: Observed | undefined,
    allowed: Allowed,
  ): Promise<void> {
    const { lateInitialize } = this.#options;
    if (!allowed.lateInitialize || lateInitialize === undefined || observed === undefined) return;
    const { spec } = object as { readonly spec?: unknown };
    const missing = missingFrom(spec ?? {}, lateInitialize(observed));
    if (missing === undefined) return;
    const metadata = { uid: uidOf(object), resourceVersion: resourceVersionOf(object) };
    await context.patch(this.#kind, object, mergePatch({ metadata, spec: missing }));
  }

  /** Deletes the thing before its object goes. Nothing means that there is nothing left. */
  async #removed(
    object: CachedObject<K>,
    context: ReconcileContext<K>,
  ): Promise<{ readonly requeueAfterMs: number } | undefined> {
    const allowed = this.#allowedFor(object);
    const { name: recorded, pending } = recordIn(object, this.name);
    if (!allowed.delete || (recorded === undefined && pending === undefined)) return undefined;
    const { name, connection, ...sight } = await this.#seen(object, context);
    const decision = decideRemoval(sight, allowed, this.#deleted.get(context.key) === uidOf(object));
    switch (decision.type) {
      case 'release':
        return undefined;
      case 'delete':
        await context.perform(this.effects.delete, { object, externalName: name, connection });
        this.#deleted.set(context.key, uidOf(object));
        context.event({ reason: 'Deleting', message: `${this.name} ${name} is being deleted` });
        await this.#say(object, context, progressing('Deleting'));
        return { requeueAfterMs: this.#settleMs };
      case 'settle':
        await this.#say(object, context, waiting(`${this.name} may still be made by a request that was interrupted`));
        return { requeueAfterMs: decision.delayMs };
      case 'refuse':
        await this.#say(object, context, this.#refused(decision.reason, name, [], undefined));
        return { requeueAfterMs: this.#pollMs() };
    }
  }

  /** Looks at the thing. One whose name is not known is looked for by its token. */
  async #seen(
    object: CachedObject<K>,
    context: ReconcileContext<K>,
  ): Promise<
    Omit<Sight, 'changes' | 'mayAdopt'> & {
      readonly name: string;
      readonly connection: Connection;
      readonly observed: Observed | undefined;
    }
  > {
    const { externalName, find, connect, createSettlesMs = 30_000 } = this.#options;
    const record = recordIn(object, this.name);
    const connection = (await connect?.(object, context)) as Connection; // undefined where there is no connect
    const { pending } = record;
    let name = record.name ?? externalName?.(object) ?? '';
    if (name === '' && pending !== undefined && find !== undefined)
      name = (await context.perform(this.effects.find, { object, token: pending.token, connection })) ?? '';
    const observed =
      name === '' ? undefined : await context.perform(this.effects.observe, { object, externalName: name, connection });
    return {
      record,
      name,
      connection,
      observed,
      isThere: observed !== undefined,
      isAssigned: externalName === undefined,
      canFind: find !== undefined,
      createSettlesMs,
      nowMs: context.now(),
    };
  }

  #good(observed: Observed | undefined, name: string): Verdicts {
    const { isReady, status } = this.#options;
    const isUsable = observed !== undefined && isReady?.(observed) !== false;
    return {
      synced: { status: 'True', reason: 'ReconcileSuccess', message: '' },
      ready: isUsable
        ? { status: 'True', reason: 'Available', message: '' }
        : { status: 'False', reason: 'Unavailable', message: `${this.name} ${name} is not ready` },
      ...(observed !== undefined && status !== undefined && { status: status(observed, name) }),
    };
  }

  #refused(reason: Refusal, name: string, changes: readonly string[], observed: Observed | undefined): Verdicts {
    const { name: annotation, pending } = annotationsFor(this.name);
    const messages: Readonly<Record<Refusal, string>> = {
      CreateUncertain: `making ${this.name} was begun, and whether it was made cannot be told: look for it at the service, and write its name in the annotation ${annotation}, or remove ${pending} if it is not there`,
      NotOwned: `${this.name} ${name} exists already, and was not made for this object: to take it over, write its name in the annotation ${annotation}`,
      Missing: `${this.name} ${name} is not there, and the management policies do not let it be made`,
      UpdateNotAllowed: `${this.name} ${name} differs (${changes.join(', ')}), and the management policies do not let it be changed`,
    };
    const isOwn = reason === 'UpdateNotAllowed';
    const { ready, status } = this.#good(isOwn ? observed : undefined, name);
    const synced = { status: 'False', reason, message: messages[reason] } as const;
    return { synced, ready, ...(status && { status }) };
  }

  /** Nothing outside is asked or changed. */
  async #paused(object: CachedObject<K>, context: ReconcileContext<K>): Promise<undefined> {
    const message = `the annotation ${pausedAnnotation} is "true"`;
    await this.#say(object, context, { synced: { status: 'False', reason: 'ReconcilePaused', message } });
  }

  /** What fails is said in the condition, and thrown, so that it is tried again with back-off. */
  async #orFailing<T>(object: CachedObject<K>, context: ReconcileContext<K>, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (isConflict(error) || isAbort(error) || context.signal.aborted) throw error;
      const { message, reason } = verdictOf(error);
      const synced: HandlerVerdict = {
        status: 'False',
        reason: reason === 'Waiting' ? reason : 'ReconcileError',
        message,
      };
      await this.#say(object, context, { synced });
      throw error;
    }
  }

  /** Says in the status how the thing fares. */
  async #say(
    object: CachedObject<K>,
    context: ReconcileContext<K>,
    { synced, ready, status }: Partial<Verdicts>,
  ): Promise<CachedObject<K>> {
    const newest = (await context.get(this.#kind, context.key)) ?? object;
    const place = { shape: 'standard', generation: generationOf(newest), nowMs: context.now() } as const;
    let next: object = { ...statusIn(newest), ...status };
    if (synced !== undefined) next = withVerdict(next, synced, { type: 'Synced', ...place });
    if (ready !== undefined) next = withVerdict(next, ready, { type: 'Ready', ...place });
    return await patchStatusTo(this.#kind, newest, next, context);
  }

  /** Writes annotations. Before something is made they are bound to the version that was read, so that of two processes one is refused; afterwards nothing may keep them from being written. */
  async #mark(
    object: CachedObject<K>,
    context: ReconcileContext<K>,
    annotations: Readonly<Record<string, string | null>>,
    isBound: boolean,
  ): Promise<void> {
    const metadata = {
      uid: uidOf(object),
      ...(isBound && { resourceVersion: resourceVersionOf(object) }),
      annotations,
    };
    await context.patch(this.#kind, object, mergePatch({ metadata }));
  }

  #allowedFor(object: CachedObject<K>): Allowed {
    const { policies } = this.#options;
    const given = typeof policies === 'function' ? policies(object) : policies;
    if (given !== undefined) checkPolicies(this.name, given);
    return allowedBy(given, this.#can);
  }

  #mayAdopt(observed: Observed, object: CachedObject<K>): boolean {
    const { adopt = false } = this.#options;
    return typeof adopt === 'function' ? adopt(observed, object) : adopt;
  }

  #differences(desired: Desired, observed: Observed): readonly string[] {
    return this.#options.differences?.(desired, observed) ?? differencesOf(desired, observed);
  }

  /** What a run depends on of the object. */
  #inputOf(object: CachedObject<K>): string {
    const record = recordIn(object, this.name);
    const parts = [uidOf(object), generationOf(object), record, isPaused(object), this.#options.desired(object)];
    return stableHash(parts.map((part) => part ?? null));
  }

  get #settleMs(): number {
    return this.#options.settleMs ?? 1000;
  }

  #pollMs(): number {
    const { pollMs = minuteMs, jitter = 0.1 } = this.#options;
    const chance = this.#host?.random.next() ?? 0.5;
    return Math.max(1, Math.round(pollMs * (1 + jitter * (2 * chance - 1))));
  }

  #effect<Input, Output>(verb: string, call: ServiceCall<Input, Output> | undefined): Effect<Input, Output> {
    if (typeof call === 'object') return call;
    const missing = (): Promise<Output> =>
      Promise.reject(new InvalidInputError(verb, `${this.name} has no function ${verb}`));
    return defineEffect(`${this.name}: ${verb}`, call ?? missing);
  }
}

const isPaused = (object: CachedObject<AnyKind>): boolean => annotationOf(object, pausedAnnotation) === 'true';

/** True where the thing was last seen as this very generation wants it: what differs now was changed outside. */
function wasSynced(object: CachedObject<AnyKind>): boolean {
  const { conditions = [] } = statusIn(object) as { readonly conditions?: readonly Condition[] };
  const synced = findCondition(conditions, 'Synced');
  return synced?.status === 'True' && synced.observedGeneration === generationOf(object);
}

const progressing = (reason: 'Creating' | 'Deleting'): Verdicts => ({
  synced: { status: 'True', reason: 'ReconcileSuccess', message: '' },
  ready: { status: 'False', reason, message: '' },
});

const waiting = (message: string): Verdicts => ({
  synced: { status: 'False', reason: 'Waiting', message },
  ready: { status: 'False', reason: 'Creating', message: '' },
});
