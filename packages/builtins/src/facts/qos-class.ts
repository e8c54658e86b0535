/**
 * How well a pod is served when resources are scarce, from what its containers ask for and are limited to. Upstream: kubernetes pkg/apis/core/helper/qos.
 */
import { isQuantity, parseQuantity } from '@reeve/machinery';
import { fieldsAt, itemsAt, type Fields } from '@reeve/registry';

export type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

const counted = ['cpu', 'memory'];

/** The class of a pod with this spec. */
export function qosClassOf(spec: Fields): QosClass {
  const own = fieldsAt(spec, 'resources');
  const asking = hasAny(own)
    ? [own]
    : [...itemsAt(spec, 'containers'), ...itemsAt(spec, 'initContainers')].map((each) => fieldsAt(each, 'resources'));
  if (!asking.some(hasAny)) return 'BestEffort';
  return asking.every(isGuaranteed) ? 'Guaranteed' : 'Burstable';
}

const hasAny = (resources: Fields): boolean =>
  counted.some((name) => isAsked(resources, 'requests', name) || isAsked(resources, 'limits', name));

const isGuaranteed = (resources: Fields): boolean =>
  counted.every((name) => {
    const limit = amount(resources, 'limits', name);
    return limit !== undefined && amount(resources, 'requests', name) === limit;
  });

const isAsked = (resources: Fields, part: string, name: string): boolean => amount(resources, part, name) !== undefined;

/** An amount in a form that is equal for equal amounts; nothing counts as not asked for. */
function amount(resources: Fields, part: string, name: string): string | undefined {
  const value = fieldsAt(resources, part)[name];
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  if (!isQuantity(String(value))) return undefined;
  const quantity = parseQuantity(String(value));
  return quantity.isZero ? undefined : quantity.as('DecimalSI').toString();
}
