/**
 * Readiness by conditions, for kinds of which nothing else is known. `Stalled` and `Failed` fail, `Reconciling` and `Progressing` mean not yet, and one of the usual names for "it works"
 * decides. An object without such conditions is ready when it exists.
 * Upstream: kstatus.
 */
import { generationOf } from '@reeve/machinery';
import { failed, progressing, ready } from './readiness.ts';
import type { Readiness } from './readiness.ts';
import { conditionIn, toldBy } from './status-view.ts';
import type { ConditionView, StatusView } from './status-view.ts';

const failing = ['Stalled', 'Failed'];
const ongoing = ['Reconciling', 'Progressing', 'InProgress'];
/** In the order in which they decide. */
const deciding = [
  'Ready',
  'Available',
  'Succeeded',
  'Complete',
  'Completed',
  'Established',
  'Healthy',
  'Synced',
  'Deployed',
];

/** What the conditions say. */
export function conditionReadiness(view: StatusView): Readiness {
  const stalled = isTrueAmong(view, failing);
  if (stalled !== undefined) return failed(toldBy(stalled));
  const decision = deciding.map((type) => conditionIn(view, type)).find((condition) => condition !== undefined);
  if (decision !== undefined) return decidedBy(view, decision);
  const busy = isTrueAmong(view, ongoing);
  if (busy !== undefined) return progressing(toldBy(busy));
  return ready(view.conditions.length === 0 ? 'it exists' : 'no condition says otherwise');
}

function decidedBy({ object }: StatusView, condition: ConditionView): Readiness {
  const { observedGeneration } = condition;
  if (observedGeneration !== undefined && observedGeneration < (generationOf(object) ?? 0))
    return progressing(`${condition.type} is from before the latest change`);
  return condition.status === 'True' ? ready(toldBy(condition)) : progressing(toldBy(condition));
}

const isTrueAmong = (view: StatusView, types: readonly string[]): ConditionView | undefined =>
  types.map((type) => conditionIn(view, type)).find((condition) => condition?.status === 'True');
