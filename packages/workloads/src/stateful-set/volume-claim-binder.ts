/**
 * Sees to it that the volume claims of a stateful set's pods are there, and owned as the retention policy says.
 * Upstream: kubernetes pkg/controller/statefulset StatefulPodControl.
 */
import { PersistentVolumeClaim } from '@reeve/kinds/core/v1';
import { deletionStarted, isAlreadyExists, keyOf, nameOf } from '@reeve/machinery';
import type { KindObject } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';
import { messageOf } from '../pod/pod-control.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { podNameAt } from './ordinals.ts';
import type { ReadStatefulSet } from './ordinals.ts';
import { ClaimLeavingError } from './claim-leaving-error.ts';
import { isContested, isStale, volumeClaims, withPolicy } from './volume-claims.ts';

/** The parts of a run's context that are needed here. */
export type ClaimWriter = Pick<ReconcileContext, 'get' | 'create' | 'update' | 'event'>;

/** Binds claims for the pods of one set. */
export class VolumeClaimBinder {
  readonly #set: ReadStatefulSet;
  readonly #ctx: ClaimWriter;

  constructor(set: ReadStatefulSet, ctx: ClaimWriter) {
    this.#set = set;
    this.#ctx = ctx;
  }

  /** True when a claim of this number belongs to a pod that is gone, and will go too. */
  async isStale(ordinal: number): Promise<boolean> {
    const pod = { metadata: { name: podNameAt(this.#set, ordinal) } };
    for (const { claim } of volumeClaims(this.#set, ordinal)) {
      const live = await this.#ctx.get(PersistentVolumeClaim, keyOf(claim));
      if (live !== undefined && isStale(this.#set, live, pod)) return true;
    }
    return false;
  }

  /** Makes the claims that are missing. One that is being deleted has to go first. */
  async create(ordinal: number): Promise<void> {
    for (const { claim } of volumeClaims(this.#set, ordinal)) {
      const live = await this.#ctx.get(PersistentVolumeClaim, keyOf(claim));
      if (live === undefined) await this.#createOne(claim, ordinal);
      else if (deletionStarted(live)) throw new ClaimLeavingError(keyOf(claim));
    }
  }

  /** Sees to the owners of the claims of a pod that is there. */
  async own(pod: ReadPod, ordinal: number): Promise<void> {
    for (const { claim } of volumeClaims(this.#set, ordinal)) {
      const live = await this.#ctx.get(PersistentVolumeClaim, keyOf(claim));
      if (live === undefined) continue;
      const owned = withPolicy(this.#set, live, pod);
      if (owned === live) continue;
      if (isContested(this.#set, live, pod)) this.#warnOfController(nameOf(live) ?? '');
      await this.#ctx.update(PersistentVolumeClaim, owned);
    }
  }

  async #createOne(claim: KindObject<typeof PersistentVolumeClaim>, ordinal: number): Promise<void> {
    const where = `Pod ${podNameAt(this.#set, ordinal)} in StatefulSet ${nameOf(this.#set) ?? ''}`;
    try {
      await this.#ctx.create(PersistentVolumeClaim, claim);
    } catch (error) {
      if (!isAlreadyExists(error)) {
        const message = `Create Claim ${nameOf(claim) ?? ''} for ${where} failed error: ${messageOf(error)}`;
        this.#ctx.event({ type: 'Warning', reason: 'FailedCreate', message });
      }
      throw error;
    }
    this.#ctx.event({
      reason: 'SuccessfulCreate',
      message: `Create Claim ${nameOf(claim) ?? ''} ${where} success`,
    });
  }

  #warnOfController(claim: string): void {
    this.#ctx.event({
      type: 'Warning',
      reason: 'ConflictingController',
      message: `PersistentVolumeClaim ${claim} has a conflicting OwnerReference that acts as a manging controller, the retention policy is ignored for this claim`,
    });
  }
}
