/**
 * What a server warns about in a pod or in a template for pods: what is taken but does not do what it says, or not for long.
 * Upstream: kubernetes pkg/api/pod GetWarningsForPodTemplate.
 */
import { fieldsAt, hasAt, itemsAt, numberAt, textAt, type Fields } from '@reeve/registry';
import { amountOf } from '../validation/checks.ts';
import { nodeLabelWarning, nodeSelectorWarnings } from './node-labels.ts';

const oldVolumes: Readonly<Record<string, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};

/** The warnings about a pod's spec at a path. */
export const podSpecWarnings = (spec: Fields, field: string): readonly string[] => [
  ...nodeSelectorWarnings(fieldsAt(spec, 'nodeSelector'), (label) => `${field}.nodeSelector[${label}]`),
  ...affinityWarnings(
    spec,
    `${field}.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`,
  ),
  ...itemsAt(spec, 'topologySpreadConstraints').flatMap((each, index) =>
    spreadWarnings(each, `${field}.topologySpreadConstraints[${index}]`),
  ),
  ...itemsAt(spec, 'hostAliases').flatMap((alias, index, all) =>
    isRepeated(alias, index, all, 'ip')
      ? [`${field}.hostAliases[${index}].ip: duplicate ip ${JSON.stringify(textAt(alias, 'ip'))}`]
      : [],
  ),
  ...pullSecretWarnings(itemsAt(spec, 'imagePullSecrets'), `${field}.imagePullSecrets`),
  ...itemsAt(spec, 'volumes').flatMap((volume, index) =>
    Object.entries(oldVolumes).flatMap(([name, text]) =>
      hasAt(volume, name) ? [`${field}.volumes[${index}].${name === 'storageos' ? 'storageOS' : name}: ${text}`] : [],
    ),
  ),
  ...itemsAt(spec, 'containers').flatMap((container, index) =>
    containerWarnings(container, `${field}.containers[${index}]`),
  ),
  ...portWarnings(spec, field),
  ...emptyProjections(itemsAt(spec, 'volumes')),
];

/** Amounts of memory and storage are whole bytes. */
export function byteWarnings(amounts: Fields, field: string): readonly string[] {
  const counted = ['memory', 'storage', 'ephemeral-storage'];
  return counted.flatMap((name) => {
    const amount = amountOf(amounts[name]);
    const isWhole = amount === undefined || amount.milliValue() % 1000n === 0n;
    return isWhole
      ? []
      : [
          `${field}[${name}]: fractional byte value ${JSON.stringify(amount.toString())} is invalid, must be an integer`,
        ];
  });
}

function containerWarnings(container: Fields, field: string): readonly string[] {
  return [
    ...byteWarnings(fieldsAt(container, 'resources', 'limits'), `${field}.resources.limits`),
    ...byteWarnings(fieldsAt(container, 'resources', 'requests'), `${field}.resources.requests`),
    ...itemsAt(container, 'env').flatMap((variable, index, all) =>
      isRepeated(variable, index, all, 'name') && !addsToItself(variable)
        ? [
            `${field}.env[${index}]: hides previous definition of ${JSON.stringify(textAt(variable, 'name'))}, which may be dropped when using apply`,
          ]
        : [],
    ),
  ];
}

/** A variable that is made from what it was before, as in `X=$(X):more`. */
function addsToItself(variable: Fields): boolean {
  const before = `$(${textAt(variable, 'name')})`;
  const value = textAt(variable, 'value');
  return !hasAt(variable, 'valueFrom') && value !== before && value.includes(before);
}

const isRepeated = (item: Fields, index: number, all: readonly Fields[], name: string): boolean =>
  all.findIndex((each) => textAt(each, name) === textAt(item, name)) < index;

/** A port is the same as another of the pod unless both have names. */
function portWarnings(spec: Fields, field: string): readonly string[] {
  const ports = ['initContainers', 'containers'].flatMap((list) =>
    itemsAt(spec, list).flatMap((container, index) =>
      itemsAt(container, 'ports').map((port, number) => ({
        path: `${field}.${list}[${index}].ports[${number}]`,
        key: `${textAt(port, 'protocol')}/${numberAt(port, 'containerPort')}`,
        name: textAt(port, 'name'),
      })),
    ),
  );
  return ports.flatMap((port, index) =>
    ports
      .slice(0, index)
      .filter((other) => other.key === port.key && (other.name === '' || port.name === ''))
      .map((other) => `${port.path}: duplicate port definition with ${other.path}`),
  );
}

const emptyProjections = (volumes: readonly Fields[]): readonly string[] =>
  volumes.flatMap((volume) =>
    itemsAt(volume, 'projected', 'sources').some((source) => Object.keys(source).length === 0)
      ? [`volume ${JSON.stringify(textAt(volume, 'name'))} (Projected) has no sources provided`]
      : [],
  );

function affinityWarnings(spec: Fields, field: string): readonly string[] {
  const required = fieldsAt(spec, 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution');
  return itemsAt(required, 'nodeSelectorTerms').flatMap((term, index) =>
    itemsAt(term, 'matchExpressions').flatMap((expression, number) => {
      const key = textAt(expression, 'key');
      const warning = nodeLabelWarning(key);
      return warning === undefined ? [] : [`${field}[${index}].matchExpressions[${number}].key: ${key} is ${warning}`];
    }),
  );
}

function spreadWarnings(constraint: Fields, field: string): readonly string[] {
  const key = textAt(constraint, 'topologyKey');
  const warning = nodeLabelWarning(key);
  return [
    ...(warning === undefined ? [] : [`${field}.topologyKey: ${key} is ${warning}`]),
    ...(hasAt(constraint, 'labelSelector')
      ? []
      : [`${field}.labelSelector: a null labelSelector results in matching no pod`]),
  ];
}

function pullSecretWarnings(secrets: readonly Fields[], field: string): readonly string[] {
  return [
    ...secrets.flatMap((secret, index, all) =>
      textAt(secret, 'name') !== '' && isRepeated(secret, index, all, 'name')
        ? [`${field}[${index}].name: duplicate name ${JSON.stringify(textAt(secret, 'name'))}`]
        : [],
    ),
    ...secrets.flatMap((secret, index) =>
      textAt(secret, 'name') === '' ? [`${field}[${index}].name: invalid empty name ""`] : [],
    ),
  ];
}
