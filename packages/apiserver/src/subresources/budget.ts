/**
 * Takes one pod from what a PodDisruptionBudget allows, or refuses. Upstream: checkAndDecrement of EvictionREST in kubernetes pkg/registry/core/pod/storage.
 */
import { formatTime, type StatusCause } from '@reeve/machinery';
import { fieldsAt, forbidden, numberAt, StatusError, type ApiObject, type Fields } from '@reeve/registry';
import { subresourceView } from '../resource/subresource-view.ts';
import type { Call } from '../verbs/call.ts';
import { replace } from '../verbs/update.ts';

const budgets = { group: 'policy', plural: 'poddisruptionbudgets' };
/** Evictions that the budget's controller has not seen yet may not pile up. */
const mostDisrupted = 2000;
const retrySeconds = 10;

export async function takeFromBudget(call: Call, pod: ApiObject, budget: ApiObject, isDryRun: boolean): Promise<void> {
  const resource = call.context.registry.find('policy', 'v1', budgets.plural);
  const view = resource && subresourceView(resource, 'status');
  if (view === undefined) return;
  const now = formatTime(call.context.host.clock.now());
  const change = (current: ApiObject): ApiObject => {
    refuseSpent(current);
    const status = fieldsAt(current, 'status');
    const disruptedPods: Fields = { ...fieldsAt(status, 'disruptedPods'), [pod.metadata.name ?? '']: now };
    const disruptionsAllowed = numberAt(status, 'disruptionsAllowed') - 1;
    return { ...current, status: { ...status, disruptionsAllowed, disruptedPods } };
  };
  await replace({ ...call, resource: view }, budget.metadata.name ?? '', change, {
    isDryRun,
    isTracked: false,
    isAdmitted: true,
  });
}

function refuseSpent(budget: ApiObject): void {
  const { name = '', generation = 0 } = budget.metadata;
  const status = fieldsAt(budget, 'status');
  const allowed = numberAt(status, 'disruptionsAllowed');
  if (numberAt(status, 'observedGeneration') < generation)
    throw violation(`The disruption budget ${name} is still being processed by the server.`, retrySeconds);
  if (allowed < 0) throw forbidden(budgets, name, 'pdb disruptions allowed is negative');
  if (Object.keys(fieldsAt(status, 'disruptedPods')).length > mostDisrupted)
    throw forbidden(budgets, name, 'DisruptedPods map too big - too many evictions not confirmed by PDB controller');
  if (allowed === 0) {
    const [wanted, there] = [numberAt(status, 'desiredHealthy'), numberAt(status, 'currentHealthy')];
    throw violation(`The disruption budget ${name} needs ${wanted} healthy pods and has ${there} currently`);
  }
}

/** The refusal of an eviction, with what the budget has to say. */
function violation(message: string, retryAfterSeconds?: number): StatusError {
  const cause: StatusCause = { reason: 'DisruptionBudget', message };
  return new StatusError(429, 'TooManyRequests', "Cannot evict pod as it would violate the pod's disruption budget.", {
    causes: [cause],
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
