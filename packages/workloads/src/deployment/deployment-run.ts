/**
 * One run for one deployment: scales, rolls out or recreates as the plans say, and writes the status once, at the end.
 * Upstream: kubernetes pkg/controller/deployment syncDeployment.
 */
import { Deployment, ReplicaSet } from '@reeve/kinds/apps/v1';
import { Pod } from '@reeve/kinds/core/v1';
import {
  annotationOf,
  deletionStarted,
  findCondition,
  isRequeueAfter,
  nameOf,
  withAnnotations,
} from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import type { ReconcileContext, ReconcileResult } from '@reeve/runtime';
import { claimObjects } from '../pod/claim-objects.ts';
import { controlledBy } from '../pod/controlled.ts';
import type { LiveOwners } from '../pod/live-owners.ts';
import { isPodTerminal } from '../pod/pod-state.ts';
import { withStatus } from '../pod/with-status.ts';
import { revisionAnnotation } from './deployment-annotations.ts';
import { withCondition } from './deployment-conditions.ts';
import type { ConditionNews, Conditions } from './deployment-conditions.ts';
import { hasDeadline, nextCheckMs, progressing, withPause, withProgress } from './deployment-progress.ts';
import { DeploymentSets } from './deployment-sets.ts';
import { deploymentStatus, isComplete } from './deployment-status.ts';
import type { ReadStatus } from './deployment-status.ts';
import { isRollingUpdate } from './fenceposts.ts';
import type { ReadDeployment } from './fenceposts.ts';
import { isActiveSet } from './revisioned-sets.ts';
import type { ReadSet } from './revisioned-sets.ts';
import { rollingPlan } from './rolling-plan.ts';
import { isScaled, scalePlan } from './scale-plan.ts';
import type { Move } from './scale-plan.ts';

/** What a run works with. */
export interface DeploymentRunOptions {
  readonly host: Host;
  /** Deployments whose set was made. */
  readonly owners: LiveOwners;
}

/** A run. */
export class DeploymentRun {
  readonly #deployment: ReadDeployment;
  readonly #ctx: ReconcileContext<typeof Deployment>;
  readonly #host: Host;
  readonly #owners: LiveOwners;
  readonly #sets: DeploymentSets;
  #conditions: Conditions;

  private constructor(
    deployment: ReadDeployment,
    ctx: ReconcileContext<typeof Deployment>,
    { host, owners }: DeploymentRunOptions,
    claimed: readonly ReadSet[],
  ) {
    this.#deployment = deployment;
    this.#ctx = ctx;
    this.#host = host;
    this.#owners = owners;
    this.#conditions = withPause(deployment, host.clock.now());
    this.#sets = new DeploymentSets(deployment, claimed, { ctx, say: (news) => this.#say(news) });
  }

  static async run(
    deployment: ReadDeployment,
    ctx: ReconcileContext<typeof Deployment>,
    options: DeploymentRunOptions,
  ): Promise<ReconcileResult | undefined> {
    const claim = { ownerKind: Deployment, owner: deployment, kind: ReplicaSet, selector: deployment.spec.selector };
    const run = new DeploymentRun(deployment, ctx, options, await claimObjects(ctx, claim));
    return await run.#reconcile();
  }

  async #reconcile(): Promise<ReconcileResult | undefined> {
    await this.#syncCurrent();
    if (deletionStarted(this.#deployment)) return await this.#finish(this.#status());
    if (this.#deployment.spec.paused === true) {
      await this.#scale();
      await this.#sets.cleanUp();
      return await this.#finish(this.#status());
    }
    if (this.#isScaled()) await this.#scale();
    if (this.#isScaled()) return await this.#finish(this.#status()); // somebody else scaled the sets: that is no rollout
    await (isRollingUpdate(this.#deployment) ? this.#rollOut() : this.#recreate());
    const status = withProgress(this.#deployment, this.#sets, this.#status(), this.#host.clock.now());
    if (isComplete(this.#deployment, status)) await this.#sets.cleanUp();
    return await this.#finish(status);
  }

  async #syncCurrent(): Promise<void> {
    await this.#sets.syncCurrent();
    const { current } = this.#sets;
    if (current === undefined || findCondition(this.#conditions, 'Progressing') !== undefined) return;
    this.#say(progressing('True', 'FoundNewReplicaSet', `Found new replica set "${nameOf(current) ?? ''}"`));
  }

  #isScaled(): boolean {
    return isScaled(this.#deployment, this.#sets);
  }

  async #scale(): Promise<void> {
    await this.#sets.move(scalePlan(this.#deployment, this.#sets));
  }

  /** Moves until there is nothing to do, or something to wait for. Every move brings the end nearer, so this ends. */
  async #rollOut(): Promise<void> {
    await this.#seeToCurrent();
    for (let moves = this.#rollingMoves(); moves.length > 0; moves = this.#rollingMoves()) await this.#sets.move(moves);
  }

  #rollingMoves(): readonly Move[] {
    const { current, old } = this.#sets;
    return current === undefined ? [] : rollingPlan(this.#deployment, current, old);
  }

  /** Old pods go first, and only when the last one is gone new ones come. */
  async #recreate(): Promise<void> {
    const active = this.#sets.old.filter(isActiveSet);
    await this.#sets.move(active.map((set) => ({ set, replicas: 0 })));
    if (active.length > 0 || (await this.#hasOldPods())) return;
    await this.#seeToCurrent();
    const { current } = this.#sets;
    if (current !== undefined) await this.#sets.move([{ set: current, replicas: this.#deployment.spec.replicas ?? 1 }]);
  }

  async #hasOldPods(): Promise<boolean> {
    for (const set of this.#sets.old) {
      if ((set.status?.replicas ?? 0) > 0) return true;
      const pods = await controlledBy(this.#ctx, Pod, set);
      if (pods.some((pod) => !isPodTerminal(pod))) return true;
    }
    return false;
  }

  /** What keeps the set from being made is said before the run fails. */
  async #seeToCurrent(): Promise<void> {
    if (this.#sets.current !== undefined) return;
    try {
      if (!(await this.#owners.mayHavePods(this.#ctx, Deployment, this.#deployment))) return;
      await this.#sets.create();
      this.#owners.note(this.#ctx, this.#deployment);
    } catch (error) {
      if (!isRequeueAfter(error)) await this.#finish(this.#status());
      throw error;
    }
  }

  #status(): ReadStatus {
    const [conditions, { collisionCount }] = [this.#conditions, this.#sets];
    return deploymentStatus(this.#deployment, this.#sets, {
      conditions,
      collisionCount,
      nowMs: this.#host.clock.now(),
    });
  }

  /** Writes the status and, with it, the revision: the status of a deployment takes annotations along. */
  async #finish(status: ReadStatus): Promise<ReconcileResult | undefined> {
    const deployment = this.#deployment;
    const revision = this.#sets.current && annotationOf(this.#sets.current, revisionAnnotation);
    const annotated =
      revision === undefined ? deployment : withAnnotations(deployment, { [revisionAnnotation]: revision });
    await this.#ctx.updateStatus(Deployment, withStatus(annotated, status));
    const isIdle = deletionStarted(deployment) || deployment.spec.paused === true;
    const waitMs = isIdle ? undefined : nextCheckMs(deployment, status, this.#host.clock.now());
    return waitMs === undefined ? undefined : { requeueAfterMs: waitMs };
  }

  #say(news: ConditionNews): void {
    if (!hasDeadline(this.#deployment)) return;
    this.#conditions = withCondition(this.#conditions, news, this.#host.clock.now());
  }
}
