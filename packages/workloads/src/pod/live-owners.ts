/**
 * Knows for which owners pods were made already. When some are missing later on, whoever took them away may have done so because the owner is gone and the watch has not
 * told: then the server is asked before others are made, or they would be made and collected in turns until the watch does.
 */
import { deletionStarted, generationOf, isNotFound, uidOf } from '@reeve/machinery';
import type { AnyKind, HasMetadata, KubeObject } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';

/** The parts of a run's context that are needed here. */
export type OwnerContext = Pick<ReconcileContext, 'key' | 'client' | 'signal'>;

/** The owners of a controller that have had their pods. */
export class LiveOwners {
  readonly #served = new Map<string, string>();

  /** The owner has all pods that it wants. One that comes to want others is another one. */
  note({ key }: OwnerContext, owner: HasMetadata): void {
    this.#served.set(key, identityOf(owner));
  }

  forget(key: string): void {
    this.#served.delete(key);
  }

  /** True when pods may be made: of an owner that has had them, when the server still has it. */
  async mayHavePods({ key, client, signal }: OwnerContext, kind: AnyKind, owner: HasMetadata): Promise<boolean> {
    if (this.#served.get(key) !== identityOf(owner)) return true;
    try {
      const live: KubeObject = await client.get<AnyKind>(kind, key, { signal });
      return uidOf(live) === uidOf(owner) && !deletionStarted(live);
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }
}

const identityOf = (owner: HasMetadata): string => `${uidOf(owner) ?? ''} ${generationOf(owner) ?? 0}`;
