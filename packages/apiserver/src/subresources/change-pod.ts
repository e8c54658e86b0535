/**
 * Changes of a pod that the server makes itself, whatever the rules for clients: its node, conditions of its status.
 */
import { formatTime } from '@reeve/machinery';
import { fieldsAt, itemsAt, textAt, type ApiObject, type Fields } from '@reeve/registry';
import type { Call } from '../verbs/call.ts';
import { replace } from '../verbs/update.ts';

/** Stores what `change` makes of a pod. */
export function changePod(
  call: Call,
  name: string,
  change: (pod: ApiObject) => ApiObject,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<ApiObject> {
  const { strategy } = call.resource;
  const resource = {
    ...call.resource,
    strategy: {
      ...strategy,
      hasStatus: false,
      countsGenerations: false,
      prepareForUpdate: (object: ApiObject) => object,
      validateUpdate: () => [],
    },
  };
  return replace({ ...call, resource }, name, change, { isDryRun, isTracked: false, isAdmitted: true });
}

/** The pod with a condition that holds since now, or has held for longer. */
export function withCondition(call: Call, pod: ApiObject, condition: { type: string } & Fields): ApiObject {
  const status = fieldsAt(pod, 'status');
  const others = itemsAt(status, 'conditions').filter((each) => textAt(each, 'type') !== condition.type);
  const held = itemsAt(status, 'conditions').find((each) => textAt(each, 'type') === condition.type);
  const isHeld = textAt(held, 'status') === 'True';
  const now = formatTime(call.context.host.clock.now());
  const since = isHeld ? held?.['lastTransitionTime'] : now;
  const added = { lastProbeTime: null, lastTransitionTime: since, ...condition, status: 'True' };
  return { ...pod, status: { ...status, conditions: [...others, added] } };
}
