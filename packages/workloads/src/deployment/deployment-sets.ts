/**
 * The replica sets of a deployment, and everything that is written to them: the set of the template is made or brought up to date, sets are scaled, old ones are deleted.
 * They are always as they are after what was written so far.
 * Upstream: kubernetes pkg/controller/deployment getNewReplicaSet, scaleReplicaSet, cleanupDeployment.
 */
import { ReplicaSet } from '@reeve/kinds/apps/v1';
import type { Deployment } from '@reeve/kinds/apps/v1';
import {
  controllerOf,
  deletionStarted,
  edit,
  isAlreadyExists,
  isControlledBy,
  keyOf,
  nameOf,
  RequeueAfter,
  uidOf,
  withAnnotations,
} from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';
import { isNamespaceTerminating, messageOf } from '../pod/pod-control.ts';
import { currentSetAnnotations, sizeAnnotations } from './deployment-annotations.ts';
import type { ConditionNews } from './deployment-conditions.ts';
import { progressing } from './deployment-progress.ts';
import { fencepostsOf } from './fenceposts.ts';
import type { ReadDeployment } from './fenceposts.ts';
import { setsToDelete } from './history-plan.ts';
import { newReplicaSet } from './new-replica-set.ts';
import { isSameTemplate, revisionedSets, revisionOf, sizeOf } from './revisioned-sets.ts';
import type { ReadSet, RevisionedSets } from './revisioned-sets.ts';
import { freshSize } from './rolling-plan.ts';
import type { Move } from './scale-plan.ts';

/** How long to wait for the watch to tell that a set is an orphan. */
const adoptionMs = 50;

/** The parts of a run's context that are needed here. */
export type SetWriter = Pick<
  ReconcileContext<typeof Deployment>,
  'create' | 'update' | 'delete' | 'event' | 'client' | 'signal'
>;

/** The sets of one deployment. */
export class DeploymentSets implements RevisionedSets {
  /** How many hashes of the template were taken. */
  collisionCount: number | undefined;
  readonly #deployment: ReadDeployment;
  readonly #ctx: SetWriter;
  readonly #say: (news: ConditionNews) => void;
  #sets: RevisionedSets;

  constructor(
    deployment: ReadDeployment,
    sets: readonly ReadSet[],
    { ctx, say }: { readonly ctx: SetWriter; readonly say: (news: ConditionNews) => void },
  ) {
    this.#deployment = deployment;
    this.#sets = revisionedSets(deployment, sets);
    this.#ctx = ctx;
    this.#say = say;
    this.collisionCount = deployment.status?.collisionCount;
  }

  get current(): ReadSet | undefined {
    return this.#sets.current;
  }

  get old(): readonly ReadSet[] {
    return this.#sets.old;
  }

  /** Brings the revision and the annotations of the set that has the template up to date. */
  async syncCurrent(): Promise<void> {
    if (this.current === undefined) return;
    const { minReadySeconds = 0 } = this.#deployment.spec;
    const annotations = currentSetAnnotations(this.#deployment, this.current, this.#nextRevision());
    const next = edit(withAnnotations(this.current, annotations), (draft) => {
      if ((draft.spec.minReadySeconds ?? 0) !== minReadySeconds) draft.spec.minReadySeconds = minReadySeconds;
    });
    if (next !== this.current) this.#replace(await this.#ctx.update(ReplicaSet, next));
  }

  /** Makes the set of the template, as large as it may be. There is none when the namespace is going away. */
  async create(): Promise<void> {
    const input = { revision: this.#nextRevision(), replicas: freshSize(this.#deployment, this.old) };
    for (;;) {
      const set = newReplicaSet(this.#deployment, { ...input, collisionCount: this.collisionCount });
      const made = await this.#tryCreate(set);
      if (made === 'namespace terminating') return;
      if (made !== 'hash collision') return this.#replace(made);
      this.collisionCount = (this.collisionCount ?? 0) + 1;
    }
  }

  /** Scales sets one after the other, and tells about those that change their size. */
  async move(moves: readonly Move[]): Promise<void> {
    for (const { set, replicas } of moves) {
      const latest = this.#all().find((one) => uidOf(one) === uidOf(set)) ?? set;
      const annotated = withAnnotations(latest, sizeAnnotations(fencepostsOf(this.#deployment)));
      const next = edit(annotated, (draft) => {
        draft.spec.replicas = replicas;
      });
      if (next === latest) continue;
      this.#replace(await this.#ctx.update(ReplicaSet, next));
      this.#tellScaled(nameOf(set) ?? '', sizeOf(latest), replicas);
    }
  }

  /** Deletes old sets that are more than the history allows. */
  async cleanUp(): Promise<void> {
    for (const set of setsToDelete(this.#deployment, this.old)) await this.#ctx.delete(ReplicaSet, set);
  }

  async #tryCreate(set: ReplicaSet): Promise<ReadSet | 'hash collision' | 'namespace terminating'> {
    const name = nameOf(set) ?? '';
    try {
      const made = await this.#ctx.create(ReplicaSet, set);
      this.#tellScaled(name, 0, sizeOf(made));
      this.#say(progressing('True', 'NewReplicaSetCreated', `Created new replica set "${name}"`));
      return made;
    } catch (error) {
      if (isNamespaceTerminating(error)) return 'namespace terminating';
      if (isAlreadyExists(error)) return (await this.#existing(set)) ?? 'hash collision';
      const message = `Failed to create new replica set "${name}": ${messageOf(error)}`;
      this.#ctx.event({ type: 'Warning', reason: 'ReplicaSetCreateError', message });
      this.#say(progressing('False', 'ReplicaSetCreateError', message));
      throw error;
    }
  }

  /** The set of this name, if it is ours and has our template. One that nobody controls any more is adopted as soon as the watch has told that. */
  async #existing(set: ReplicaSet): Promise<ReadSet | undefined> {
    const { client, signal } = this.#ctx;
    const live = await client.get(ReplicaSet, keyOf(set), { signal });
    if (!isSameTemplate(live.spec.template ?? {}, this.#deployment.spec.template)) return undefined;
    if (controllerOf(live) === undefined && !deletionStarted(live)) throw new RequeueAfter(adoptionMs);
    if (!isControlledBy(live, this.#deployment)) return undefined;
    return await this.#ctx.update(ReplicaSet, live); // as it is: what is written is known to the next run, also when the watch is late
  }

  #tellScaled(name: string, from: number, to: number): void {
    if (from === to) return;
    const message = `Scaled ${from < to ? 'up' : 'down'} replica set ${name} from ${from} to ${to}`;
    this.#ctx.event({ reason: 'ScalingReplicaSet', message });
  }

  /** One more than the newest of the others. */
  #nextRevision(): number {
    return Math.max(0, ...this.old.map((set) => revisionOf(set) ?? 0)) + 1;
  }

  #all(): readonly ReadSet[] {
    return this.current === undefined ? this.old : [...this.old, this.current];
  }

  #replace(set: ReadSet): void {
    const others = this.#all().filter((one) => uidOf(one) !== uidOf(set));
    this.#sets = revisionedSets(this.#deployment, [...others, set]);
  }
}
