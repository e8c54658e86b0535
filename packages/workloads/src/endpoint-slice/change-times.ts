/**
 * When what stands behind a Service last changed: the earliest change that has not been told yet. Kept in memory; a Service that is new here began when it was created.
 * Upstream: k8s.io/endpointslice util TriggerTimeTracker.
 */
import { creationTimestampOf, keyOf, nameOf, parseTime } from '@reeve/machinery';
import type { ObjectKey } from '@reeve/machinery';
import { podCondition } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import type { ReadService } from './service-pods.ts';

interface Seen {
  readonly service: string | undefined;
  readonly pods: ReadonlyMap<string, string>;
}

/** Remembers what was seen of each Service. */
export class ChangeTimes {
  readonly #seen = new Map<ObjectKey, Seen>();

  /** The time of the earliest change since the last call; undefined when nothing has a time that is new. */
  take(service: ReadService, pods: readonly ReadPod[]): string | undefined {
    const before = this.#seen.get(keyOf(service));
    const now: Seen = { service: creationTimestampOf(service), pods: readyTimes(pods) };
    this.#seen.set(keyOf(service), now);
    if (before === undefined) return now.service;
    const changed = [...now.pods]
      .filter(([name, time]) => isLater(time, before.pods.get(name)))
      .map(([, time]) => time);
    const isRecreated = now.service !== undefined && isLater(now.service, before.service);
    return [...changed, ...(isRecreated ? [now.service ?? ''] : [])].toSorted(byTime).at(0);
  }

  forget(key: ObjectKey): void {
    this.#seen.delete(key);
  }
}

const readyTimes = (pods: readonly ReadPod[]): ReadonlyMap<string, string> =>
  new Map(
    pods.flatMap((pod) => {
      const time = podCondition(pod, 'Ready')?.lastTransitionTime;
      return time === undefined ? [] : [[nameOf(pod) ?? '', time] as const];
    }),
  );

const byTime = (one: string, other: string): number => (parseTime(one) ?? 0) - (parseTime(other) ?? 0);

const isLater = (time: string, before: string | undefined): boolean => before === undefined || byTime(time, before) > 0;
