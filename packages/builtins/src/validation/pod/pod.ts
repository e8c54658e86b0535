/**
 * What a pod must be, alone or as the template of a workload: its parts, in the order in which their problems are told. Upstream: ValidatePodSpec in
 * kubernetes pkg/apis/core/validation.
 */
import {
  dnsLabel,
  dnsSubdomain,
  duplicate,
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  isSet,
  itemsAt,
  listAt,
  notSupported,
  numberAt,
  qualifiedName,
  required,
  textAt,
  type ApiObject,
  type FieldError,
  type Fields,
  type WordRule,
} from '@reeve/registry';
import { annotationMap, eachItem, inRange, labelMap, none, oneOf, when, wordProblems } from '../checks.ts';
import { affinityProblems } from './affinity.ts';
import { annotationProblems } from './annotations.ts';
import { containerProblems, ephemeralProblems, imageProblems, initialProblems } from './container.ts';
import { aliasProblems, dnsConfigProblems } from './names.ts';
import { osProblems } from './operating-system.ts';
import { spreadProblems, tolerationProblems } from './placement.ts';
import { limitProblems, podResourceProblems } from './resources.ts';
import { podSecurityProblems } from './security.ts';
import { mountable, tokenProblems, volumeProblems } from './volumes.ts';

/** The problems of a spec at a path. */
function podSpecProblems(spec: Fields, field: string, isPod = false): readonly FieldError[] {
  const at = (name: string): string => `${field}.${name}`;
  const volumes = itemsAt(spec, 'volumes');
  const mounts = mountable(volumes, isPod);
  const word = (rule: WordRule, name: string): readonly FieldError[] =>
    textAt(spec, name) === '' ? none : wordProblems(rule, textAt(spec, name), at(name));
  return [
    ...volumeProblems(volumes, at('volumes'), isPod),
    ...containerProblems(spec, field, mounts),
    ...initialProblems(spec, field, mounts),
    ...ephemeralProblems(spec, field, mounts),
    ...podResourceProblems(spec, field),
    ...hostPortProblems(spec, field, isPod),
    ...oneOf(textAt(spec, 'restartPolicy'), ['Always', 'OnFailure', 'Never'], at('restartPolicy')),
    ...oneOf(textAt(spec, 'dnsPolicy'), policies, at('dnsPolicy')),
    ...labelMap(fieldsAt(spec, 'nodeSelector'), at('nodeSelector')),
    ...podSecurityProblems(spec, at('securityContext')),
    ...when(
      spec['hostPID'] === true && spec['shareProcessNamespace'] === true,
      invalid(at('shareProcessNamespace'), true, 'ShareProcessNamespace and HostPID cannot both be enabled'),
    ),
    ...affinityProblems(fieldsAt(spec, 'affinity'), at('affinity')),
    ...dnsConfigProblems(spec, at('dnsConfig')),
    ...gateProblems(spec, field),
    ...eachItem(itemsAt(spec, 'topologySpreadConstraints'), at('topologySpreadConstraints'), spreadProblems),
    ...hostUserProblems(spec, field),
    ...word(dnsSubdomain, 'serviceAccountName'),
    ...word(dnsSubdomain, 'nodeName'),
    ...(hasAt(spec, 'activeDeadlineSeconds')
      ? inRange(spec['activeDeadlineSeconds'], 1, 2_147_483_647, at('activeDeadlineSeconds'))
      : none),
    ...word(dnsLabel, 'hostname'),
    ...word(dnsLabel, 'subdomain'),
    ...eachItem(itemsAt(spec, 'tolerations'), at('tolerations'), tolerationProblems),
    ...eachItem(itemsAt(spec, 'hostAliases'), at('hostAliases'), aliasProblems),
    ...word(dnsSubdomain, 'priorityClassName'),
    ...word(dnsSubdomain, 'runtimeClassName'),
    ...preemptionProblems(spec, at('preemptionPolicy')),
    ...limitProblems(fieldsAt(spec, 'overhead'), at('overhead')),
    ...osProblems(spec, field),
  ];
}

/** The problems of a pod, new or changed. */
export const podProblems = (pod: ApiObject): readonly FieldError[] => {
  const spec = fieldsAt(pod, 'spec');
  const images = (name: string): readonly FieldError[] =>
    eachItem(itemsAt(spec, name), `spec.${name}`, (container, path) =>
      imageProblems(textAt(container, 'image'), `${path}.image`),
    );
  return [
    ...annotationProblems(pod.metadata.annotations ?? {}, spec, 'metadata.annotations'),
    ...podSpecProblems(spec, 'spec', true),
    ...(textAt(spec, 'serviceAccountName') === '' ? tokenProblems(itemsAt(spec, 'volumes'), 'spec.volumes') : none),
    ...images('containers'),
    ...images('initContainers'),
  ];
};

/** The problems of a new pod. */
export const newPodProblems = (pod: ApiObject): readonly FieldError[] => [
  ...podProblems(pod),
  ...when(
    listAt(pod, 'spec', 'ephemeralContainers').length > 0,
    forbiddenField('spec.ephemeralContainers', 'cannot be set on create'),
  ),
  ...when(
    textAt(pod, 'spec', 'nodeName') !== '' && listAt(pod, 'spec', 'schedulingGates').length > 0,
    forbiddenField('spec.nodeName', 'cannot be set until all schedulingGates have been cleared'),
  ),
];

/** The problems of a template: labels and annotations of its own, and a spec. */
export const podTemplateProblems = (template: Fields, field: string): readonly FieldError[] => [
  ...labelMap(fieldsAt(template, 'metadata', 'labels'), `${field}.labels`),
  ...annotationMap(fieldsAt(template, 'metadata', 'annotations'), `${field}.annotations`),
  ...annotationProblems(
    fieldsAt(template, 'metadata', 'annotations'),
    fieldsAt(template, 'spec'),
    `${field}.annotations`,
  ),
  ...podSpecProblems(fieldsAt(template, 'spec'), `${field}.spec`),
  ...when(
    listAt(template, 'spec', 'ephemeralContainers').length > 0,
    forbiddenField(`${field}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template'),
  ),
];

const policies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];

/** On the network of the host a container's port is the host's. */
function hostPortProblems(spec: Fields, field: string, isPod: boolean): readonly FieldError[] {
  if (spec['hostNetwork'] !== true) return none;
  return eachItem(itemsAt(spec, 'containers'), `${field}.containers`, (container, path) =>
    eachItem(itemsAt(container, 'ports'), `${path}.ports`, (port, at) => {
      const hostPort = numberAt(port, 'hostPort');
      const isOther = (isPod || hostPort !== 0) && hostPort !== numberAt(port, 'containerPort');
      return when(
        isOther,
        invalid(`${at}.hostPort`, hostPort, 'must match `containerPort` when `hostNetwork` is true'),
      );
    }),
  );
}

function gateProblems(spec: Fields, field: string): readonly FieldError[] {
  const names = itemsAt(spec, 'schedulingGates').map((gate) => textAt(gate, 'name'));
  return [
    ...eachItem(itemsAt(spec, 'readinessGates'), `${field}.readinessGates`, (gate, path) =>
      wordProblems(qualifiedName, textAt(gate, 'conditionType'), `${path}.conditionType`),
    ),
    ...names.flatMap((name, index) => [
      ...wordProblems(qualifiedName, name, `${field}.schedulingGates[${index}]`),
      ...when(names.indexOf(name) < index, duplicate(`${field}.schedulingGates[${index}]`, name)),
    ]),
  ];
}

/** Users of its own do not go with what is the host's. */
function hostUserProblems(spec: Fields, field: string): readonly FieldError[] {
  if (spec['hostUsers'] !== false) return none;
  const shared = { hostNetwork: 'hostNetwork', hostPID: 'HostPID', hostIPC: 'HostIPC' };
  return Object.entries(shared).flatMap(([name, told]) =>
    when(spec[name] === true, forbiddenField(`${field}.${told}`, 'when `hostUsers` is false')),
  );
}

function preemptionProblems(spec: Fields, field: string): readonly FieldError[] {
  if (!isSet(spec['preemptionPolicy'])) return none;
  const policy = textAt(spec, 'preemptionPolicy');
  if (policy === '') return [required(field, '')];
  return ['PreemptLowerPriority', 'Never'].includes(policy)
    ? none
    : [notSupported(field, policy, ['PreemptLowerPriority', 'Never'])];
}
