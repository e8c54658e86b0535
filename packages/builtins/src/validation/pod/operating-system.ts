/**
 * Fields that only one operating system knows, for pods that say which one they are for. Upstream: validateOS, validateLinux and validateWindows in
 * kubernetes pkg/apis/core/validation.
 */
import {
  fieldsAt,
  forbiddenField,
  hasAt,
  itemsAt,
  listAt,
  notSupported,
  required,
  textAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { eachItem, none, when } from '../checks.ts';

/** The problems of a spec for its operating system. */
export function osProblems(spec: Fields, field: string): readonly FieldError[] {
  if (!hasAt(spec, 'os')) return none;
  const name = textAt(spec, 'os', 'name');
  if (name === '') return [required(`${field}.os.name`, '')];
  if (name === 'linux') return linuxProblems(spec, field);
  return name === 'windows' ? windowsProblems(spec, field) : [notSupported(`${field}.os`, name, ['linux', 'windows'])];
}

function linuxProblems(spec: Fields, field: string): readonly FieldError[] {
  const problems = (holder: Fields, path: string): readonly FieldError[] =>
    when(
      hasAt(holder, 'securityContext', 'windowsOptions'),
      forbiddenField(`${path}.securityContext.windowsOptions`, 'windows options cannot be set for a linux pod'),
    );
  return [...problems(spec, field), ...eachContainer(spec, field, problems)];
}

/** What windows does not have, in the order in which it is told; what is true of a host there is not. */
const ofPod = [
  'securityContext.appArmorProfile',
  'securityContext.seLinuxOptions',
  'securityContext.seccompProfile',
  'securityContext.fsGroup',
  'securityContext.fsGroupChangePolicy',
  'securityContext.sysctls',
  'securityContext.runAsUser',
  'securityContext.runAsGroup',
  'securityContext.supplementalGroups',
  'securityContext.supplementalGroupsPolicy',
  'securityContext.seLinuxChangePolicy',
  'hostUsers',
  'hostPID',
  'hostIPC',
  'shareProcessNamespace',
];
const ofContainer = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
];

function windowsProblems(spec: Fields, field: string): readonly FieldError[] {
  const told = (path: string): FieldError => forbiddenField(path, 'cannot be set for a windows pod');
  return [
    ...ofPod.filter((path) => isGiven(spec, path)).map((path) => told(`${field}.${path}`)),
    ...eachContainer(spec, field, (container, path) =>
      ofContainer
        .filter((name) => hasAt(container, 'securityContext', name))
        .map((name) => told(`${path}.securityContext.${name}`)),
    ),
  ];
}

function isGiven(spec: Fields, path: string): boolean {
  const names = path.split('.');
  if (path === 'hostPID' || path === 'hostIPC') return spec[path] === true;
  return path.endsWith('sysctls') ? listAt(spec, ...names).length > 0 : hasAt(spec, ...names);
}

const eachContainer = (
  spec: Fields,
  field: string,
  check: (container: Fields, path: string) => readonly FieldError[],
): readonly FieldError[] =>
  ['initContainers', 'containers', 'ephemeralContainers'].flatMap((name) =>
    eachItem(
      itemsAt(spec, name).map((container) => fieldsAt(container)),
      `${field}.${name}`,
      check,
    ),
  );
