/**
 * Pods keep to the Pod Security Standard of their namespace: they are refused where it is enforced, and warned of and audited where that is asked for, as are the
 * templates of workloads. Upstream: the PodSecurity admission plugin.
 */
import {
  fieldsAt,
  forbidden,
  invalidObject,
  itemsAt,
  textAt,
  type AdmissionPlugin,
  type AdmissionRequest,
  type ApiObject,
  type Fields,
  type Store,
} from '@reeve/registry';
import { printViolations, violationsOf } from '../pod-security/check-pod.ts';
import {
  compareLevels,
  isPrivileged,
  isSameLevel,
  labelPrefix,
  policyOf,
  printLevel,
  type LevelVersion,
  type SecurityPolicy,
} from '../pod-security/level.ts';
import { inNamespace } from './current-objects.ts';

/** Where workloads keep the template of their pods. */
const templates: ReadonlyMap<string, readonly string[]> = new Map([
  ['/podtemplates', ['template']],
  ['/replicationcontrollers', ['spec', 'template']],
  ['apps/replicasets', ['spec', 'template']],
  ['apps/deployments', ['spec', 'template']],
  ['apps/daemonsets', ['spec', 'template']],
  ['apps/statefulsets', ['spec', 'template']],
  ['batch/jobs', ['spec', 'template']],
  ['batch/cronjobs', ['spec', 'jobTemplate', 'spec', 'template']],
]);

const ignoredSubresources = new Set(['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status']);

export const podSecurity = (store: Store): AdmissionPlugin => ({
  name: 'PodSecurity',
  operations: new Set(['CREATE', 'UPDATE']),
  validate(request) {
    const { resource, subresource } = request;
    const place = templates.get(`${resource.group}/${resource.plural}`);
    if (place !== undefined && subresource === undefined) judgeTemplate(request, store, place);
    if (resource.group !== '') return;
    if (resource.plural === 'namespaces' && subresource === undefined) judgeNamespace(request, store);
    if (resource.plural === 'pods' && !ignoredSubresources.has(subresource ?? '')) judgePod(request, store);
  },
});

function policyOfNamespace(
  { namespace = '' }: AdmissionRequest,
  store: Store,
): ReturnType<typeof policyOf> | undefined {
  const found = store.table('namespaces').get(namespace);
  return found && policyOf(found.object);
}

function judgePod(request: AdmissionRequest, store: Store): void {
  const found = policyOfNamespace(request, store);
  const { object, old } = request;
  if (found === undefined || object === undefined) return;
  const { policy, problems } = found;
  if (problems.length === 0 && isPrivileged(policy)) return annotate(request, 'enforce-policy', 'privileged:latest');
  if (old !== undefined && !changesImages(object, old)) return;
  annotate(request, 'enforce-policy', printLevel(policy.enforce));
  const violations = violationsOf(object, policy.enforce);
  tell(request, policy, object, violations.length === 0);
  if (violations.length === 0) return;
  const { resource, name } = request;
  throw forbidden(
    resource,
    name || object.metadata.name || object.metadata.generateName || 'Unknown',
    `violates PodSecurity "${printLevel(policy.enforce)}": ${printViolations(violations)}`,
  );
}

function judgeTemplate(request: AdmissionRequest, store: Store, place: readonly string[]): void {
  const found = policyOfNamespace(request, store);
  const template = fieldsAt(request.object, ...place);
  if (found === undefined || template['spec'] === undefined) return;
  const { policy, problems } = found;
  if (problems.length > 0 || policy.warn.level !== 'privileged' || policy.audit.level !== 'privileged')
    tell(request, policy, template, true);
}

/** Audits and warns, as the policy asks for. */
function tell(request: AdmissionRequest, { audit, warn }: SecurityPolicy, pod: Fields, warns: boolean): void {
  const sentence = (level: LevelVersion): string | undefined => {
    const violations = violationsOf(pod, level);
    return violations.length === 0
      ? undefined
      : `would violate PodSecurity "${printLevel(level)}": ${printViolations(violations)}`;
  };
  const [audited, warned] = [sentence(audit), warns ? sentence(warn) : undefined];
  if (audited !== undefined) annotate(request, 'audit-violations', audited);
  if (warned !== undefined) request.warn(warned);
}

const annotate = (request: AdmissionRequest, key: string, value: string): void =>
  request.annotate(`${labelPrefix}${key}`, value);

/** Of an update only other images, and containers that come or go, matter. */
function changesImages(pod: ApiObject, old: ApiObject): boolean {
  const listed = (object: ApiObject, name: string): readonly Fields[] => itemsAt(object, 'spec', name);
  const changesList = (name: string): boolean => {
    const [now, before] = [listed(pod, name), listed(old, name)];
    return (
      now.length !== before.length ||
      now.some((container, index) => textAt(container, 'image') !== textAt(before[index], 'image'))
    );
  };
  const added = listed(pod, 'ephemeralContainers').some((container) => {
    const before = listed(old, 'ephemeralContainers').find(
      (each) => textAt(each, 'name') === textAt(container, 'name'),
    );
    return before === undefined || textAt(before, 'image') !== textAt(container, 'image');
  });
  return added || ['containers', 'initContainers'].some(changesList);
}

/** Labels have to be right, and who enforces more is told which pods there are that could not be made again. */
function judgeNamespace(request: AdmissionRequest, store: Store): void {
  const { object, old, resource, name } = request;
  if (object === undefined) return;
  const { policy, problems } = policyOf(object);
  const before = old && policyOf(old);
  const isNews = before === undefined || JSON.stringify(before.problems) !== JSON.stringify(problems);
  if (problems.length > 0 && isNews) throw invalidObject(resource.group, resource.kind, name, problems);
  if (before === undefined) return;
  const { enforce } = policy;
  const enforced = before.policy.enforce;
  const isStricter = compareLevels(enforce.level, enforced.level) > 0 || enforce.minor !== enforced.minor;
  if (isSameLevel(enforce, enforced) || enforce.level === 'privileged' || !isStricter) return;
  for (const warning of warningsOf(name, inNamespace(store, 'pods', name), enforce)) request.warn(warning);
}

const mostPods = 3000;

function warningsOf(namespace: string, pods: readonly ApiObject[], level: LevelVersion): readonly string[] {
  const checked = oneOfEach(pods).slice(0, mostPods);
  const byReason = new Map<string, string[]>();
  for (const pod of checked) {
    const violations = violationsOf(pod, level);
    if (violations.length === 0) continue;
    const reason = violations.map((each) => each.reason).join(', ');
    byReason.set(reason, [...(byReason.get(reason) ?? []), pod.metadata.name ?? '']);
  }
  const told = [...byReason].map(([reason, names]) => `${subject(names.toSorted())}: ${reason}`).toSorted();
  return [
    ...(checked.length < pods.length
      ? [
          `new PodSecurity enforce level only checked against the first ${checked.length} of ${pods.length} existing pods`,
        ]
      : []),
    ...(told.length > 0
      ? [`existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${printLevel(level)}"`]
      : []),
    ...told,
  ];
}

function subject([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first;
  return `${first} (and ${others.length} other ${others.length === 1 ? 'pod' : 'pods'})`;
}

/** One pod of each controller first, as the others look the same. */
function oneOfEach(pods: readonly ApiObject[]): readonly ApiObject[] {
  const seen = new Set<string>();
  const [first, alike]: [ApiObject[], ApiObject[]] = [[], []];
  for (const pod of pods) {
    const owner = pod.metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid;
    (owner !== undefined && seen.has(owner) ? alike : first).push(pod);
    if (owner !== undefined) seen.add(owner);
  }
  return [...first, ...alike];
}
