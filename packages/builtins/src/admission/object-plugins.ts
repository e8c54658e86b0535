/**
 * Plugins that need nothing but the object: what is added to new objects, and what is refused whoever asks.
 * Upstream: the admission plugins DefaultTolerationSeconds, TaintNodesByCondition, StorageObjectInUseProtection, AlwaysPullImages, DenyServiceExternalIPs and
 * AlwaysDeny.
 */
import {
  fieldsAt,
  fieldsOf,
  forbidden,
  isSet,
  itemsAt,
  textAt,
  textsAt,
  type AdmissionPlugin,
  type AdmissionRequest,
  type ApiObject,
  type Fields,
} from '@reeve/registry';

type Change = (object: ApiObject) => ApiObject;

/** A plugin that changes objects of some resources, given as `plural` or `group/plural`. */
function changing(
  name: string,
  changes: Readonly<Record<string, Change>>,
  operations: readonly ('CREATE' | 'UPDATE')[] = ['CREATE'],
): AdmissionPlugin {
  return {
    name,
    operations: new Set(operations),
    mutate: ({ resource: { group, plural }, subresource, object }) => {
      const change = changes[group === '' ? plural : `${group}/${plural}`];
      return change === undefined || subresource !== undefined || object === undefined ? object : change(object);
    },
  };
}

/** How long a pod stays on a node in trouble, in seconds. */
const tolerationSeconds = 300;
const troubles = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

/** A pod that says nothing about a node in trouble stays on it for a while. */
export const defaultTolerations = changing('DefaultTolerationSeconds', { pods: withTolerations }, ['CREATE', 'UPDATE']);

function withTolerations(pod: ApiObject): ApiObject {
  const tolerations = itemsAt(pod, 'spec', 'tolerations');
  const missing = troubles.filter((key) => !tolerations.some((each) => tolerates(each, key)));
  if (missing.length === 0) return pod;
  const added = missing.map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds }));
  return { ...pod, spec: { ...fieldsOf(pod['spec']), tolerations: [...tolerations, ...added] } };
}

function tolerates(toleration: Fields, key: string): boolean {
  const isAboutKey = textAt(toleration, 'key') === key || textAt(toleration, 'key') === '';
  return isAboutKey && ['', 'NoExecute'].includes(textAt(toleration, 'effect'));
}

const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

/** A new node is not ready. */
export const nodeTaints = changing('TaintNodesByCondition', {
  nodes: (node) => {
    const taints = itemsAt(node, 'spec', 'taints');
    const isMarked = taints.some(
      (taint) => textAt(taint, 'key') === notReady.key && textAt(taint, 'effect') === notReady.effect,
    );
    return isMarked ? node : { ...node, spec: { ...fieldsOf(node['spec']), taints: [...taints, notReady] } };
  },
});

const protectedBy =
  (finalizer: string): Change =>
  (object) => {
    const finalizers = object.metadata.finalizers ?? [];
    return finalizers.includes(finalizer)
      ? object
      : { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, finalizer] } };
  };

/** Storage in use is not deleted. */
export const storageProtection = changing('StorageObjectInUseProtection', {
  persistentvolumeclaims: protectedBy('kubernetes.io/pvc-protection'),
  persistentvolumes: protectedBy('kubernetes.io/pv-protection'),
  'storage.k8s.io/volumeattributesclasses': protectedBy('kubernetes.io/vac-protection'),
});

/** Images are fetched anew by each pod, so that only those get them who may. */
export const alwaysPullImages = changing(
  'AlwaysPullImages',
  {
    pods: (pod) => {
      const spec = fieldsOf(pod['spec']);
      const lists = ['containers', 'initContainers', 'ephemeralContainers'].filter((name) => isSet(spec[name]));
      const pulled = lists.map((name) => [
        name,
        itemsAt(spec, name).map((container) => ({ ...container, imagePullPolicy: 'Always' })),
      ]);
      const volumes = itemsAt(spec, 'volumes').map((volume) =>
        isSet(volume['image']) ? { ...volume, image: { ...fieldsAt(volume, 'image'), pullPolicy: 'Always' } } : volume,
      );
      const changed = Object.fromEntries(pulled) as Fields;
      return { ...pod, spec: { ...spec, ...changed, ...(volumes.length > 0 && { volumes }) } };
    },
  },
  ['CREATE', 'UPDATE'],
);

const refused = (request: AdmissionRequest, problem: string): Error => {
  const { name, object, resource } = request;
  return forbidden(resource, name || object?.metadata.name || object?.metadata.generateName || 'Unknown', problem);
};

/** Nobody sends the traffic of other addresses to a Service. */
export const denyExternalAddresses: AdmissionPlugin = {
  name: 'DenyServiceExternalIPs',
  operations: new Set(['CREATE', 'UPDATE']),
  validate(request) {
    const { resource, subresource, object, old } = request;
    if (resource.group !== '' || resource.plural !== 'services' || subresource !== undefined) return;
    const before = textsAt(old, 'spec', 'externalIPs');
    const isNew = textsAt(object, 'spec', 'externalIPs').some((address) => !before.includes(address));
    if (isNew) throw refused(request, 'Use of external IPs is denied by admission control');
  },
};

/** Nothing is changed at all. */
export const alwaysDeny: AdmissionPlugin = {
  name: 'AlwaysDeny',
  operations: new Set(['CREATE', 'UPDATE', 'DELETE', 'CONNECT']),
  validate(request) {
    throw refused(request, 'admission control is denying all modifications');
  },
};
