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
  const { object, type } = event;
  const to = resourceVersionOf(object);
  const known = {
    source,
    type,
    ...(nameOf(object) !== undefined && { object: keyOf(object) }),
    ...(to !== undefined && { to }),
  };
  if (event.type !== 'update') return known;
  const from = resourceVersionOf(event.old);
  const { old } = event;
  return {
    ...known,
    ...(from !== undefined && { from }),
    get changed() {
      return changedPaths(old, object);
    },
  };
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
  return {
    source,
    type,
    from,
    ...(object !== undefined && { object }),
    ...(to !== undefined && { to }),
    get changed() {
      return later.changed ?? [];
    },
  };
};
