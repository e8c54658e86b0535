/**
 * Why a request is worked on. A cause is small and says what it knows; which fields changed is found out only when somebody asks.
 */
import { keyOf, nameOf, resourceVersionOf } from '@reeve/machinery';
import type { ObjectKey } from '@reeve/machinery';
import type { ObjectEvent } from '../event/object-event.ts';
import { changedPaths } from './changed-paths.ts';

/** One reason for a run. */
export interface Cause {
  /** The source that told: `Website`, `owned Deployment`, `every 1h`, `requeue`. */
  readonly source: string;
  readonly type: ObjectEvent['type'] | 'requeue' | 'retry' | 'manual';
  /** The object that it was about, where there was one. */
  readonly object?: ObjectKey;
  /** The versions before and after. */
  readonly from?: string;
  readonly to?: string;
  /** The fields that changed, at most 20 of them. */
  readonly changed?: readonly string[];
}

/** The cause that an event is. */
export function causeOf(source: string, event: ObjectEvent): Cause {
  const { type, object } = event;
  const key = nameOf(object) === undefined ? undefined : keyOf(object);
  const to = resourceVersionOf(object);
  if (event.type === 'update') return new Change(source, type, key, resourceVersionOf(event.old), to, event);
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
  return new Change(source, type, object, from, to, later);
};

/** What knows which fields changed: both sides of an update, or a cause that was asked before. */
type Changed = { readonly old: unknown; readonly object: unknown } | Cause;

/** An update as a cause. There is one for every event: so it is a class, and holds no functions. */
export class Change implements Cause {
  source: string;
  type: Cause['type'];
  declare object?: ObjectKey;
  declare from?: string;
  declare to?: string;
  #old: unknown;
  #now: unknown;
  #earlier: Cause | undefined;

  constructor(
    source: string,
    type: Cause['type'],
    object: ObjectKey | undefined,
    from: string | undefined,
    to: string | undefined,
    by: Changed | undefined,
  ) {
    this.source = source;
    this.type = type;
    if (object !== undefined) this.object = object;
    if (from !== undefined) this.from = from;
    if (to !== undefined) this.to = to;
    const isEvent = by !== undefined && 'old' in by;
    this.#old = isEvent ? by.old : undefined;
    this.#now = isEvent ? by.object : undefined;
    this.#earlier = isEvent ? undefined : by;
  }

  get changed(): readonly string[] {
    return this.#earlier === undefined ? changedPaths(this.#old, this.#now) : (this.#earlier.changed ?? []);
  }

  /** Says what another says. For the one place that keeps the latest of many: what it keeps grows old in memory, and new objects there cost more than they do elsewhere. */
  become(other: Change): void {
    this.source = other.source;
    this.type = other.type;
    if (this.object !== other.object) assign(this, 'object', other.object); // mostly the same words in another place
    assign(this, 'from', other.from);
    assign(this, 'to', other.to);
    this.#old = other.#old;
    this.#now = other.#now;
    this.#earlier = other.#earlier;
  }

  /** The same for whoever asks: it stays as it is. */
  copy(): Change {
    const copy = new Change(this.source, this.type, this.object, this.from, this.to, undefined);
    copy.become(this);
    return copy;
  }

  /** For logs and for whoever asks over HTTP: what changed is part of it. */
  toJSON(): Cause {
    return Object.assign({}, this, { changed: this.changed });
  }
}

function assign<Field extends 'object' | 'from' | 'to'>(to: Change, field: Field, value: Change[Field]): void {
  if (value === undefined) delete to[field];
  else to[field] = value;
}
