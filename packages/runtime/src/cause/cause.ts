/**
 * Why a request is worked on. A cause is small and says what it knows; which fields changed is found out only when somebody asks.
 */
import { resourceVersionOf } from '@reeve/machinery';
import type { DeepReadonly, KubeObject, ObjectKey } from '@reeve/machinery';
import { eventKey } from '../event/object-event.ts';
import type { ObjectEvent } from '../event/object-event.ts';
import { changedPaths } from './changed-paths.ts';

/** One reason for a run. */
export interface Cause {
  /** The source that told: `Website`, `owned Deployment`, `every 1h`, `requeue`. */
  readonly source: string;
  /** `reload`: the object was there when the controller took the place of one of its name. */
  readonly type: ObjectEvent['type'] | 'requeue' | 'retry' | 'manual' | 'reload';
  /** The object that it was about, where there was one. */
  readonly object?: ObjectKey;
  /** The versions before and after. */
  readonly from?: string;
  readonly to?: string;
  /** The fields that changed, at most 20 of them. */
  readonly changed?: readonly string[];
}

/** What the run before asked for. It is a cause of the run that it brings; one that something else brings earlier is not because of it. */
export class Requeue implements Cause {
  readonly source: string;
  readonly type = 'requeue';
  #dueMs: number;

  /** `dueMs` on the monotonic clock. */
  constructor(source: string, dueMs: number) {
    this.source = source;
    this.#dueMs = dueMs;
  }

  /** Where that is known only when the request waits. */
  set dueMs(dueMs: number) {
    this.#dueMs = dueMs;
  }

  isDueAt(nowMs: number): boolean {
    return nowMs >= this.#dueMs;
  }
}

/** The cause that an event is. `told` is what it is that an object was there at the start of the source. */
export function causeOf(source: string, event: ObjectEvent, told: 'create' | 'reload' = 'create'): Cause {
  const { object } = event;
  const key = eventKey(event);
  const to = resourceVersionOf(object);
  if (event.type === 'update') {
    const { old } = event;
    return new Change(source, event.type, key, resourceVersionOf(old), to, old, object);
  }
  const type = event.type === 'create' && event.isInitialList === true ? told : event.type;
  return { source, type, ...(key !== undefined && { object: key }), ...(to !== undefined && { to }) };
}

/** What makes two causes one: the same source telling of the same object. The later one counts, from the earlier version on. */
export const causeRules = {
  limit: 8,
  keyOf: ({ source, type, object }: Cause): string => `${source} ${type} ${object ?? ''}`,
  merge: (earlier: Cause, later: Cause): Cause => (earlier.from === undefined ? later : since(earlier.from, later)),
};

/** The cause, counted from an earlier version. Its fields stay unlooked at until somebody asks. */
const since = (from: string, later: Cause): Cause => {
  const { source, type, object, to } = later;
  return new Change(source, type, object, from, to, undefined, undefined, later);
};

/** What a change is made of. For the one place that keeps the latest of many: what it keeps grows old in memory, and new objects there cost more than they do elsewhere. */
export interface KeptChange {
  source: string;
  old: DeepReadonly<KubeObject> | undefined;
  now: DeepReadonly<KubeObject> | undefined;
}

/** The change that was kept; undefined where none is. */
export const changeIn = ({ source, old, now }: KeptChange): Cause | undefined =>
  old === undefined || now === undefined ? undefined : causeOf(source, { type: 'update', old, object: now });

/** An update as a cause. There is one for every event: so it is a class, and holds no functions. */
export class Change implements Cause {
  readonly source: string;
  readonly type: Cause['type'];
  declare readonly object?: ObjectKey;
  declare readonly from?: string;
  declare readonly to?: string;
  readonly #old: DeepReadonly<KubeObject> | undefined;
  readonly #now: DeepReadonly<KubeObject> | undefined;
  readonly #earlier: Cause | undefined;

  /** What changed is known from both sides of an update, or from a cause that was asked before. */
  constructor(
    source: string,
    type: Cause['type'],
    object: ObjectKey | undefined,
    from: string | undefined,
    to: string | undefined,
    old: DeepReadonly<KubeObject> | undefined,
    now: DeepReadonly<KubeObject> | undefined,
    earlier?: Cause,
  ) {
    this.source = source;
    this.type = type;
    if (object !== undefined) this.object = object;
    if (from !== undefined) this.from = from;
    if (to !== undefined) this.to = to;
    this.#old = old;
    this.#now = now;
    this.#earlier = earlier;
  }

  get changed(): readonly string[] {
    return this.#earlier === undefined ? changedPaths(this.#old, this.#now) : (this.#earlier.changed ?? []);
  }

  /** Leaves behind what it is made of; false when that is more than one event. */
  keepIn(place: KeptChange): boolean {
    if (this.#earlier !== undefined) return false;
    if (place.source !== this.source) place.source = this.source;
    place.old = this.#old;
    place.now = this.#now;
    return true;
  }

  /** For logs and for whoever asks over HTTP: what changed is part of it. */
  toJSON(): Cause {
    return Object.assign({}, this, { changed: this.changed });
  }
}
