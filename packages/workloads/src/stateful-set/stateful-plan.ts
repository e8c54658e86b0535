/**
 * What a stateful set does next. In order, pods come one after the other, each when all before it serve, and go in the opposite order; in parallel, all at once. Pods of an old
 * revision are replaced from the last to the first, never more than one at a time. Nothing is written here.
 * Upstream: kubernetes pkg/controller/statefulset updateStatefulSet.
 */
import { deletionStarted } from '@reeve/machinery';
import { isPodAvailable, isPodRunningAndReady, isPodTerminal, phaseOf } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { endOrdinal, firstOrdinal, isWanted, ordinalOf } from './ordinals.ts';
import type { ReadStatefulSet } from './ordinals.ts';
import { revisionOf } from './stateful-pod.ts';

/** Something to do. */
export type StatefulAction =
  | { readonly type: 'create'; readonly ordinal: number; readonly revision: 'current' | 'update' }
  | { readonly type: 'delete'; readonly pod: ReadPod }
  /** See to it that the pod has its labels, and that its claims are there and owned as they should be. */
  | { readonly type: 'mend'; readonly pod: ReadPod; readonly ordinal: number };

/** What to do now, in this order. What is left follows when the world has moved. */
export function statefulPlan(
  set: ReadStatefulSet,
  pods: readonly ReadPod[],
  updateRevision: string,
  nowMs: number,
): readonly StatefulAction[] {
  return new StatefulPlan(set, pods, updateRevision, nowMs).actions;
}

/** True when pods come and go one at a time. */
export const isOrdered = ({ spec }: ReadStatefulSet): boolean => spec.podManagementPolicy !== 'Parallel';

/** How many pods are made at once at most; the others follow when these are there. */
const mostCreated = 500;

class StatefulPlan {
  readonly actions: StatefulAction[] = [];
  readonly #set: ReadStatefulSet;
  readonly #updateRevision: string;
  readonly #nowMs: number;
  readonly #byOrdinal: ReadonlyMap<number, ReadPod>;
  /** Those that are too many, the last first. */
  readonly #condemned: readonly ReadPod[];
  #created = 0;

  constructor(set: ReadStatefulSet, pods: readonly ReadPod[], updateRevision: string, nowMs: number) {
    this.#set = set;
    this.#updateRevision = updateRevision;
    this.#nowMs = nowMs;
    const numbered = pods.flatMap((pod) => {
      const ordinal = ordinalOf(set, pod);
      return ordinal === undefined ? [] : [[ordinal, pod] as const];
    });
    this.#byOrdinal = new Map(numbered.filter(([ordinal]) => isWanted(set, ordinal)));
    const others = numbered.filter(([ordinal]) => !isWanted(set, ordinal));
    this.#condemned = others.toSorted(([one], [other]) => other - one).map(([, pod]) => pod);
    if (!deletionStarted(set) && this.#fill() && this.#shrink()) this.#update();
  }

  /** Pods for all numbers. False when something must happen first. */
  #fill(): boolean {
    const mustWait = isOrdered(this.#set);
    for (let ordinal = firstOrdinal(this.#set); ordinal < endOrdinal(this.#set); ordinal += 1) {
      if (this.#created >= mostCreated) break;
      if (!this.#fillOne(ordinal) && mustWait) return false;
    }
    return true;
  }

  #fillOne(ordinal: number): boolean {
    const pod = this.#byOrdinal.get(ordinal);
    if (pod === undefined) return this.#create(ordinal);
    if (isPodTerminal(pod)) return deletionStarted(pod) ? false : this.#blocked({ type: 'delete', pod });
    const isHealthy = isPodRunningAndReady(pod) && !this.#isUnavailable(pod);
    if (phaseOf(pod) === 'Pending' || isHealthy || !isOrdered(this.#set)) {
      this.actions.push({ type: 'mend', pod, ordinal });
    }
    return isHealthy;
  }

  #create(ordinal: number): false {
    this.#created += 1;
    return this.#blocked({ type: 'create', ordinal, revision: this.#revisionAt(ordinal) });
  }

  /** Fewer pods. False when something must happen first. */
  #shrink(): boolean {
    const unhealthy = this.#firstUnavailable();
    for (const pod of this.#condemned) {
      this.actions.push({ type: 'mend', pod, ordinal: ordinalOf(this.#set, pod) ?? -1 });
    }
    return this.#condemned.every((pod) => this.#removeOne(pod, unhealthy) || !isOrdered(this.#set));
  }

  #removeOne(pod: ReadPod, unhealthy: ReadPod | undefined): boolean {
    if (deletionStarted(pod)) return false;
    const isServing = isPodRunningAndReady(pod) && !this.#isUnavailable(pod);
    if (isOrdered(this.#set) && !isServing && pod !== unhealthy) return false;
    return this.#blocked({ type: 'delete', pod });
  }

  /** The last pod that is not of the update revision, unless one that is later does not serve yet. */
  #update(): void {
    const { type, rollingUpdate } = this.#set.spec.updateStrategy ?? {};
    if (type === 'OnDelete') return;
    const first = firstOrdinal(this.#set) + (rollingUpdate?.partition ?? 0);
    for (let ordinal = endOrdinal(this.#set) - 1; ordinal >= first; ordinal -= 1) {
      const pod = this.#byOrdinal.get(ordinal);
      if (pod === undefined) return;
      if (revisionOf(pod) !== this.#updateRevision && !deletionStarted(pod)) {
        return void this.#blocked({ type: 'delete', pod });
      }
      if (this.#isUnavailable(pod)) return;
    }
  }

  #revisionAt(ordinal: number): 'current' | 'update' {
    const { type, rollingUpdate } = this.#set.spec.updateStrategy ?? {};
    const atCurrent = type === 'OnDelete' ? 0 : (this.#set.status?.currentReplicas ?? 0);
    const kept = rollingUpdate === undefined ? atCurrent : (rollingUpdate.partition ?? 0);
    return ordinal < firstOrdinal(this.#set) + kept ? 'current' : 'update';
  }

  #firstUnavailable(): ReadPod | undefined {
    const wanted = [...this.#byOrdinal].toSorted(([one], [other]) => one - other).map(([, pod]) => pod);
    return [...wanted, ...this.#condemned.toReversed()].find((pod) => this.#isUnavailable(pod));
  }

  #isUnavailable(pod: ReadPod): boolean {
    return deletionStarted(pod) || !isPodAvailable(pod, this.#set.spec.minReadySeconds ?? 0, this.#nowMs);
  }

  /** After it, an ordered set waits. */
  #blocked(action: StatefulAction): false {
    this.actions.push(action);
    return false;
  }
}
