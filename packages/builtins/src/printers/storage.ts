/**
 * The rows of volumes, claims, and the classes and drivers behind them.
 */
import {
  fieldsAt,
  hasAt,
  isSet,
  itemsAt,
  listAt,
  textAt,
  textsAt,
  valueAt,
  type ApiObject,
  type Printer,
} from '@reeve/registry';
import { ageOf, nameOf, orElse, quantityAt, setOr } from './print.ts';

const persistentVolumes: Printer = (volume, now) => [
  nameOf(volume),
  quantityAt(volume, 'spec', 'capacity', 'storage'),
  printModes(textsAt(volume, 'spec', 'accessModes')),
  textAt(volume, 'spec', 'persistentVolumeReclaimPolicy'),
  phaseOf(volume),
  hasAt(volume, 'spec', 'claimRef')
    ? `${textAt(volume, 'spec', 'claimRef', 'namespace')}/${textAt(volume, 'spec', 'claimRef', 'name')}`
    : '',
  classOf(volume),
  setOr(valueAt(volume, 'spec', 'volumeAttributesClassName'), '<unset>'),
  textAt(volume, 'status', 'reason'),
  ageOf(volume, now),
  setOr(valueAt(volume, 'spec', 'volumeMode'), '<unset>'),
];

const persistentVolumeClaims: Printer = (claim, now) => {
  const volume = textAt(claim, 'spec', 'volumeName');
  const isBound = volume !== '';
  return [
    nameOf(claim),
    phaseOf(claim),
    volume,
    isBound ? quantityAt(claim, 'status', 'capacity', 'storage') : '',
    isBound ? printModes(textsAt(claim, 'status', 'accessModes')) : '',
    classOf(claim),
    setOr(valueAt(claim, 'spec', 'volumeAttributesClassName'), '<unset>'),
    ageOf(claim, now),
    setOr(valueAt(claim, 'spec', 'volumeMode'), '<unset>'),
  ];
};

const storageClasses: Printer = (object, now) => [
  `${nameOf(object)}${isDefault(object) ? ' (default)' : ''}`,
  textAt(object, 'provisioner'),
  setOr(object['reclaimPolicy'], 'Delete'),
  setOr(object['volumeBindingMode'], 'Immediate'),
  object['allowVolumeExpansion'] === true,
  ageOf(object, now),
];

const volumeAttributesClasses: Printer = (object, now) => [
  nameOf(object),
  textAt(object, 'driverName'),
  ageOf(object, now),
];

const volumeAttachments: Printer = (object, now) => [
  nameOf(object),
  textAt(object, 'spec', 'attacher'),
  textAt(object, 'spec', 'source', 'persistentVolumeName'),
  textAt(object, 'spec', 'nodeName'),
  valueAt(object, 'status', 'attached') === true,
  ageOf(object, now),
];

const csiDrivers: Printer = (object, now) => {
  const spec = fieldsAt(object, 'spec');
  const audiences = itemsAt(spec, 'tokenRequests').map((request) => textAt(request, 'audience'));
  return [
    nameOf(object),
    spec['attachRequired'] !== false,
    spec['podInfoOnMount'] === true,
    spec['storageCapacity'] === true,
    isSet(spec['tokenRequests']) ? audiences.join(',') : '<unset>',
    spec['requiresRepublish'] === true,
    orElse(textsAt(spec, 'volumeLifecycleModes').join(','), '<none>'),
    ageOf(object, now),
  ];
};

const csiNodes: Printer = (object, now) => [
  nameOf(object),
  listAt(object, 'spec', 'drivers').length,
  ageOf(object, now),
];

export const storageCells: Readonly<Record<string, Printer>> = {
  persistentvolumeclaims: persistentVolumeClaims,
  persistentvolumes: persistentVolumes,
  'storage.k8s.io/csidrivers': csiDrivers,
  'storage.k8s.io/csinodes': csiNodes,
  'storage.k8s.io/storageclasses': storageClasses,
  'storage.k8s.io/volumeattachments': volumeAttachments,
  'storage.k8s.io/volumeattributesclasses': volumeAttributesClasses,
};

const modes = { ReadWriteOnce: 'RWO', ReadOnlyMany: 'ROX', ReadWriteMany: 'RWX', ReadWriteOncePod: 'RWOP' };

const printModes = (given: readonly string[]): string =>
  Object.entries(modes)
    .filter(([mode]) => given.includes(mode))
    .map(([, short]) => short)
    .join(',');

const phaseOf = (object: ApiObject): string =>
  object.metadata.deletionTimestamp ? 'Terminating' : textAt(object, 'status', 'phase');

const classOf = (object: ApiObject): string =>
  object.metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ??
  textAt(object, 'spec', 'storageClassName');

const isDefault = ({ metadata: { annotations } }: ApiObject): boolean =>
  annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true' ||
  annotations?.['storageclass.beta.kubernetes.io/is-default-class'] === 'true';
