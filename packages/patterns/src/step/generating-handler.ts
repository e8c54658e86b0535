/**
 * A step that makes objects of an object: what it returns is applied as one set that belongs to the object, and what it no longer returns is deleted. Members that drift are applied again.
 * Upstream: rancher/wrangler's generating handlers.
 */
import { InvalidInputError, generationOf, parseKey, stableHash, uidOf } from '@reeve/machinery';
import type { AnyKind, CachedObject, DeepReadonly, KindObject, KubeObject, ObjectKey } from '@reeve/machinery';
import type { ReconcileContext, ReconcileResult, Step, StepNeeds } from '@reeve/runtime';
import type { ApplyReport } from '../set/apply-report.ts';
import type { ObjectSet } from '../set/object-set.ts';
import type { ObjectSetOptions } from '../set/set-options.ts';
import { finalizer } from './finalizer.ts';
import type { FinalizerName } from './finalizer.ts';
import { succeeded, waitingFor } from './handler-condition.ts';
import { OwnedSets } from './owned-sets.ts';
import { checkStatusKind, withStatus } from './status-handler.ts';
import type { ConditionOptions, HandlerOutcome, StatusOf } from './status-handler.ts';

/** What is made of an object. To have nothing, return an empty list: it deletes what there was. */
export interface Generated<K extends AnyKind, Produced extends AnyKind> {
  readonly objects: readonly KindObject<Produced>[];
  /** The next status; it stays as it is unless given. */
  readonly status?: DeepReadonly<StatusOf<K>>;
}

/** What a generating handler does. Options of sets that are not here are its own. */
export interface GeneratingHandlerOptions<K extends AnyKind, Produced extends AnyKind>
  extends
    ConditionOptions,
    Pick<
      ObjectSetOptions,
      | 'scope'
      | 'adopt'
      | 'prune'
      | 'guardsEmptying'
      | 'waveOf'
      | 'rules'
      | 'inject'
      | 'rateLimit'
      | 'stopsOnError'
      | 'retryAfterMs'
    > {
  /** The name of the step, and of its sets, together with the controller's: two controllers of different names never share a set. */
  readonly name: string;
  /** The kinds of the objects. They are watched, and objects of theirs that are no longer returned are deleted. */
  readonly produces: readonly Produced[];
  /**
   * What deletes the objects of an owner that goes while nobody looks. `auto`: owner references where these are legal for all of them, else a finalizer. `none` is for objects that stay.
   */
  readonly cleanup?: 'auto' | 'ownerReferences' | 'finalizer' | 'none';
  /** The finalizer, where there is one; `sets.reeve.dev/NAME` unless given. */
  readonly finalizer?: FinalizerName;
  /**
   * Leaves out generating where the input is the same as when it last succeeded, and no member has changed: `generation`, or a function from the object to its input. Always generates unless
   * given.
   */
  readonly unchanged?: 'generation' | ((object: CachedObject<K>) => unknown);
  readonly generate: (
    object: CachedObject<K>,
    context: ReconcileContext<K>,
  ) => Generated<K, Produced> | Promise<Generated<K, Produced>>;
}

/** A step that makes objects. */
export function generatingHandler<const K extends AnyKind, const Produced extends AnyKind>(
  kind: K,
  options: GeneratingHandlerOptions<K, Produced>,
): Step<K> {
  const handler = new GeneratingHandler(kind, options); // returned objects are checked against `produces`
  const cleanup = handler.finalizer;
  return {
    name: options.name,
    needs: handler.needs,
    async live(object, context) {
      await cleanup?.live?.(object, context);
      const newest = cleanup === undefined ? object : await context.get(kind, context.key);
      if (newest !== undefined) return await handler.live(newest, context);
    },
    ...(cleanup?.deleting && { deleting: (object, context) => cleanup.deleting?.(object, context) }),
    gone: (key, context) => handler.gone(key, context as ReconcileContext<K>), // which writes no status
  };
}

class GeneratingHandler<K extends AnyKind> {
  readonly finalizer: Step<K> | undefined;
  readonly #kind: K;
  readonly #options: GeneratingHandlerOptions<K, AnyKind>;
  /** The input of the last run that succeeded, by key. */
  readonly #inputs = new Map<ObjectKey, string>();
  readonly #memberSources: ReadonlySet<string>;
  readonly #sets: OwnedSets<K>;

  constructor(kind: K, options: GeneratingHandlerOptions<K, AnyKind>) {
    const { name, produces, condition, cleanup = 'auto', scope = 'namespace', finalizer: held } = options;
    if (produces.length === 0)
      throw new InvalidInputError(
        'produces',
        `the handler ${name} produces no kinds: list the kinds of the objects that it returns`,
      );
    if (condition !== undefined) checkStatusKind(kind, name);
    this.#kind = kind;
    this.#options = options;
    this.#sets = new OwnedSets(`the handler ${name}`, kind, produces);
    this.#memberSources = new Set(produces.map((produced) => `watched ${produced.kind}`));
    const reachesFurther = kind.scope === 'Namespaced' && scope !== 'namespace';
    if (cleanup === 'finalizer' || (cleanup === 'auto' && reachesFurther))
      this.finalizer = finalizer(kind, {
        name: held ?? `sets.reeve.dev/${name}`,
        cleanup: (object, context) => this.#removed(object, context),
      });
  }

  get needs(): StepNeeds {
    return this.#sets.needs;
  }

  live(object: CachedObject<K>, context: ReconcileContext<K>): Promise<ReconcileResult | void> {
    const input = this.#inputOf(object);
    if (input !== undefined && this.#inputs.get(context.key) === input && !this.#isAboutMembers(context))
      return Promise.resolve();
    return withStatus(
      this.#kind,
      this.#options,
      object,
      context,
      async () => await this.#generated(object, context, input),
    );
  }

  async gone(key: ObjectKey, context: ReconcileContext<K>): Promise<ReconcileResult | void> {
    this.#inputs.delete(key);
    if (this.finalizer !== undefined || this.#options.cleanup === 'none') return;
    const { apiVersion, kind } = this.#kind;
    return await this.#removed({ apiVersion, kind, metadata: parseKey(key) }, context);
  }

  async #generated(
    object: CachedObject<K>,
    context: ReconcileContext<K>,
    input: string | undefined,
  ): Promise<HandlerOutcome> {
    const { objects, status } = await this.#options.generate(object, context);
    if (!Array.isArray(objects))
      throw new InvalidInputError(
        'objects',
        `the handler ${this.#options.name} returned no list of objects: return { objects: [] } to have none`,
      );
    const report = await this.#setOf(object, context).apply(objects, { signal: context.signal });
    if (report.state === 'done' && input !== undefined) this.#inputs.set(context.key, input);
    else this.#inputs.delete(context.key);
    return { ...(status !== undefined && { status: status as object }), ...outcomeOf(report) };
  }

  /** Deletes all that was made of an object. */
  async #removed(
    owner: DeepReadonly<KubeObject>,
    context: ReconcileContext<K>,
  ): Promise<{ readonly requeueAfterMs: number } | void> {
    this.#inputs.delete(context.key);
    const { retryAfterMs } = await this.#setOf(owner, context).remove({ signal: context.signal });
    if (retryAfterMs !== undefined) return { requeueAfterMs: retryAfterMs };
  }

  #setOf(owner: DeepReadonly<KubeObject>, context: ReconcileContext<K>): ObjectSet {
    const {
      name,
      cleanup,
      scope,
      adopt,
      prune,
      guardsEmptying,
      waveOf,
      rules,
      inject,
      rateLimit,
      stopsOnError,
      retryAfterMs,
    } = this.#options;
    return this.#sets.setOf(name, owner, context, {
      scope,
      ownerReferences: cleanup === undefined || cleanup === 'auto' || cleanup === 'ownerReferences',
      adopt,
      prune,
      guardsEmptying,
      waveOf,
      rules,
      inject,
      rateLimit,
      stopsOnError,
      retryAfterMs,
    });
  }

  #inputOf(object: CachedObject<K>): string | undefined {
    const { unchanged } = this.#options;
    if (unchanged === undefined) return undefined;
    return stableHash([uidOf(object), unchanged === 'generation' ? generationOf(object) : unchanged(object)]);
  }

  #isAboutMembers({ causes, attempt }: ReconcileContext<K>): boolean {
    return attempt > 1 || causes.some(({ source }) => this.#memberSources.has(source));
  }
}

/** What a report means for the condition, and for when to come back. */
function outcomeOf({ state, waitingFor: reasons, retryAfterMs }: ApplyReport): HandlerOutcome {
  const result = retryAfterMs === undefined ? {} : { result: { requeueAfterMs: retryAfterMs } };
  if (state === 'limited') return result;
  return { ...result, verdict: state === 'done' ? succeeded : waitingFor(reasons.join('; ')) };
}
