/**
 * What a StatefulSet must be: pods in order, each with claims of its own. Upstream: ValidateStatefulSetSpec in kubernetes pkg/apis/apps/validation.
 */
import { deepEqual } from '@reeve/machinery';
import {
  dnsLabel,
  fieldsAt,
  hasAt,
  invalid,
  isSet,
  itemsAt,
  textAt,
  valueAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { atMostAll, countOrShare, eachItem, none, notNegative, oneOf, when, wordProblems } from './checks.ts';
import { claimSpecProblems } from './claim-spec.ts';
import { goClaims } from './go-claim.ts';
import { podTemplateProblems } from './pod/pod.ts';
import { goStrategy } from './rollout.ts';
import { printed, selectorProblems, templateProblems } from './selector.ts';
import { endlessProblems, requiredSelector } from './workloads.ts';

export function statefulSetProblems(object: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(object, 'spec');
  const policy = textAt(spec, 'podManagementPolicy');
  const service = textAt(spec, 'serviceName');
  return [
    ...when(
      !['OrderedReady', 'Parallel'].includes(policy),
      invalid('spec.podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'"),
    ),
    ...strategyProblems(fieldsAt(spec, 'updateStrategy'), 'spec.updateStrategy'),
    ...retentionProblems(fieldsAt(spec, 'persistentVolumeClaimRetentionPolicy')),
    ...eachItem(itemsAt(spec, 'volumeClaimTemplates'), 'spec.volumeClaimTemplates', (claim, field) =>
      claimSpecProblems(fieldsAt(claim, 'spec'), `${field}.spec`),
    ),
    ...notNegative(spec['replicas'], 'spec.replicas'),
    ...notNegative(spec['minReadySeconds'], 'spec.minReadySeconds'),
    ...notNegative(valueAt(spec, 'ordinals', 'start'), 'spec.ordinals.start'),
    ...(service === '' ? none : wordProblems(dnsLabel, service, 'spec.serviceName')),
    ...requiredSelector(spec, 'statefulset'),
    ...pickedTemplate(spec),
    ...endlessProblems(fieldsAt(spec, 'template', 'spec'), 'StatefulSet'),
  ];
}

/** What of a StatefulSet may not change, in the order in which it is told, with how each is printed. */
const fixed: readonly (readonly [name: string, print: (value: unknown) => unknown])[] = [
  ['selector', printed],
  ['volumeClaimTemplates', goClaims],
  ['serviceName', (value) => value ?? ''],
  ['podManagementPolicy', (value) => value ?? ''],
];

/** Which pods are its own, what claims they have and how they come stays. */
export function statefulSetChangeProblems(object: ApiObject, old: ApiObject): readonly FieldError[] {
  const [spec, before] = [fieldsAt(object, 'spec'), fieldsAt(old, 'spec')];
  return fixed
    .filter(([name]) => !deepEqual(spec[name] ?? null, before[name] ?? null))
    .map(([name, print]) => invalid(`spec.${name}`, print(spec[name]), 'field is immutable'));
}

function strategyProblems(strategy: Fields, field: string): readonly FieldError[] {
  const rolling = fieldsAt(strategy, 'rollingUpdate');
  switch (textAt(strategy, 'type')) {
    case 'OnDelete': {
      const goRolling = { Partition: rolling['partition'] ?? 0, MaxUnavailable: rolling['maxUnavailable'] ?? null };
      const problem = invalid(`${field}.rollingUpdate`, goRolling, "only allowed for updateStrategy 'RollingUpdate'");
      return when(hasAt(strategy, 'rollingUpdate'), problem);
    }
    case 'RollingUpdate':
      return [
        ...notNegative(rolling['partition'], `${field}.rollingUpdate.partition`),
        ...(isSet(rolling['maxUnavailable'])
          ? [
              ...countOrShare(rolling['maxUnavailable'], `${field}.rollingUpdate.maxUnavailable`),
              ...atMostAll(rolling['maxUnavailable'], `${field}.rollingUpdate.maxUnavailable`),
            ]
          : none),
      ];
    default:
      return [invalid(field, goStrategy(strategy), "must be 'RollingUpdate' or 'OnDelete'")];
  }
}

/** What becomes of claims that nobody needs any more. */
const retentionProblems = (policy: Fields): readonly FieldError[] =>
  ['whenDeleted', 'whenScaled'].flatMap((name) =>
    isSet(policy[name])
      ? oneOf(textAt(policy, name), ['Retain', 'Delete'], `spec.persistentVolumeClaimRetentionPolicy.${name}`)
      : none,
  );

/** The template is looked at with the volumes that the claims will be. */
function pickedTemplate(spec: Fields): readonly FieldError[] {
  const { selector } = spec;
  if (isSet(selector) && selectorProblems(selector, '').length > 0)
    return [invalid('spec.selector', printed(selector), '')];
  const template = withClaims(fieldsAt(spec, 'template'), itemsAt(spec, 'volumeClaimTemplates'));
  const labels = fieldsAt(template, 'metadata', 'labels');
  return [...templateProblems(selector, labels, 'spec'), ...podTemplateProblems(template, 'spec.template')];
}

function withClaims(template: Fields, claims: readonly Fields[]): Fields {
  const { subdomain: _subdomain, hostname: _hostname, ...podSpec } = fieldsAt(template, 'spec');
  const names = claims.map((claim) => textAt(claim, 'metadata', 'name'));
  const own = itemsAt(podSpec, 'volumes').filter((volume) => !names.includes(textAt(volume, 'name')));
  const added = [...new Set(names)].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  return { ...template, spec: { ...podSpec, volumes: [...added, ...own] } };
}
