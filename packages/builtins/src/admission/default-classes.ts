/**
 * Claims and ingresses that name no class get the one that is marked as the default. Upstream: the DefaultStorageClass and DefaultIngressClass admission
 * plugins.
 */
import {
  fieldsAt,
  isSet,
  type AdmissionPlugin,
  type AdmissionRequest,
  type ApiObject,
  type Store,
} from '@reeve/registry';
import { currentObjects } from './current-objects.ts';

interface Classed {
  /** The resource whose objects name a class, as `plural` or `group/plural`. */
  readonly resource: string;
  readonly field: string;
  /** An annotation that names a class, too. */
  readonly annotation: string;
  readonly classes: string;
  readonly mark: string;
}

const claims: Classed = {
  resource: 'persistentvolumeclaims',
  field: 'storageClassName',
  annotation: 'volume.beta.kubernetes.io/storage-class',
  classes: 'storage.k8s.io/storageclasses',
  mark: 'storageclass.kubernetes.io/is-default-class',
};

const ingresses: Classed = {
  resource: 'networking.k8s.io/ingresses',
  field: 'ingressClassName',
  annotation: 'kubernetes.io/ingress.class',
  classes: 'networking.k8s.io/ingressclasses',
  mark: 'ingressclass.kubernetes.io/is-default-class',
};

export const defaultStorageClass = (store: Store): AdmissionPlugin =>
  defaultClass('DefaultStorageClass', claims, store);

export const defaultIngressClass = (store: Store): AdmissionPlugin =>
  defaultClass('DefaultIngressClass', ingresses, store);

function defaultClass(name: string, classed: Classed, store: Store): AdmissionPlugin {
  return {
    name,
    mutate: (request) => {
      const { object, operation, subresource, resource } = request as AdmissionRequest & { object: ApiObject }; // there is one when something is to be changed
      const full = resource.group === '' ? resource.plural : `${resource.group}/${resource.plural}`;
      const isAsked = operation === 'CREATE' && subresource === undefined && full === classed.resource;
      return isAsked ? withClass(object, classed, store) : object;
    },
  };
}

function withClass(object: ApiObject, { field, annotation, classes, mark }: Classed, store: Store): ApiObject {
  const spec = fieldsAt(object, 'spec');
  if (isSet(spec[field]) || object.metadata.annotations?.[annotation] !== undefined) return object;
  const marked = currentObjects(store, classes).filter(({ metadata }) => metadata.annotations?.[mark] === 'true');
  const [newest] = marked.toSorted((a, b) => byAge(a, b));
  return newest === undefined ? object : { ...object, spec: { ...spec, [field]: newest.metadata.name } };
}

/** Of several defaults the newest counts, of those of one second the first by name. */
function byAge({ metadata: a }: ApiObject, { metadata: b }: ApiObject): number {
  return (
    (b.creationTimestamp ?? '').localeCompare(a.creationTimestamp ?? '') || (a.name ?? '').localeCompare(b.name ?? '')
  );
}
