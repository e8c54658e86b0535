/**
 * The names of resources: Kubernetes' own have no domain, everybody else's do. Upstream: kubernetes pkg/apis/core/helper.
 */
import { invalid, qualifiedName, type FieldError } from '@reeve/registry';
import { when, wordProblems } from './checks.ts';

const objects =
  'pods resourcequotas services replicationcontrollers secrets persistentvolumeclaims configmaps services.nodeports services.loadbalancers';
const amounts =
  'cpu memory ephemeral-storage requests.cpu requests.memory requests.storage requests.ephemeral-storage limits.cpu limits.memory limits.ephemeral-storage storage';
const counted = new Set(objects.split(' '));
const standard = new Set([...counted, ...amounts.split(' ')]);

export const isHugePages = (name: string): boolean => name.startsWith('hugepages-');

/** True of names that need no domain. */
export const isStandardName = (name: string): boolean =>
  standard.has(name) || isHugePages(name) || name.startsWith('requests.hugepages-');

/** True of resources that are Kubernetes' own. */
const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');

/** True of what more can be asked for than there is. */
export const isOvercommitted = (name: string): boolean => isNative(name) && !isHugePages(name);

/** True of things, which come by one, two and three. */
export const isWholeNumbered = (name: string): boolean =>
  counted.has(name) || (!isNative(name) && !name.startsWith('requests.'));

/** A name that is one, and that everybody knows or whose domain says who knows. */
export function standardNameProblems(name: string, field: string): readonly FieldError[] {
  const problems = wordProblems(qualifiedName, name, field);
  if (problems.length > 0) return problems;
  const isKnown = name.includes('/') || isStandardName(name);
  return when(!isKnown, invalid(field, name, 'must be a standard resource type or fully qualified'));
}

/** A name of a list that only knows some of Kubernetes' own. */
export const resourceNameProblems = (
  name: string,
  isKnown: (name: string) => boolean,
  kind: string,
  field: string,
): readonly FieldError[] => [
  ...standardNameProblems(name, field),
  ...when(!name.includes('/') && !isKnown(name), invalid(field, name, `must be a standard resource for ${kind}`)),
];
