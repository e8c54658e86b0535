/**
 * Pods that were asked for without an answer: they may be there although no watch has told so. Until that is clear they count, so that no others are made in their place.
 * Names are drawn here and not by the server, which is what makes it possible to ask.
 */
import { Pod } from '@reeve/kinds/core/v1';
import { apiFailureIn, isControlledBy, isNotFound, keyOf } from '@reeve/machinery';
import type { HasMetadata } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';
import { createPod } from './pod-control.ts';
import type { ReadPod } from './pod-state.ts';

/** The parts of a run's context that are needed here. */
export type UnconfirmedContext = Pick<ReconcileContext, 'key' | 'create' | 'delete' | 'event' | 'client' | 'signal'>;

/** The unconfirmed pods of a controller's objects. */
export class UnconfirmedPods {
  readonly #byOwner = new Map<string, Set<string>>();

  /** Creates a pod, and remembers it when nobody knows whether that was done. */
  async create(ctx: UnconfirmedContext, pod: Pod): Promise<ReadPod> {
    try {
      return await createPod(ctx, pod);
    } catch (error) {
      if (isUnclear(error)) this.#note(ctx.key, `${ctx.key.split('/')[0] ?? ''}/${pod.metadata.name ?? ''}`);
      throw error;
    }
  }

  /** The pods of this owner that are there, and not among those that were seen. */
  async unseen(ctx: UnconfirmedContext, owner: HasMetadata, seen: readonly ReadPod[]): Promise<readonly ReadPod[]> {
    const waiting = this.#byOwner.get(ctx.key);
    if (waiting === undefined) return [];
    for (const pod of seen) waiting.delete(keyOf(pod));
    const pods = await Promise.all([...waiting].map((key) => this.#look(ctx, owner, key)));
    return pods.filter((pod) => pod !== undefined);
  }

  /** The object is gone, and what it made is not its controller's any more. */
  forget(key: string): void {
    this.#byOwner.delete(key);
  }

  async #look(
    { key: owned, client, signal }: UnconfirmedContext,
    owner: HasMetadata,
    key: string,
  ): Promise<ReadPod | undefined> {
    try {
      const pod = await client.get(Pod, key, { signal });
      if (isControlledBy(pod, owner)) return pod;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    this.#byOwner.get(owned)?.delete(key);
    return undefined;
  }

  #note(owner: string, key: string): void {
    this.#byOwner.set(owner, (this.#byOwner.get(owner) ?? new Set()).add(key));
  }
}

/** True when there was no answer, or one that does not say whether it was done. */
const isUnclear = (error: unknown): boolean => (apiFailureIn(error)?.httpStatus ?? 500) >= 500;
