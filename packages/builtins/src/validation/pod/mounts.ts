/**
 * Where containers see volumes: each at a path of its own, as files or as a device. Upstream: ValidateVolumeMounts and ValidateVolumeDevices in kubernetes
 * pkg/apis/core/validation.
 */
import {
  forbiddenField,
  invalid,
  isSet,
  itemsAt,
  notFoundField,
  notSupported,
  required,
  textAt,
  valueAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { eachItem, none, oneOf, relativePath, when } from '../checks.ts';

/** The volumes of a pod that have nothing wrong with them, by name. */
export type Mountable = ReadonlyMap<string, Fields>;

/** The files of volumes, at the path of the list. */
export function mountProblems(container: Fields, field: string, volumes: Mountable): readonly FieldError[] {
  const mounts = itemsAt(container, 'volumeMounts');
  const paths = mounts.map((mount) => textAt(mount, 'mountPath'));
  const devices = itemsAt(container, 'volumeDevices');
  const isDevice = (name: string, value: string): boolean => devices.some((device) => textAt(device, name) === value);
  return eachItem(mounts, field, (mount, path) => {
    const name = textAt(mount, 'name');
    const mountPath = textAt(mount, 'mountPath');
    return [
      ...when(name === '', required(`${path}.name`, '')),
      ...when(!volumes.has(name), notFoundField(`${path}.name`, name)),
      ...when(mountPath === '', required(`${path}.mountPath`, '')),
      ...when(
        paths.indexOf(mountPath) < mounts.indexOf(mount),
        invalid(`${path}.mountPath`, mountPath, 'must be unique'),
      ),
      ...when(isDevice('name', name), invalid(`${path}.name`, name, 'must not already exist in volumeDevices')),
      ...when(
        isDevice('devicePath', mountPath),
        invalid(`${path}.mountPath`, mountPath, 'must not already exist as a path in volumeDevices'),
      ),
      ...withinProblems(mount, path, field),
      ...propagationProblems(mount, container, `${field}.mountPropagation`),
      ...depthProblems(mount, `${field}.recursiveReadOnly`),
    ];
  });
}

/** Volumes as devices: only claims have those. */
export function deviceProblems(container: Fields, field: string, volumes: Mountable): readonly FieldError[] {
  const devices = itemsAt(container, 'volumeDevices');
  const mounts = itemsAt(container, 'volumeMounts');
  const isMounted = (name: string, value: string): boolean => mounts.some((mount) => textAt(mount, name) === value);
  const earlier = (name: string, device: Fields): boolean =>
    devices.findIndex((each) => textAt(each, name) === textAt(device, name)) < devices.indexOf(device);
  return eachItem(devices, field, (device, path) => {
    const name = textAt(device, 'name');
    const devicePath = textAt(device, 'devicePath');
    const volume = volumes.get(name);
    const isClaim = isSet(volume?.['persistentVolumeClaim']) || isSet(volume?.['ephemeral']);
    return [
      ...when(name === '', required(`${path}.name`, '')),
      ...when(earlier('name', device) && name !== '', invalid(`${path}.name`, name, 'must be unique')),
      ...when(
        volume !== undefined && !isClaim,
        invalid(
          `${path}.name`,
          name,
          'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
        ),
      ),
      ...when(volume === undefined, notFoundField(`${path}.name`, name)),
      ...when(devicePath === '', required(`${path}.devicePath`, '')),
      ...when(earlier('devicePath', device), invalid(`${path}.devicePath`, devicePath, 'must be unique')),
      ...when(
        devicePath.split('/').includes('..'),
        invalid(`${path}.devicePath`, devicePath, "can not contain backsteps ('..')"),
      ),
      ...when(isMounted('name', name), invalid(`${path}.name`, name, 'must not already exist in volumeMounts')),
      ...when(
        isMounted('mountPath', devicePath),
        invalid(`${path}.devicePath`, devicePath, 'must not already exist as a path in volumeMounts'),
      ),
    ];
  });
}

function withinProblems(mount: Fields, path: string, field: string): readonly FieldError[] {
  const subPath = textAt(mount, 'subPath');
  const expression = textAt(mount, 'subPathExpr');
  return [
    ...(subPath === '' ? none : relativePath(subPath, `${field}.subPath`)),
    ...when(
      subPath !== '' && expression !== '',
      invalid(`${path}.subPathExpr`, expression, 'subPathExpr and subPath are mutually exclusive'),
    ),
    ...(expression === '' ? none : relativePath(expression, `${field}.subPathExpr`)),
  ];
}

function propagationProblems(mount: Fields, container: Fields, field: string): readonly FieldError[] {
  if (!isSet(mount['mountPropagation'])) return none;
  const propagation = textAt(mount, 'mountPropagation');
  const isPrivileged = valueAt(container, 'securityContext', 'privileged') === true;
  if (propagation === 'Bidirectional' && !isPrivileged)
    return [forbiddenField(field, 'Bidirectional mount propagation is available only to privileged containers')];
  return oneOf(propagation, ['Bidirectional', 'HostToContainer', 'None'], field);
}

function depthProblems(mount: Fields, field: string): readonly FieldError[] {
  if (!isSet(mount['recursiveReadOnly'])) return none;
  const depth = textAt(mount, 'recursiveReadOnly');
  if (depth === 'Disabled') return none;
  if (!['Enabled', 'IfPossible'].includes(depth))
    return [notSupported(field, depth, ['Disabled', 'Enabled', 'IfPossible'])];
  const isDeep = isSet(mount['mountPropagation']) && textAt(mount, 'mountPropagation') !== 'None';
  return [
    ...when(mount['readOnly'] !== true, forbiddenField(field, 'may only be specified when readOnly is true')),
    ...when(isDeep, forbiddenField(field, 'may only be specified when mountPropagation is None or not specified')),
  ];
}
