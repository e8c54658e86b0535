/**
 * What is written costs of the quotas of its namespace, and what they have not left is refused. The cost is noted in the quota in the same turn in which the
 * object is stored, so that two writes never share what is left. Quotas that nobody has added up yet bind nobody. Upstream: the ResourceQuota admission
 * plugin.
 */
import { addAmounts } from '@reeve/kinds';
import type { Clock } from '@reeve/machinery';
import {
  fieldsAt,
  forbidden,
  hasAt,
  type AdmissionPlugin,
  type AdmissionRequest,
  type ApiObject,
  type Store,
} from '@reeve/registry';
import { inNamespace } from './current-objects.ts';
import {
  amountFields,
  amountsAt,
  increase,
  none,
  only,
  printAmounts,
  withoutZeros,
  type Amounts,
} from '../quota/amounts.ts';
import { isInScope } from '../quota/quota-scopes.ts';
import { hasOwnAmounts, isCost, missingAmounts, usageOf } from '../quota/usage.ts';

/** What is to be written. */
type Written = AdmissionRequest & { readonly object: ApiObject };

/** A quota, and what the write costs of it. */
interface Charge {
  readonly quota: ApiObject;
  readonly used: Amounts;
}

export function resourceQuotas(store: Store, clock: Clock): AdmissionPlugin {
  return {
    name: 'ResourceQuota',
    validate: (request) => {
      if (!isCharged(request)) return;
      const quotas = inNamespace(store, 'resourcequotas', request.namespace ?? '');
      const charges = quotas.flatMap((quota) => chargeOf(quota, request, clock.now()));
      if (!request.isDryRun) for (const charge of charges) note(store, charge);
    },
  };
}

/** What can cost something: everything that is made, and changes of what costs more than its being there. */
function isCharged(request: AdmissionRequest): request is Written {
  const { operation, resource, subresource, namespace, object, old } = request;
  if (namespace === undefined || object === undefined || operation === 'DELETE' || isFree(resource)) return false;
  if (operation === 'CREATE') return subresource === undefined;
  if (resource.group !== '') return false;
  if (resource.plural === 'pods')
    return subresource === 'resize' || (subresource === undefined && deadlineChanged(object, old));
  if (resource.plural === 'services') return subresource === undefined;
  return resource.plural === 'persistentvolumeclaims' && (subresource === undefined || subresource === 'status');
}

/** What happened is told even where nothing may be added. */
const isFree = ({ plural }: AdmissionRequest['resource']): boolean => plural === 'events';

const deadlineChanged = (object: ApiObject, old: ApiObject | undefined): boolean =>
  hasAt(object, 'spec', 'activeDeadlineSeconds') !== hasAt(old, 'spec', 'activeDeadlineSeconds');

function chargeOf(quota: ApiObject, request: Written, now: number): Charge[] {
  const { resource, object, old } = request;
  const hard = amountsAt(quota, 'status', 'hard');
  const counted = new Set([...hard.keys()].filter((name) => isCost(resource, name)));
  if (counted.size === 0 || !isInScope(quota, resource, object)) return [];
  refuseSilent(quota, request, counted);
  const used = amountsAt(quota, 'status', 'used');
  refuseUnknown(
    quota,
    request,
    [...counted].filter((name) => !used.has(name)),
  );
  const before = old !== undefined && isInScope(quota, resource, old) ? usageOf(resource, old, now) : new Map();
  const cost = withoutZeros(only(increase(usageOf(resource, object, now), before), new Set(hard.keys())));
  if (cost.size === 0) return [];
  const after = addAmounts(used, cost);
  const exceeded = new Set(
    [...cost.keys()].filter((name) => (after.get(name) ?? none).compare(hard.get(name) ?? none) > 0),
  );
  if (exceeded.size > 0 && request.subresource !== 'status')
    refuseExceeded(
      quota,
      request,
      [cost, used, hard].map((amounts) => only(amounts, exceeded)),
    );
  return [{ quota, used: after }];
}

/** A pod must say how much it needs of what is counted. */
function refuseSilent(quota: ApiObject, { resource, name, object }: Written, counted: ReadonlySet<string>): void {
  const spec = fieldsAt(object, 'spec');
  if (resource.plural !== 'pods' || hasOwnAmounts(spec)) return;
  const missing = missingAmounts(spec, counted);
  if (missing.size === 0) return;
  const parts = [...missing.keys()]
    .toSorted()
    .map((each) => `${each} for: ${(missing.get(each) ?? []).toSorted().join(',')}`);
  throw forbidden(resource, name, `failed quota: ${quota.metadata.name}: must specify ${parts.join('; ')}`);
}

function refuseUnknown(quota: ApiObject, { resource, name }: Written, unknown: readonly string[]): void {
  if (unknown.length === 0) return;
  throw forbidden(
    resource,
    name,
    `status unknown for quota: ${quota.metadata.name}, resources: ${unknown.toSorted().join(',')}`,
  );
}

function refuseExceeded(quota: ApiObject, { resource, name }: Written, amounts: readonly Amounts[]): never {
  const [requested, used, limited] = amounts.map(printAmounts);
  throw forbidden(
    resource,
    name,
    `exceeded quota: ${quota.metadata.name}, requested: ${requested}, used: ${used}, limited: ${limited}`,
  );
}

function note(store: Store, { quota, used }: Charge): void {
  const { name, namespace } = quota.metadata;
  store.commit('resourcequotas', `${namespace}/${name}`, (current) =>
    current === undefined
      ? { type: 'keep' }
      : {
          type: 'put',
          object: { ...current.object, status: { ...fieldsAt(current.object, 'status'), used: amountFields(used) } },
        },
  );
}
