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
  if (event.type !== 'update')
    return { source, type, ...(key !== undefined && { object: key }), ...(to !== undefined && { to }) };
  const { old } = event;
  return new Change({ source, type, object: key, from: resourceVersionOf(old), to }, () => changedPaths(old, object));
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
  return new Change({ source, type, object, from, to }, () => later.changed ?? []);
};

interface KnownChange extends Pick<Cause, 'source' | 'type'> {
  readonly object: ObjectKey | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** An update as a cause. It is a class because there is one for every event: objects with getters of their own are slow to make. */
class Change implements Cause {
  readonly source: string;
  readonly type: Cause['type'];
  declare readonly object?: ObjectKey;
  declare readonly from?: string;
  declare readonly to?: string;
  readonly #changed: () => readonly string[];

  constructor({ source, type, object, from, to }: KnownChange, changed: () => readonly string[]) {
    this.source = source;
    this.type = type;
    if (object !== undefined) this.object = object;
    if (from !== undefined) this.from = from;
    if (to !== undefined) this.to = to;
    this.#changed = changed;
  }

  get changed(): readonly string[] {
    return this.#changed();
  }

  /** For logs and for whoever asks over HTTP: what changed is part of it. */
  toJSON(): Cause {
    return Object.assign({}, this, { changed: this.changed });
  }
}
