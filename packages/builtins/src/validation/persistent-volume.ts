/**
 * What volumes of the cluster must be: a size, ways to mount them, one source. Upstream: ValidatePersistentVolumeSpec in kubernetes
 * pkg/apis/core/validation.
 */
import { deepEqual } from '@reeve/machinery';
import {
  dnsSubdomain,
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  isSet,
  listAt,
  notSupported,
  required,
  textAt,
  textsAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { amountOf, none, oneOf, when, withoutBacksteps, wordProblems, type Check } from './checks.ts';
import { accessModeProblems, volumeModeProblems } from './claim-spec.ts';
import { nodeSelectorProblems } from './pod/affinity.ts';
import { driverProblems, hostPathProblems, nfsProblems, sourceChecks } from './pod/volume-sources.ts';

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

/** Sources in the order in which they are looked at; those of pods that are not here need the same as in pods. */
const sources: Readonly<Record<string, Check<Fields>>> = {
  ...Object.fromEntries(Object.keys(sourceChecks).map((name) => [name, sourceChecks[name] ?? (() => none)])),
  hostPath: hostPathProblems,
  nfs: nfsProblems,
  local: (local, field) =>
    textAt(local, 'path') === ''
      ? [required(`${field}.path`, '')]
      : withoutBacksteps(textAt(local, 'path'), `${field}.path`),
  csi: (csi, field) => [
    ...driverProblems(textAt(csi, 'driver'), `${field}.driver`),
    ...when(textAt(csi, 'volumeHandle') === '', required(`${field}.volumeHandle`, '')),
  ],
};

export function volumeProblems(volume: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(volume, 'spec');
  const policy = textAt(spec, 'persistentVolumeReclaimPolicy');
  const className = textAt(spec, 'storageClassName');
  const isRoot = textAt(spec, 'hostPath', 'path').replaceAll(/\/+/gu, '/') === '/';
  return [
    ...when(listAt(spec, 'accessModes').length === 0, required('spec.accessModes', '')),
    ...accessModeProblems(textsAt(spec, 'accessModes'), 'spec.accessModes'),
    ...capacityProblems(spec),
    ...oneOf(policy, ['Delete', 'Recycle', 'Retain'], 'spec.persistentVolumeReclaimPolicy'),
    ...affinityProblems(spec),
    ...sourceProblems(spec),
    ...when(
      isRoot && policy === 'Recycle',
      forbiddenField('spec.persistentVolumeReclaimPolicy', "may not be 'recycle' for a hostPath mount of '/'"),
    ),
    ...(className === '' ? none : wordProblems(dnsSubdomain, className, 'spec.storageClassName')),
    ...volumeModeProblems(spec, 'spec.volumeMode'),
  ];
}

export function volumeChangeProblems(volume: ApiObject, old: ApiObject): readonly FieldError[] {
  const field = 'spec.persistentvolumesource';
  const mode = textAt(volume, 'spec', 'volumeMode');
  return [
    ...when(!deepEqual(sourceOf(volume), sourceOf(old)), forbiddenField(field, `${field} is immutable after creation`)),
    ...when(mode !== textAt(old, 'spec', 'volumeMode'), invalid('volumeMode', mode, 'field is immutable')),
  ];
}

const sourceOf = (volume: ApiObject): Fields =>
  Object.fromEntries(Object.entries(fieldsAt(volume, 'spec')).filter(([name]) => !notSource.has(name)));

function capacityProblems(spec: Fields): readonly FieldError[] {
  const capacity = fieldsAt(spec, 'capacity');
  const names = Object.keys(capacity);
  const isStorage = names.length === 1 && names[0] === 'storage';
  return [
    ...when(names.length === 0, required('spec.capacity', '')),
    ...when(!isStorage, notSupported('spec.capacity', spec['capacity'] ?? null, ['storage'])),
    ...names.flatMap((name) => sizeProblems(capacity[name], `spec.capacity[${name}]`)),
  ];
}

function sizeProblems(size: unknown, field: string): readonly FieldError[] {
  const value = amountOf(size)?.milliValue();
  if (value === undefined || value > 0n) return none;
  return [
    ...when(value < 0n, invalid(field, Number(value / 1000n), 'must be a valid resource quantity')),
    invalid(field, size, 'must be greater than zero'),
  ];
}

function affinityProblems(spec: Fields): readonly FieldError[] {
  if (!hasAt(spec, 'nodeAffinity'))
    return when(hasAt(spec, 'local'), required('spec.nodeAffinity', 'Local volume requires node affinity'));
  return hasAt(spec, 'nodeAffinity', 'required')
    ? nodeSelectorProblems(fieldsAt(spec, 'nodeAffinity', 'required'), 'spec.nodeAffinity.required')
    : [required('spec.nodeAffinity.required', 'must specify required node constraints')];
}

function sourceProblems(spec: Fields): readonly FieldError[] {
  const [first, ...more] = Object.keys(sources).filter((name) => isSet(spec[name]));
  if (first === undefined) return [required('spec', 'must specify a volume type')];
  return [
    ...(sources[first]?.(fieldsAt(spec, first), `spec.${first}`) ?? none),
    ...more.map((name) => forbiddenField(`spec.${name}`, 'may not specify more than 1 volume type')),
  ];
}
