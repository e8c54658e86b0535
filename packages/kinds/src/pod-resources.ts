/**
 * The requests and the limits of a pod as a whole: the sum of its containers and sidecars, or what an init container needs while it runs where that is more; replaced by what the
 * pod says for itself, plus its overhead. The ResourceQuota admission, LimitRanger and the scheduler count pods in this one way.
 * Upstream: component-helpers resource.PodRequests and PodLimits.
 */
import { isQuantity, parseQuantity, type DeepReadonly, type Quantity } from '@reeve/machinery';
import type { Container, Pod, PodSpec } from './generated/kinds/core/v1/types.ts';

/** Quantities by the names of resources, as in `cpu` and `memory`. */
export type ResourceAmounts = ReadonlyMap<string, Quantity>;

/** What of a pod says how much it needs. A status counts only where it is given. */
export interface PodWithResources {
  readonly spec: DeepReadonly<Pick<PodSpec, 'containers' | 'initContainers' | 'resources' | 'overhead'>>;
  readonly status?: DeepReadonly<
    Pick<NonNullable<Pod['status']>, 'containerStatuses' | 'initContainerStatuses' | 'conditions'>
  >;
}

export interface PodResourcesOptions {
  /** Leaves out the overhead of the pod. */
  readonly withoutOverhead?: boolean;
  /** Counts what nodes have set aside for containers, too: of a pod that is being resized, the larger amount. */
  readonly withStatus?: boolean;
}

/** The amounts of a ResourceList. What is no quantity is left out. */
export function amountsOf(list: Readonly<Record<string, unknown>> | undefined): Map<string, Quantity> {
  const found = new Map<string, Quantity>();
  for (const [name, value] of Object.entries(list ?? {})) {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && isQuantity(text)) found.set(name, parseQuantity(text));
  }
  return found;
}

/** The sum of both for each resource. */
export function addAmounts(left: ResourceAmounts, right: ResourceAmounts): Map<string, Quantity> {
  const total = new Map(left);
  for (const [name, amount] of right) total.set(name, total.get(name)?.add(amount) ?? amount);
  return total;
}

/** The larger of both for each resource. */
export function maxAmounts(left: ResourceAmounts, right: ResourceAmounts): Map<string, Quantity> {
  const result = new Map(left);
  for (const [name, amount] of right) {
    const other = result.get(name);
    if (other === undefined || amount.compare(other) > 0) result.set(name, amount);
  }
  return result;
}

/** What the pod requests of a node. */
export function podRequests(pod: PodWithResources, options: PodResourcesOptions = {}): ResourceAmounts {
  const requests = amountsOfPod(pod, 'requests', options);
  return options.withoutOverhead === true ? requests : addAmounts(requests, amountsOf(pod.spec.overhead));
}

/** What the pod is limited to. The overhead is added only to resources that have a limit. */
export function podLimits(pod: PodWithResources, options: PodResourcesOptions = {}): ResourceAmounts {
  const limits = amountsOfPod(pod, 'limits', options);
  if (options.withoutOverhead === true) return limits;
  const overhead = [...amountsOf(pod.spec.overhead)].filter(([name]) => limits.has(name));
  return addAmounts(limits, new Map(overhead));
}

/** True of a resource that a pod can request for itself, as a whole. */
export const isPodLevelResource = (name: string): boolean =>
  name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');

/** True of an init container that keeps running beside the others. */
export const isSidecar = ({ restartPolicy }: { readonly restartPolicy?: string | undefined }): boolean =>
  restartPolicy === 'Always';

type Part = 'requests' | 'limits';

function amountsOfPod(pod: PodWithResources, part: Part, { withStatus = false }: PodResourcesOptions): ResourceAmounts {
  const ofContainer = withStatus ? allocatedAmounts(pod, part) : declaredAmounts(part);
  let running: ResourceAmounts = new Map();
  for (const container of pod.spec.containers) running = addAmounts(running, ofContainer(container));
  let sidecars: ResourceAmounts = new Map();
  let starting: ResourceAmounts = new Map();
  for (const container of pod.spec.initContainers ?? []) {
    const own = ofContainer(container);
    const together = addAmounts(sidecars, own);
    if (isSidecar(container)) {
      running = addAmounts(running, own);
      sidecars = together;
    }
    starting = maxAmounts(starting, together);
  }
  const ofPod = [...amountsOf(pod.spec.resources?.[part])].filter(([name]) => isPodLevelResource(name));
  return new Map([...maxAmounts(running, starting), ...ofPod]);
}

type AmountsOfContainer = (container: DeepReadonly<Container>) => ResourceAmounts;

const declaredAmounts =
  (part: Part): AmountsOfContainer =>
  ({ resources }) =>
    amountsOf(resources?.[part]);

/** Until a resize is done, the largest of what is wanted, allocated and in use counts; where it is infeasible, what is wanted does not. */
function allocatedAmounts({ status }: PodWithResources, part: Part): AmountsOfContainer {
  const both = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
  const statuses = new Map(both.map((each) => [each.name, each]));
  const pending = status?.conditions?.find(({ type }) => type === 'PodResizePending');
  return ({ name, resources }) => {
    const declared = amountsOf(resources?.[part]);
    const known = statuses.get(name);
    if (known?.resources === undefined) return declared;
    const inUse = amountsOf(known.resources[part]);
    const held = part === 'requests' ? maxAmounts(inUse, amountsOf(known.allocatedResources)) : inUse;
    return pending?.reason === 'Infeasible' ? held : maxAmounts(declared, held);
  };
}
