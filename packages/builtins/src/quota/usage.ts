/**
 * What an object costs of a quota. Every object counts as one of its resource; pods, services and claims also cost what they ask for. Upstream: kubernetes
 * pkg/quota/v1/evaluator.
 */
import {
  addAmounts,
  isPodLevelResource,
  maxAmounts,
  podLimits,
  podRequests,
  type PodWithResources,
} from '@reeve/kinds';
import { parseTime, Quantity } from '@reeve/machinery';
import {
  fieldsAt,
  itemsAt,
  numberAt,
  printResource,
  textAt,
  valueAt,
  type ApiObject,
  type Fields,
  type ServedResource,
} from '@reeve/registry';
import { amountsAt, none, one, type Amounts } from './amounts.ts';

type Resource = Pick<ServedResource, 'group' | 'plural'>;

/** What is counted under its own name, too. */
const plainNames = new Set(['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets']);
const classSuffix = '.storageclass.storage.k8s.io/';
const native = ['cpu', 'memory', 'ephemeral-storage'];
const podNames = new Set([
  'pods',
  ...native,
  ...native.map((name) => `requests.${name}`),
  ...native.map((name) => `limits.${name}`),
]);
const serviceNames = new Set(['services', 'services.nodeports', 'services.loadbalancers']);
const claimNames = ['persistentvolumeclaims', 'requests.storage'];

/** What an object costs at a time in milliseconds. */
export function usageOf(resource: Resource, object: ApiObject, now: number): Amounts {
  const counted = new Map([[`count/${printResource(resource)}`, one]]);
  const own = resource.group === '' ? costs.get(resource.plural) : undefined;
  return own === undefined ? counted : addAmounts(counted, own(object, now));
}

/** True of a name in a quota that objects of the resource can cost. */
export function isCost(resource: Resource, name: string): boolean {
  if (name === `count/${printResource(resource)}`) return true;
  if (resource.group !== '') return false;
  const { plural } = resource;
  if (plural === 'pods') return podNames.has(name) || isExtended(name);
  if (plural === 'services') return serviceNames.has(name);
  if (plural === 'persistentvolumeclaims')
    return claimNames.some((own) => name === own || name.endsWith(`${classSuffix}${own}`));
  return plainNames.has(plural) && name === plural;
}

/** What one pod or container costs that asks for this. */
export function computeUsage(requests: Amounts, limits: Amounts): Map<string, Quantity> {
  const usage = new Map([['pods', one]]);
  for (const [name, amount] of requests) {
    if (native.includes(name) || name.startsWith('hugepages-')) usage.set(name, amount);
    if (native.includes(name) || isExtended(`requests.${name}`)) usage.set(`requests.${name}`, amount);
  }
  for (const [name, amount] of limits) if (native.includes(name)) usage.set(`limits.${name}`, amount);
  return usage;
}

/** Large pages, and everything that belongs to a domain of its own. */
const isExtended = (name: string): boolean =>
  /^(?:requests\.)?hugepages-/.test(name) ||
  (/^requests\.[^/]+\//.test(name) && !name.startsWith('requests.kubernetes.io/'));

const costs: ReadonlyMap<string, (object: ApiObject, now: number) => Amounts> = new Map([
  ['pods', podCost],
  ['services', serviceCost],
  ['persistentvolumeclaims', claimCost],
  ...[...plainNames].map((name) => [name, () => new Map([[name, one]])] as const),
]);

/** A pod at the end of its life costs nothing, nor does one that should be gone. */
function podCost(pod: ApiObject, now: number): Amounts {
  if (['Failed', 'Succeeded'].includes(textAt(pod, 'status', 'phase')) || isOverdue(pod, now)) return new Map();
  const typed = pod as unknown as PodWithResources; // the codec of pods has read it
  return computeUsage(podRequests(typed, { withStatus: true }), podLimits(typed, { withStatus: true }));
}

function isOverdue({ metadata }: ApiObject, now: number): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return false;
  return now > (parseTime(deletionTimestamp) ?? now) + deletionGracePeriodSeconds * 1000;
}

function serviceCost(service: ApiObject): Amounts {
  const type = textAt(service, 'spec', 'type');
  const ports = itemsAt(service, 'spec', 'ports');
  const hasNoPorts = valueAt(service, 'spec', 'allocateLoadBalancerNodePorts') === false;
  const given = ports.filter((port) => numberAt(port, 'nodePort') !== 0).length;
  const balanced = hasNoPorts ? given : ports.length;
  const nodePorts = type === 'NodePort' ? ports.length : type === 'LoadBalancer' ? balanced : 0;
  return new Map([
    ['services', one],
    ['services.loadbalancers', type === 'LoadBalancer' ? one : none],
    ['services.nodeports', Quantity.of(nodePorts)],
  ]);
}

function claimCost(claim: ApiObject): Amounts {
  const className = storageClassOf(claim);
  const storage = maxAmounts(
    amountsAt(claim, 'spec', 'resources', 'requests'),
    amountsAt(claim, 'status', 'allocatedResources'),
  );
  const size = storage.get('storage');
  const cost = new Map([['persistentvolumeclaims', one]]);
  if (size) cost.set('requests.storage', size.roundUp(0));
  const ofClass =
    className === '' ? [] : [...cost].map(([name, amount]) => [`${className}${classSuffix}${name}`, amount] as const);
  return new Map([...cost, ...ofClass]);
}

const storageClassOf = (claim: ApiObject): string =>
  claim.metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? textAt(claim, 'spec', 'storageClassName');

/** The resources, in words of a quota, that containers must ask for when it counts them; and the names of those that do not. */
export function missingAmounts(spec: Fields, counted: ReadonlySet<string>): ReadonlyMap<string, string[]> {
  const required = ['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory'].filter((name) =>
    counted.has(name),
  );
  const missing = new Map<string, string[]>();
  for (const container of [...itemsAt(spec, 'containers'), ...itemsAt(spec, 'initContainers')]) {
    const usage = computeUsage(
      amountsAt(container, 'resources', 'requests'),
      amountsAt(container, 'resources', 'limits'),
    );
    for (const name of required)
      if (!usage.has(name)) missing.set(name, [...(missing.get(name) ?? []), textAt(container, 'name')]);
  }
  return missing;
}

/** True of a pod that says for itself what it needs. */
export const hasOwnAmounts = (spec: Fields): boolean =>
  [...Object.keys(fieldsAt(spec, 'resources', 'requests')), ...Object.keys(fieldsAt(spec, 'resources', 'limits'))].some(
    isPodLevelResource,
  );
