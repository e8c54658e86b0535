/**
 * `pods/eviction`: deletes a pod, unless a budget says that no more may go. Upstream: kubernetes pkg/registry/core/pod/storage EvictionREST.
 */
import { labelSelectorToQuery } from '@reeve/machinery';
import {
  badRequest,
  fieldsAt,
  fieldsOf,
  hasAt,
  itemsAt,
  listAt,
  notFound,
  numberAt,
  StatusError,
  textAt,
  valueAt,
  type ApiObject,
  type Fields,
  type ObjectCodec,
} from '@reeve/registry';
import { currentObjects } from '@reeve/builtins';
import type { DeleteOptions, Propagation } from '../request/delete-options.ts';
import type { ApiRequest } from '../request/api-request.ts';
import { readBody } from '../request/read-body.ts';
import { parseWriteOptions } from '../request/write-options.ts';
import type { SubresourceHandler } from '../resource/subresource-view.ts';
import { storedObject, type Call } from '../verbs/call.ts';
import { deleteObject } from '../verbs/delete.ts';
import { checkNamespace } from '../write/system-fields.ts';
import { takeFromBudget } from './budget.ts';
import { changePod, withCondition } from './change-pod.ts';
import { admitPosted, postedForm } from './posted.ts';
import { created } from './success.ts';

export function evictionHandler(codec: ObjectCodec): SubresourceHandler {
  return async (call, pods) => {
    const name = call.info.name ?? '';
    const { isDryRun } = parseWriteOptions(call.request.query, 'CreateOptions');
    const { object } = await readBody(withNewerVersion(call), evictionKind(call, codec));
    checkNamespace(object, pods, call.info.namespace);
    const form = postedForm('policy', 'v1', 'Eviction', codec);
    const check = (eviction: ApiObject): ApiObject => {
      if (eviction.metadata.name !== name) throw badRequest('name in URL does not match name in Eviction object');
      return eviction;
    };
    const eviction = await admitPosted({ ...call, resource: pods }, object, form, { isDryRun, check });
    const options = deleteOptionsOf(fieldsAt(eviction, 'deleteOptions'), isDryRun);
    await evict({ ...call, resource: pods }, name, options);
    return created(call);
  };
}

/** The body, with the older version of an Eviction, which has the same fields, replaced by the newer one. */
function withNewerVersion({ request: { headers, body } }: Call): Pick<ApiRequest, 'headers' | 'body'> {
  const text = Buffer.from(body).toString();
  const isOlder = text.includes('"policy/v1beta1"');
  return { headers, body: isOlder ? Buffer.from(text.replace('"policy/v1beta1"', '"policy/v1"')) : body };
}

const evictionKind = ({ resource: { isKnownKind } }: Call, codec: ObjectCodec) => ({
  apiVersion: 'policy/v1',
  kind: 'Eviction',
  codec,
  isCustom: false,
  ...(isKnownKind && { isKnownKind }),
});

function deleteOptionsOf(options: Fields, isDryRun: boolean): DeleteOptions {
  const text = (...path: readonly string[]): string | undefined => textAt(options, ...path) || undefined;
  return {
    gracePeriodSeconds: hasAt(options, 'gracePeriodSeconds') ? numberAt(options, 'gracePeriodSeconds') : undefined,
    propagation: text('propagationPolicy') as Propagation | undefined, // what is none is refused by whoever reads it
    uid: text('preconditions', 'uid'),
    resourceVersion: text('preconditions', 'resourceVersion'),
    isDryRun: isDryRun || listAt(options, 'dryRun').length > 0,
    orphanDependents: undefined,
    ignoresReadError: false,
  };
}

async function evict(call: Call, name: string, options: DeleteOptions): Promise<void> {
  const pod = storedObject(call, name);
  if (pod === undefined) throw notFound(call.resource, name);
  const budget = isCounted(pod) ? budgetOf(call, pod) : undefined;
  if (budget !== undefined && needsBudget(pod, budget)) await takeFromBudget(call, pod, budget, options.isDryRun);
  if (!options.isDryRun)
    await changePod(call, name, (each) => withCondition(call, each, evicting), { isDryRun: false });
  await deleteObject(call, name, options, { isAdmitted: true });
}

const evicting = { type: 'DisruptionTarget', reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting' };

/** A pod that is over, has not begun or is going already takes nothing from a budget. */
const isCounted = (pod: ApiObject): boolean =>
  !['Succeeded', 'Failed', 'Pending'].includes(textAt(pod, 'status', 'phase')) && !pod.metadata.deletionTimestamp;

function budgetOf(call: Call, { metadata: { labels = {} } }: ApiObject): ApiObject | undefined {
  const [first, ...more] = currentObjects(call.context.store, 'policy/poddisruptionbudgets').filter((budget) => {
    const selector = valueAt(budget, 'spec', 'selector');
    const isHere = budget.metadata.namespace === call.info.namespace;
    return isHere && selector !== undefined && labelSelectorToQuery(fieldsOf(selector)).matches(labels);
  });
  if (more.length === 0) return first;
  const problem = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
  throw new StatusError(500, '', problem, { hasDetails: false });
}

/** What is not ready is not what a budget counts, as long as the others are. */
function needsBudget(pod: ApiObject, budget: ApiObject): boolean {
  const isReady = itemsAt(pod, 'status', 'conditions').some(
    (condition) => textAt(condition, 'type') === 'Ready' && textAt(condition, 'status') === 'True',
  );
  if (isReady) return true;
  if (textAt(budget, 'spec', 'unhealthyPodEvictionPolicy') === 'AlwaysAllow') return false;
  const wanted = numberAt(budget, 'status', 'desiredHealthy');
  return wanted === 0 || numberAt(budget, 'status', 'currentHealthy') < wanted;
}
