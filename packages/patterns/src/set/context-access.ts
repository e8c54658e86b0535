/**
 * A set in a controller's run: reads come from the cache, found by index, and writes go the one way of the run. Kinds that the controller does not hold are asked for from the server.
 */
import { mergePatch } from '@reeve/client';
import type { Client } from '@reeve/client';
import { deepEqual, isNotFound, resourceVersionOf, sameKind, semanticDerivative, uidOf } from '@reeve/machinery';
import type { AnyKind, KubeObject } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';
import { ClientAccess } from './client-access.ts';
import type { LiveObject, SetAccess } from './set-access.ts';
import { partOfLabel } from './set-labels.ts';

/** What a set uses of a run. */
export type RunContext = Pick<ReconcileContext, 'apply' | 'client' | 'delete' | 'get' | 'list' | 'patch' | 'signal'>;

/** What was desired when an object of the cache was last found to be as it should be. An object that changes is another one, and the old one is forgotten with it. */
export type SetMemory = WeakMap<LiveObject, KubeObject>;

/** The field of the index by which members are found. */
export const memberIndex = `metadata.labels.${partOfLabel}`;

/** Reads and writes of a run. */
export class ContextAccess implements SetAccess {
  readonly client: Client;
  readonly fieldManager: string;
  readonly signal: AbortSignal;
  readonly #context: RunContext;
  readonly #held: readonly AnyKind[];
  readonly #memory: SetMemory;
  readonly #live: ClientAccess;

  /** `held` are the kinds that the controller watches with the index `memberIndex`. */
  constructor(context: RunContext, held: readonly AnyKind[], fieldManager: string, memory: SetMemory) {
    this.#memory = memory;
    this.client = context.client;
    this.fieldManager = fieldManager;
    this.signal = context.signal;
    this.#context = context;
    this.#held = held;
    this.#live = new ClientAccess(context.client, { fieldManager, force: true, signal: context.signal });
  }

  members(kind: AnyKind, identity: string, namespaces: readonly string[] | undefined): Promise<readonly LiveObject[]> {
    if (!this.#isHeld(kind)) return this.#live.members(kind, identity, namespaces);
    return this.#context.list(kind, { fields: { [memberIndex]: identity } });
  }

  get(kind: AnyKind, key: string): Promise<LiveObject | undefined> {
    return this.#isHeld(kind) ? this.#context.get(kind, key) : this.#live.get(kind, key);
  }

  isApplied(desired: KubeObject, live: LiveObject): boolean {
    return semanticDerivative(desired, live);
  }

  isKnown(desired: KubeObject, live: LiveObject): boolean {
    const known = this.#memory.get(live);
    return known !== undefined && deepEqual(known, desired);
  }

  async apply(_kind: AnyKind, desired: KubeObject): Promise<LiveObject> {
    const object = await this.#context.apply(desired);
    this.#memory.set(object, desired);
    return object;
  }

  async remove(kind: AnyKind, live: LiveObject): Promise<void> {
    const preconditions = { uid: uidOf(live), resourceVersion: resourceVersionOf(live) };
    await this.#context.delete(kind, live, { preconditions, propagation: 'Background' });
  }

  async mark(kind: AnyKind, object: LiveObject, metadata: object): Promise<void> {
    try {
      await this.#context.patch(kind, object, mergePatch({ metadata }));
    } catch (error) {
      if (!isNotFound(error)) throw error; // the owner went meanwhile, and its record with it
    }
  }

  #isHeld(kind: AnyKind): boolean {
    return this.#held.some((one) => sameKind(one, kind));
  }
}
