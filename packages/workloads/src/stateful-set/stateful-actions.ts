/**
 * Does what the plan of a stateful set says, and tells about it: one thing after the other in an ordered set, many at a time in a parallel one.
 * Upstream: kubernetes pkg/controller/statefulset StatefulPodControl.
 */
import type { StatefulSet } from '@reeve/kinds/apps/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { isAlreadyExists, nameOf } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';
import { messageOf } from '../pod/pod-control.ts';
import { phaseOf } from '../pod/pod-state.ts';
import { slowStart } from '../pod/slow-start.ts';
import { templateIn } from '../revision/revision-data.ts';
import type { ReadRevision } from '../revision/revision-data.ts';
import { podNameAt } from './ordinals.ts';
import type { ReadStatefulSet } from './ordinals.ts';
import { identified, statefulPod } from './stateful-pod.ts';
import { isOrdered } from './stateful-plan.ts';
import type { StatefulAction } from './stateful-plan.ts';
import { VolumeClaimBinder } from './volume-claim-binder.ts';

/** The revisions that pods are made of. */
export interface StatefulTemplates {
  readonly current: ReadRevision;
  readonly update: ReadRevision;
}

/** The actions for one set. */
export class StatefulActions {
  readonly #set: ReadStatefulSet;
  readonly #ctx: ReconcileContext<typeof StatefulSet>;
  readonly #revisions: StatefulTemplates;
  readonly #claims: VolumeClaimBinder;

  constructor(set: ReadStatefulSet, ctx: ReconcileContext<typeof StatefulSet>, revisions: StatefulTemplates) {
    this.#set = set;
    this.#ctx = ctx;
    this.#revisions = revisions;
    this.#claims = new VolumeClaimBinder(set, ctx);
  }

  /** Does all of it, and gives back the first thing that went wrong. What comes after that is left. */
  async perform(plan: readonly StatefulAction[]): Promise<{ readonly error: unknown } | undefined> {
    if (!isOrdered(this.#set)) return (await slowStart(plan, (action) => this.#do(action))).failure;
    try {
      for (const action of plan) await this.#do(action);
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  async #do(action: StatefulAction): Promise<void> {
    if (action.type === 'create') return await this.#create(action);
    if (action.type === 'mend') return await this.#mend(action);
    return await this.#told('Delete', nameOf(action.pod) ?? '', () => this.#ctx.delete(Pod, action.pod));
  }

  async #create({ ordinal, revision: which }: Extract<StatefulAction, { type: 'create' }>): Promise<void> {
    if (await this.#claims.isStale(ordinal)) return;
    const revision = this.#revisions[which];
    const template = templateIn(revision) ?? this.#set.spec.template;
    const pod = statefulPod(this.#set, { ordinal, template, revision: nameOf(revision) ?? '' });
    await this.#told('Create', nameOf(pod) ?? '', async () => {
      await this.#claims.create(ordinal);
      await this.#claims.own(await this.#ctx.create(Pod, pod), ordinal);
    });
  }

  async #mend({ pod, ordinal }: Extract<StatefulAction, { type: 'mend' }>): Promise<void> {
    if (phaseOf(pod) === 'Pending') await this.#claims.create(ordinal);
    await this.#claims.own(pod, ordinal);
    const next = identified(this.#set, pod, ordinal);
    if (next === pod) return;
    await this.#told('Update', podNameAt(this.#set, ordinal), () => this.#ctx.update(Pod, next));
  }

  async #told(verb: 'Create' | 'Update' | 'Delete', pod: string, doing: () => Promise<unknown>): Promise<void> {
    const what = `${verb} Pod ${pod} in StatefulSet ${nameOf(this.#set) ?? ''}`;
    try {
      await doing();
    } catch (error) {
      const message = `${what} failed error: ${messageOf(error)}`;
      if (!isAlreadyExists(error)) this.#ctx.event({ type: 'Warning', reason: `Failed${verb}`, message });
      throw error;
    }
    this.#ctx.event({ reason: `Successful${verb}`, message: `${what} successful` });
  }
}
