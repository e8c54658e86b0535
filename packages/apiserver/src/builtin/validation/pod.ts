/**
 * What a pod must be, alone or as the template of a workload, and what of it may change. Upstream: ValidatePodSpec and ValidatePodUpdate in kubernetes
 * pkg/apis/core/validation.
 */
import { deepEqual } from '@reeve/machinery';
import { forbiddenField, invalid, notSupported, required, type FieldError } from '../../error/field-error.ts';
import type { ApiObject } from '../../resource/served-resource.ts';
import { fieldsAt, fieldsOf, hasAt, isSet, itemsAt, listAt, textAt, type Fields } from '../fields.ts';
import { dnsLabel, dnsSubdomain } from '../wire-words.ts';
import { eachItem, inRange, labelMap, none, oneOf, wordProblems } from './checks.ts';
import { containerProblems } from './container.ts';
import { mountable, tokenProblems, volumeProblems } from './volumes.ts';

/** The problems of a pod's spec at a path. */
export function podSpecProblems(spec: Fields, field: string): readonly FieldError[] {
  const account = textAt(spec, 'serviceAccountName');
  const hostname = textAt(spec, 'hostname');
  return [
    ...volumeProblems(itemsAt(spec, 'volumes'), `${field}.volumes`),
    ...(account === '' ? tokenProblems(itemsAt(spec, 'volumes'), `${field}.volumes`) : none),
    ...containerProblems(spec, field, mountable(itemsAt(spec, 'volumes'))),
    ...oneOf(textAt(spec, 'restartPolicy'), ['Always', 'OnFailure', 'Never'], `${field}.restartPolicy`),
    ...dnsProblems(spec, field),
    ...labelMap(fieldsAt(spec, 'nodeSelector'), `${field}.nodeSelector`),
    ...(account === '' ? none : wordProblems(dnsSubdomain, account, `${field}.serviceAccountName`)),
    ...(isSet(spec['activeDeadlineSeconds'])
      ? inRange(spec['activeDeadlineSeconds'], 1, 2_147_483_647, `${field}.activeDeadlineSeconds`)
      : none),
    ...(hostname === '' ? none : wordProblems(dnsLabel, hostname, `${field}.hostname`)),
    ...eachItem(itemsAt(spec, 'tolerations'), `${field}.tolerations`, tolerationProblems),
  ];
}

/** The problems of a pod. */
export const podProblems = (pod: ApiObject): readonly FieldError[] => podSpecProblems(fieldsAt(pod, 'spec'), 'spec');

/** The problems of a template: labels of its own, and a spec. */
export const podTemplateProblems = (template: Fields, field: string): readonly FieldError[] => [
  ...labelMap(fieldsAt(template, 'metadata', 'labels'), `${field}.labels`),
  ...podSpecProblems(fieldsAt(template, 'spec'), `${field}.spec`),
];

const changeable =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

/** The problems of a pod given what it was: little of a pod can change. */
export function podChangeProblems(pod: ApiObject, old: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(pod, 'spec');
  const before = fieldsAt(old, 'spec');
  const counts = ['containers', 'initContainers'].filter(
    (name) => listAt(spec, name).length !== listAt(before, name).length,
  );
  if (counts.length > 0)
    return [
      ...podProblems(pod),
      ...counts.map((name) => forbiddenField(`spec.${name}`, 'pod updates may not add or remove containers')),
    ];
  return [
    ...podProblems(pod),
    ...eachItem(itemsAt(spec, 'containers'), 'spec.containers', (each, path) =>
      textAt(each, 'image') === '' ? [required(`${path}.image`, '')] : none,
    ),
    ...lostTolerations(spec, before),
    ...(deepEqual(withOldParts(spec, before), before) ? none : [forbiddenField('spec', changeable)]),
  ];
}

/** The spec with everything that may change as it was. */
function withOldParts(spec: Fields, before: Fields): Fields {
  const images = (name: string): Fields => {
    const old = itemsAt(before, name);
    if (old.length === 0) return {};
    return {
      [name]: itemsAt(spec, name).map((each, index) =>
        textAt(each, 'image') === '' ? each : { ...each, image: textAt(old[index], 'image') },
      ),
    };
  };
  const { activeDeadlineSeconds: _deadline, tolerations: _tolerations, ...rest } = spec;
  const { activeDeadlineSeconds, tolerations } = before;
  return {
    ...rest,
    ...images('containers'),
    ...images('initContainers'),
    ...(isSet(activeDeadlineSeconds) && { activeDeadlineSeconds }),
    ...(isSet(tolerations) && { tolerations }),
  };
}

function lostTolerations(spec: Fields, before: Fields): readonly FieldError[] {
  const identity = ({ tolerationSeconds: _seconds, ...rest }: Fields): Fields => rest;
  const kept = itemsAt(spec, 'tolerations').map(identity);
  const isLost = itemsAt(before, 'tolerations').some(
    (toleration) => !kept.some((each) => deepEqual(each, identity(toleration))),
  );
  return isLost
    ? [forbiddenField('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds')]
    : none;
}

const policies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];

function dnsProblems(spec: Fields, field: string): readonly FieldError[] {
  const policy = textAt(spec, 'dnsPolicy');
  if (!policies.includes(policy)) return [notSupported(`${field}.dnsPolicy`, policy, policies)];
  if (policy !== 'None') return none;
  if (!hasAt(spec, 'dnsConfig'))
    return [required(`${field}.dnsConfig`, 'must provide `dnsConfig` when `dnsPolicy` is None')];
  const hasServers = listAt(spec, 'dnsConfig', 'nameservers').length > 0;
  return hasServers
    ? none
    : [required(`${field}.dnsConfig.nameservers`, 'must provide at least one DNS nameserver when `dnsPolicy` is None')];
}

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

function tolerationProblems(toleration: Fields, field: string): readonly FieldError[] {
  const { key, operator, effect, value } = Object.fromEntries(
    ['key', 'operator', 'effect', 'value'].map((name) => [name, textAt(toleration, name)]),
  );
  return [
    ...(key === '' && operator !== 'Exists'
      ? [
          invalid(
            `${field}.operator`,
            operator,
            'operator must be Exists when `key` is empty, which means "match all values and all keys"',
          ),
        ]
      : none),
    ...(isSet(toleration['tolerationSeconds']) && effect !== 'NoExecute'
      ? [invalid(`${field}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set")]
      : none),
    ...(['', 'Equal', 'Exists'].includes(operator ?? '')
      ? none
      : [notSupported(`${field}.operator`, operator, ['Equal', 'Exists'])]),
    ...(operator === 'Exists' && value !== ''
      ? [invalid(`${field}.operator`, fieldsOf(toleration), "value must be empty when `operator` is 'Exists'")]
      : none),
    ...(effect === '' || effects.includes(effect ?? '') ? none : [notSupported(`${field}.effect`, effect, effects)]),
  ];
}
