/**
 * What must be done before an object may go, by the names that hold it. While the object lives the names are put on it; when it is being deleted each function runs, and its name
 * goes when it succeeds. One that fails keeps its name and stops none of the others.
 * Upstream: controller-runtime pkg/finalizer.
 */
import {
  InvalidInputError,
  deletionStarted,
  finalizerNameProblems,
  hasFinalizer,
  withFinalizer,
  withoutFinalizer,
} from '@reeve/machinery';
import type { AnyKind, CachedObject } from '@reeve/machinery';
import type { Permission } from '../permission/permission.ts';
import { PartialFailureError } from '../failure/partial-failure-error.ts';
import type { PartFailure } from '../failure/partial-failure-error.ts';
import type { ReconcileContext } from '../reconcile/reconcile-context.ts';

/** Cleans up after an object that is being deleted. It may run again, so what is done already must do no harm. */
export type Finalize<K extends AnyKind> = (
  object: CachedObject<K>,
  context: ReconcileContext<K>,
) => void | Promise<void>;

/** What finalizers made of an object. Nothing has been written yet. */
export interface Finalized<K extends AnyKind> {
  readonly object: CachedObject<K>;
  /** True when names came or went, and the object is to be written, whatever failed besides. */
  readonly isUpdated: boolean;
  /** What failed; absent when nothing did. */
  readonly error?: PartialFailureError;
}

/** The kinds that have finalizers in this process. Controllers for them may update their objects. */
const finalized = new WeakSet<AnyKind>();

/** What finalizers of a kind do, as permissions; none where the kind has no finalizers. */
export const finalizerPermissions = (kind: AnyKind): readonly Permission[] =>
  finalized.has(kind) ? [{ kind, verbs: ['update'] }] : [];

/** The finalizers of a kind, in the order of their registration. A controller for the kind has the permission to update its objects without saying so. */
export class Finalizers<K extends AnyKind> {
  readonly #kind: K;
  readonly #known = new Map<string, Finalize<K>>();

  constructor(kind: K) {
    this.#kind = kind;
    finalized.add(kind);
  }

  /** Registers a function under the name that holds the object. A name is registered once. */
  register(name: string, finalize: Finalize<K>): this {
    const [problem] = finalizerNameProblems(name);
    if (problem !== undefined) {
      throw new InvalidInputError(
        name,
        `${name} cannot be a finalizer: ${problem}; write one like example.com/cleanup`,
      );
    }
    if (this.#known.has(name)) {
      throw new InvalidInputError(name, `the finalizer ${name} is registered already: give one of them another name`);
    }
    this.#known.set(name, finalize);
    return this;
  }

  /** The object with what is missing, or without what is done. It writes nothing. */
  async finalize(object: CachedObject<K>, context: ReconcileContext<K>): Promise<Finalized<K>> {
    if (deletionStarted(object)) return await this.#cleanUp(object, context);
    const held = [...this.#known.keys()].reduce((next, name) => withFinalizer(next, name), object);
    return { object: held, isUpdated: held !== object };
  }

  /** The same, and writes what changed; what failed is thrown afterwards, so that nothing achieved is lost. */
  async reconcile(object: CachedObject<K>, context: ReconcileContext<K>): Promise<CachedObject<K>> {
    const { object: next, isUpdated, error } = await this.finalize(object, context);
    const written = isUpdated ? await context.update(this.#kind, next) : next;
    if (error !== undefined) throw error;
    return written;
  }

  async #cleanUp(object: CachedObject<K>, context: ReconcileContext<K>): Promise<Finalized<K>> {
    const failures: PartFailure[] = [];
    let next = object;
    for (const [name, finalize] of this.#known) {
      if (!hasFinalizer(object, name)) continue;
      try {
        await finalize(object, context);
        next = withoutFinalizer(next, name);
      } catch (error) {
        failures.push({ name, error });
      }
    }
    const error = failures.length === 0 ? undefined : new PartialFailureError('finalizing', failures);
    return { object: next, isUpdated: next !== object, ...(error && { error }) };
  }
}
