/**
 * Where volumes come from, each with what it needs, in the order in which they are looked at. Upstream: validateVolumeSource in kubernetes
 * pkg/apis/core/validation.
 */
import {
  dnsSubdomain,
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  itemsAt,
  required,
  textAt,
  tooLong,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import {
  amountNotNegative,
  eachItem,
  fileMode,
  none,
  oneOf,
  relativePath,
  when,
  withoutBacksteps,
  wordProblems,
  type Check,
} from '../checks.ts';
import { claimSpecProblems } from '../claim-spec.ts';
import { fileProblems, keyToPathProblems, projectedProblems } from './projected.ts';

/** Texts that must be there. */
const needs =
  (...names: readonly string[]): Check<Fields> =>
  (source, field) =>
    names.flatMap((name) => when(textAt(source, name) === '', required(`${field}.${name}`, '')));

const pathTypes = ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'];

/** A path on the node; volumes of the cluster have it too. */
export const hostPathProblems: Check<Fields> = (source, field) => {
  const path = textAt(source, 'path');
  if (path === '') return [required(`${field}.path`, '')];
  return [
    ...withoutBacksteps(path, `${field}.path`),
    ...(hasAt(source, 'type') ? oneOf(textAt(source, 'type'), pathTypes, `${field}.type`) : none),
  ];
};

/** A share of a server. */
export const nfsProblems: Check<Fields> = (source, field) => [
  ...needs('server', 'path')(source, field),
  ...when(
    !textAt(source, 'path').startsWith('/'),
    invalid(`${field}.path`, textAt(source, 'path'), 'must be an absolute path'),
  ),
];

/** The name of a driver, which volumes of the cluster have too. */
export function driverProblems(driver: string, field: string): readonly FieldError[] {
  if (driver === '') return [required(field, '')];
  return [
    ...when(driver.length > 63, tooLong(field, 63)),
    ...dnsSubdomain(driver.toLowerCase()).map((problem) => invalid(field, driver, problem)),
  ];
}

const emptyDirProblems: Check<Fields> = (source, field) =>
  when(
    amountNotNegative(source['sizeLimit'], '').length > 0,
    forbiddenField(`${field}.sizeLimit`, 'SizeLimit field must be a valid resource quantity'),
  );

const keyed =
  (name: string): Check<Fields> =>
  (source, field) => [
    ...when(textAt(source, name) === '', required(`${field}.${name}`, '')),
    ...fileMode(source['defaultMode'], `${field}.defaultMode`),
    ...eachItem(itemsAt(source, 'items'), `${field}.items`, keyToPathProblems),
  ];

const downwardProblems: Check<Fields> = (source, field) => [
  ...fileMode(source['defaultMode'], `${field}.defaultMode`),
  ...itemsAt(source, 'items').flatMap((file) => fileProblems(file, field)),
];

const csiProblems: Check<Fields> = (source, field) => [
  ...driverProblems(textAt(source, 'driver'), `${field}.driver`),
  ...(hasAt(source, 'nodePublishSecretRef')
    ? textAt(source, 'nodePublishSecretRef', 'name') === ''
      ? [required(`${field}.nodePublishSecretRef.name`, '')]
      : wordProblems(dnsSubdomain, textAt(source, 'nodePublishSecretRef', 'name'), `${field}.name`)
    : none),
];

const ephemeralProblems: Check<Fields> = (source, field) =>
  hasAt(source, 'volumeClaimTemplate')
    ? claimSpecProblems(fieldsAt(source, 'volumeClaimTemplate', 'spec'), `${field}.volumeClaimTemplate.spec`)
    : [required(`${field}.volumeClaimTemplate`, '')];

export const sourceChecks: Readonly<Record<string, Check<Fields>>> = {
  emptyDir: emptyDirProblems,
  hostPath: hostPathProblems,
  gitRepo: (source, field) => [
    ...needs('repository')(source, field),
    ...relativePath(textAt(source, 'directory'), `${field}.directory`),
  ],
  gcePersistentDisk: (source, field) => needs('pdName')(source, field.replace(/gcePersistentDisk$/u, 'persistentDisk')),
  awsElasticBlockStore: needs('volumeID'),
  secret: keyed('secretName'),
  nfs: nfsProblems,
  iscsi: needs('targetPortal', 'iqn'),
  glusterfs: needs('endpoints', 'path'),
  flocker: () => none,
  persistentVolumeClaim: needs('claimName'),
  rbd: needs('image'),
  cinder: needs('volumeID'),
  cephfs: () => none,
  quobyte: needs('registry', 'volume'),
  downwardAPI: downwardProblems,
  fc: () => none,
  configMap: keyed('name'),
  azureFile: needs('secretName', 'shareName'),
  vsphereVolume: needs('volumePath'),
  photonPersistentDisk: needs('pdID'),
  portworxVolume: needs('volumeID'),
  azureDisk: needs('diskName', 'diskURI'),
  storageos: () => none,
  projected: projectedProblems,
  scaleIO: needs('gateway', 'system', 'volumeName'),
  csi: csiProblems,
  ephemeral: ephemeralProblems,
  image: (source, field) =>
    oneOf(textAt(source, 'pullPolicy'), ['Always', 'IfNotPresent', 'Never'], `${field}.pullPolicy`),
};
