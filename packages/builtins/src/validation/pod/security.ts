/**
 * Who containers run as and what they may do. Upstream: validatePodSpecSecurityContext and ValidateSecurityContext in kubernetes pkg/apis/core/validation.
 */
import {
  duplicate,
  fieldsAt,
  hasAt,
  invalid,
  isSet,
  itemsAt,
  listAt,
  notSupported,
  required,
  textAt,
  textsAt,
  valueAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { none, oneOf, relativePath, userNumber, when } from '../checks.ts';

/** What holds for all containers of a pod. */
export function podSecurityProblems(spec: Fields, field: string): readonly FieldError[] {
  const context = fieldsAt(spec, 'securityContext');
  const optional = (name: string, words: readonly string[]): readonly FieldError[] =>
    hasAt(context, name) ? oneOf(textAt(context, name), words, `${field}.${name}`) : none;
  return [
    ...['fsGroup', 'runAsUser', 'runAsGroup'].flatMap((name) => userNumber(context[name], `${field}.${name}`)),
    ...listAt(context, 'supplementalGroups').flatMap((group, index) =>
      userNumber(group, `${field}.supplementalGroups[${index}]`),
    ),
    ...sysctlProblems(spec, `${field}.sysctls`),
    ...optional('fsGroupChangePolicy', ['Always', 'OnRootMismatch']),
    ...profileProblems(context, `${field}.seccompProfile`),
    ...windowsProblems(context, `${field}.windowsOptions`),
    ...armourProblems(context, `${field}.appArmorProfile`),
    ...optional('supplementalGroupsPolicy', ['Merge', 'Strict']),
    ...optional('seLinuxChangePolicy', ['MountOption', 'Recursive']),
  ];
}

/** What holds for one container. */
export function containerSecurityProblems(
  container: Fields,
  field: string,
  hasHostUsers: boolean,
): readonly FieldError[] {
  if (!hasAt(container, 'securityContext')) return none;
  const context = fieldsAt(container, 'securityContext');
  return [
    ...userNumber(context['runAsUser'], `${field}.runAsUser`),
    ...userNumber(context['runAsGroup'], `${field}.runAsGroup`),
    ...procProblems(context, `${field}.procMount`, hasHostUsers),
    ...profileProblems(context, `${field}.seccompProfile`),
    ...escalationProblems(context, field),
    ...windowsProblems(context, `${field}.windowsOptions`),
    ...armourProblems(context, `${field}.appArmorProfile`),
  ];
}

const sysctlPattern = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';
const longestSysctl = 253;

function sysctlProblems(spec: Fields, field: string): readonly FieldError[] {
  const names = itemsAt(spec, 'securityContext', 'sysctls').map((each) => textAt(each, 'name'));
  return names.flatMap((name, index) => {
    const at = `${field}[${index}].name`;
    const isName = name.length <= longestSysctl && new RegExp(sysctlPattern, 'u').test(name);
    if (name === '') return [required(at, '')];
    if (!isName)
      return [invalid(at, name, `must have at most ${longestSysctl} characters and match regex ${sysctlPattern}`)];
    return [...when(names.indexOf(name) < index, duplicate(at, name)), ...hostSysctl(spec, name, at)];
  });
}

/** Settings of a namespace that a pod shares with its host are the host's. */
function hostSysctl(spec: Fields, name: string, field: string): readonly FieldError[] {
  const own = name.replaceAll('/', '.');
  const isNet = own.startsWith('net.');
  const isIpc = /^(kernel\.(shm|msg|sem)|fs\.mqueue\.)/u.test(own);
  if (spec['hostNetwork'] === true && isNet)
    return [invalid(field, name, "may not be specified when 'hostNetwork' is true")];
  return when(spec['hostIPC'] === true && isIpc, invalid(field, name, "may not be specified when 'hostIPC' is true"));
}

const profileTypes = ['Localhost', 'RuntimeDefault', 'Unconfined'];

function profileProblems(context: Fields, field: string): readonly FieldError[] {
  if (!hasAt(context, 'seccompProfile')) return none;
  const profile = fieldsAt(context, 'seccompProfile');
  const type = textAt(profile, 'type');
  const path = profile['localhostProfile'];
  const goProfile = { Type: type, LocalhostProfile: path };
  return [
    ...(type === ''
      ? [required(`${field}.type`, 'type is required when seccompProfile is set')]
      : oneOf(type, profileTypes, `${field}.type`)),
    ...(type === 'Localhost'
      ? isSet(path)
        ? relativePath(textAt(profile, 'localhostProfile'), `${field}.localhostProfile`)
        : [required(`${field}.localhostProfile`, 'must be set when seccomp type is Localhost')]
      : when(
          isSet(path),
          invalid(`${field}.localhostProfile`, goProfile, 'can only be set when seccomp type is Localhost'),
        )),
  ];
}

function armourProblems(context: Fields, field: string): readonly FieldError[] {
  if (!hasAt(context, 'appArmorProfile')) return none;
  const profile = fieldsAt(context, 'appArmorProfile');
  const type = textAt(profile, 'type');
  const path = textAt(profile, 'localhostProfile');
  const at = `${field}.localhostProfile`;
  if (type === '') return [required(`${field}.type`, 'type is required when appArmorProfile is set')];
  if (!profileTypes.includes(type)) return [notSupported(`${field}.type`, type, profileTypes)];
  if (type !== 'Localhost')
    return when(
      hasAt(profile, 'localhostProfile'),
      invalid(at, path, 'can only be set when AppArmor type is Localhost'),
    );
  if (path.trim() !== path) return [invalid(at, path, 'must not be padded with whitespace')];
  return when(path === '', required(at, 'must be set when AppArmor type is Localhost'));
}

function procProblems(context: Fields, field: string, hasHostUsers: boolean): readonly FieldError[] {
  if (!hasAt(context, 'procMount')) return none;
  const mount = textAt(context, 'procMount');
  return [
    ...oneOf(mount, ['Default', 'Unmasked'], field),
    ...when(hasHostUsers && mount === 'Unmasked', invalid(field, mount, '`hostUsers` must be false to use `Unmasked`')),
  ];
}

/** What has all rights cannot be kept from taking them. */
function escalationProblems(context: Fields, field: string): readonly FieldError[] {
  if (context['allowPrivilegeEscalation'] !== false) return none;
  const may = 'cannot set `allowPrivilegeEscalation` to false and';
  return [
    ...when(context['privileged'] === true, invalid(field, goContext(context), `${may} \`privileged\` to true`)),
    ...textsAt(context, 'capabilities', 'add')
      .filter((name) => name === 'CAP_SYS_ADMIN')
      .map(() => invalid(field, goContext(context), `${may} \`capabilities.Add\` CAP_SYS_ADMIN`)),
  ];
}

const goNames: Readonly<Record<string, string>> = {
  Capabilities: 'capabilities',
  Privileged: 'privileged',
  SELinuxOptions: 'seLinuxOptions',
  WindowsOptions: 'windowsOptions',
  RunAsUser: 'runAsUser',
  RunAsGroup: 'runAsGroup',
  RunAsNonRoot: 'runAsNonRoot',
  ReadOnlyRootFilesystem: 'readOnlyRootFilesystem',
  AllowPrivilegeEscalation: 'allowPrivilegeEscalation',
  ProcMount: 'procMount',
  SeccompProfile: 'seccompProfile',
  AppArmorProfile: 'appArmorProfile',
};

/** A context as Go prints the struct. */
const goContext = (context: Fields): Fields =>
  Object.fromEntries(
    Object.entries(goNames).map(([goName, name]) => [
      goName,
      name === 'capabilities' && isSet(context[name])
        ? { Add: valueAt(context, name, 'add') ?? null, Drop: valueAt(context, name, 'drop') ?? null }
        : (context[name] ?? null),
    ]),
  );

function windowsProblems(context: Fields, field: string): readonly FieldError[] {
  const at = `${field}.runAsUserName`;
  if (!hasAt(context, 'windowsOptions', 'runAsUserName')) return none;
  const name = textAt(context, 'windowsOptions', 'runAsUserName');
  if (name === '') return [invalid(at, name, 'runAsUserName cannot be an empty string')];
  return when(name.split('\\').length > 2, invalid(at, name, 'runAsUserName cannot contain more than one backslash'));
}
