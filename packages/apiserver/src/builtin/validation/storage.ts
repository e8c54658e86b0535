/**
 * What claims, volumes and storage classes must be. Upstream: kubernetes pkg/apis/core/validation and pkg/apis/storage/validation.
 */
import { deepEqual, parseQuantity } from '@reeve/machinery';
import { forbiddenField, invalid, notSupported, required, type FieldError } from '../../error/field-error.ts';
import type { ApiObject } from '../../resource/served-resource.ts';
import { fieldsAt, isSet, listAt, textAt, textsAt, valueAt, type Fields } from '../fields.ts';
import { dnsSubdomain } from '../wire-words.ts';
import { amountOf, none, oneOf, wordProblems } from './checks.ts';
import { selectorProblems } from './selector.ts';

const modes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

export function claimProblems(claim: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(claim, 'spec');
  const className = textAt(spec, 'storageClassName');
  return [
    ...(listAt(spec, 'accessModes').length === 0
      ? [required('spec.accessModes', 'at least 1 access mode is required')]
      : none),
    ...(isSet(spec['selector']) ? selectorProblems(spec['selector'], 'spec.selector') : none),
    ...modeProblems(textsAt(spec, 'accessModes')),
    ...requestProblems(valueAt(spec, 'resources', 'requests', 'storage')),
    ...(className === '' ? none : wordProblems(dnsSubdomain, className, 'spec.storageClassName')),
    ...volumeModeProblems(spec),
  ];
}

/** Once a claim is made only its size may change, and only when it is bound. */
export function claimChangeProblems(claim: ApiObject, old: ApiObject): readonly FieldError[] {
  const isBound = textAt(old, 'status', 'phase') === 'Bound';
  const fixed = (object: ApiObject): Fields => {
    const { volumeName: _name, volumeAttributesClassName: _attributes, resources, ...spec } = fieldsAt(object, 'spec');
    const { requests: _requests, ...rest } = fieldsAt(resources);
    return isBound ? { ...spec, resources: rest } : { ...spec, resources };
  };
  if (deepEqual(fixed(claim), fixed(old))) return none;
  return [
    forbiddenField(
      'spec',
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
    ),
  ];
}

/** Fields of a volume's spec that are not what it is made of. */
const notSource = new Set([
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
]);

const sourceOf = (volume: ApiObject): Fields =>
  Object.fromEntries(Object.entries(fieldsAt(volume, 'spec')).filter(([name]) => !notSource.has(name)));

export function volumeProblems(volume: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(volume, 'spec');
  const capacity = fieldsAt(spec, 'capacity');
  const names = Object.keys(capacity);
  return [
    ...(listAt(spec, 'accessModes').length === 0 ? [required('spec.accessModes', '')] : none),
    ...modeProblems(textsAt(spec, 'accessModes')),
    ...(names.length === 0 ? [required('spec.capacity', '')] : none),
    ...(names.length === 1 && names[0] === 'storage' ? none : [notSupported('spec.capacity', capacity, ['storage'])]),
    ...(Object.keys(sourceOf(volume)).length === 0 ? [required('spec', 'must specify a volume type')] : none),
    ...oneOf(
      textAt(spec, 'persistentVolumeReclaimPolicy'),
      ['Delete', 'Recycle', 'Retain'],
      'spec.persistentVolumeReclaimPolicy',
    ),
    ...volumeModeProblems(spec),
  ];
}

export const volumeChangeProblems = (volume: ApiObject, old: ApiObject): readonly FieldError[] =>
  deepEqual(sourceOf(volume), sourceOf(old))
    ? none
    : [forbiddenField('spec.persistentvolumesource', 'spec.persistentvolumesource is immutable after creation')];

export const storageClassProblems = (object: ApiObject): readonly FieldError[] => [
  ...(textAt(object, 'provisioner') === '' ? [required('provisioner', '')] : none),
  ...oneOf(textAt(object, 'reclaimPolicy'), ['Delete', 'Retain'], 'reclaimPolicy'),
  ...oneOf(textAt(object, 'volumeBindingMode'), ['Immediate', 'WaitForFirstConsumer'], 'volumeBindingMode'),
];

export const storageClassChangeProblems = (object: ApiObject, old: ApiObject): readonly FieldError[] =>
  ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode']
    .filter((name) => !deepEqual(object[name] ?? null, old[name] ?? null))
    .map((name) => invalid(name, object[name] ?? null, 'field is immutable'));

function modeProblems(given: readonly string[]): readonly FieldError[] {
  const isMixed = given.includes('ReadWriteOncePod') && given.length > 1;
  return [
    ...given.flatMap((mode) => oneOf(mode, modes, 'spec.accessModes')),
    ...(isMixed ? [forbiddenField('spec.accessModes', 'may not use ReadWriteOncePod with other access modes')] : none),
  ];
}

function requestProblems(request: unknown): readonly FieldError[] {
  const amount = amountOf(request);
  if (amount === undefined) return [required('spec.resources[storage]', '')];
  return amount.compare(parseQuantity('0')) > 0
    ? none
    : [invalid('spec.resources[storage]', request, 'must be greater than zero')];
}

const volumeModeProblems = (spec: Fields): readonly FieldError[] =>
  isSet(spec['volumeMode']) ? oneOf(textAt(spec, 'volumeMode'), ['Block', 'Filesystem'], 'spec.volumeMode') : none;
