/**
 * What a server warns about in a new object of every built-in resource, as one table. Upstream: WarningsOnCreate of the strategies in kubernetes pkg/registry.
 */
import { dnsLabel, fieldsAt, hasAt, itemsAt, listAt, numberAt, textAt, type ApiObject } from '@reeve/registry';
import { nodeLabelWarning, nodeSelectorWarnings } from './node-labels.ts';
import { byteWarnings, podSpecWarnings } from './pod.ts';

export type Warn = (object: ApiObject) => readonly string[];

const inNames = 'this is used in Pod names and hostnames';

/** Names with dots make odd host names. */
const nameWarnings =
  (use: string): Warn =>
  ({ metadata: { name = '' } }) => {
    const problems = dnsLabel(name);
    return problems.length === 0
      ? []
      : [
          `metadata.name: ${use}, which can result in surprising behavior; a DNS label is recommended: [${problems.join(' ')}]`,
        ];
  };

export const templateWarnings =
  (...path: readonly string[]): Warn =>
  (object) =>
    podSpecWarnings(fieldsAt(object, ...path), path.join('.'));

const all =
  (...parts: readonly Warn[]): Warn =>
  (object) =>
    parts.flatMap((warn) => warn(object));

const annotationWarning =
  (name: string, text: string): Warn =>
  ({ metadata: { annotations = {} } }) =>
    Object.hasOwn(annotations, name) ? [text] : [];

const oldClass = 'volume.beta.kubernetes.io/storage-class';
const classWarnings = annotationWarning(
  oldClass,
  `metadata.annotations[${oldClass}]: deprecated since v1.8; use "storageClassName" attribute instead`,
);
const mountable = 'kubernetes.io/enforce-mountable-secrets';
const named = nameWarnings(inNames);
export const ofTemplate = templateWarnings('spec', 'template', 'spec');

const critical = 'scheduler.alpha.kubernetes.io/critical-pod';
const criticalPodWarnings = annotationWarning(
  critical,
  `metadata.annotations[${critical}]: non-functional in v1.16+; use the "priorityClassName" field instead`,
);

/** A certificate that is none is kept all the same. */
const certificateWarnings: Warn = (secret) => {
  if (textAt(secret, 'type') !== 'kubernetes.io/tls') return [];
  const isPem = (key: string): boolean =>
    Buffer.from(textAt(secret, 'data', key), 'base64')
      .toString()
      .includes('-----BEGIN ');
  if (!isPem('tls.crt')) return ['tls: failed to find any PEM data in certificate input'];
  return isPem('tls.key') ? [] : ['tls: failed to find any PEM data in key input'];
};

const distributionWarnings: Warn = (service) =>
  textAt(service, 'spec', 'trafficDistribution') === 'PreferClose'
    ? ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"']
    : [];

const addressWarnings: Warn = (service) => {
  const hasExternal = listAt(service, 'spec', 'externalIPs').length > 0;
  if (textAt(service, 'spec', 'clusterIP') !== 'None') {
    return hasExternal ? ['spec.externalIPs is deprecated and may no longer be implemented in some clusters'] : [];
  }
  const ignored = {
    'spec.loadBalancerIP': hasAt(service, 'spec', 'loadBalancerIP') && textAt(service, 'spec', 'loadBalancerIP') !== '',
    'spec.externalIPs': hasExternal,
    'spec.SessionAffinity': textAt(service, 'spec', 'sessionAffinity') === 'ClientIP',
  };
  return Object.entries(ignored).flatMap(([field, isGiven]) =>
    isGiven ? [`${field} is ignored for headless services`] : [],
  );
};

const volumeWarnings: Warn = (volume) =>
  textAt(volume, 'spec', 'persistentVolumeReclaimPolicy') === 'Recycle'
    ? [
        'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
      ]
    : [];

const topologyWarnings: Warn = (object) =>
  itemsAt(object, 'allowedTopologies').flatMap((term, index) =>
    itemsAt(term, 'matchLabelExpressions').flatMap((expression, number) => {
      const warning = nodeLabelWarning(textAt(expression, 'key'));
      return warning === undefined
        ? []
        : [`allowedTopologies[${index}].matchLabelExpressions[${number}].key: ${warning}`];
    }),
  );

export function historyWarnings(set: ApiObject): readonly string[] {
  return numberAt(set, 'spec', 'revisionHistoryLimit') < 0
    ? ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended']
    : [];
}

export const tokenWarnings: Warn = (driver) =>
  listAt(driver, 'spec', 'tokenRequests').length > 0 && !hasAt(driver, 'spec', 'serviceAccountTokenInSecrets')
    ? [
        'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes',
      ]
    : [];

/** By resource, as `plural` or `group/plural`. */
export const newObjectWarnings: Readonly<Record<string, Warn>> = {
  nodes: (node) =>
    textAt(node, 'spec', 'externalID') === ''
      ? []
      : ['spec.externalID: this field is deprecated, and is unused by Kubernetes'],
  persistentvolumeclaims: all(classWarnings, (claim) =>
    byteWarnings(fieldsAt(claim, 'spec', 'resources', 'requests'), 'spec.resources.requests'),
  ),
  persistentvolumes: all(classWarnings, volumeWarnings),
  pods: all(nameWarnings("this is used in the Pod's hostname"), templateWarnings('spec'), criticalPodWarnings),
  podtemplates: templateWarnings('template', 'spec'),
  replicationcontrollers: all(named, ofTemplate),
  secrets: certificateWarnings,
  serviceaccounts: annotationWarning(
    mountable,
    `metadata.annotations[${mountable}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
  ),
  services: all(addressWarnings, distributionWarnings),
  'apps/daemonsets': ofTemplate,
  'apps/deployments': all(named, ofTemplate),
  'apps/replicasets': all(named, ofTemplate),
  'apps/statefulsets': all(ofTemplate, historyWarnings),
  'batch/cronjobs': all(named, templateWarnings('spec', 'jobTemplate', 'spec', 'template', 'spec')),
  'batch/jobs': all(named, ofTemplate),
  'discovery.k8s.io/endpointslices': (slice) =>
    textAt(slice, 'addressType') === 'FQDN' ? ['spec.addressType: FQDN endpoints are deprecated'] : [],
  'networking.k8s.io/ingresses': annotationWarning(
    'kubernetes.io/ingress.class',
    `annotation "kubernetes.io/ingress.class" is deprecated, please use 'spec.ingressClassName' instead`,
  ),
  'node.k8s.io/runtimeclasses': (object) =>
    nodeSelectorWarnings(fieldsAt(object, 'scheduling', 'nodeSelector'), () => 'scheduling.nodeSelector'),
  'storage.k8s.io/csidrivers': tokenWarnings,
  'storage.k8s.io/storageclasses': topologyWarnings,
};
