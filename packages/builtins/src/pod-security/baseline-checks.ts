/**
 * The checks of the level `baseline`: what lets a pod out of its container. Upstream: pod-security-admission policy/check_….go.
 */
import { fieldsAt, hasAt, itemsAt, numberAt, textAt, textsAt, valueAt, type Fields } from '@reeve/registry';
import { containersOf, inOrder, namesOf, plural, quoted, setters, theContainers, type Violation } from './words.ts';

/** Looks at the spec of a pod and its annotations. */
export type PodCheck = (spec: Fields, annotations: Readonly<Record<string, string>>) => Violation | undefined;

/** The containers with a security context of which something is true. */
const containersWith = (spec: Fields, test: (context: Fields) => boolean): readonly string[] =>
  namesOf(containersOf(spec).filter((container) => test(fieldsAt(container, 'securityContext'))));

/** True of a pod whose root is nobody on the node. */
export const hasOwnUsers = (spec: Fields): boolean => spec['hostUsers'] === false;

const appArmorAnnotation = 'container.apparmor.security.beta.kubernetes.io/';

export const appArmorProfile: PodCheck = (spec, annotations) => {
  const typeOf = (context: Fields): string | undefined =>
    hasAt(context, 'appArmorProfile') ? textAt(context, 'appArmorProfile', 'type') : undefined;
  const isBad = (context: Fields): boolean => !['RuntimeDefault', 'Localhost', undefined].includes(typeOf(context));
  const podContext = fieldsAt(spec, 'securityContext');
  const containers = containersOf(spec).map((container) => fieldsAt(container, 'securityContext'));
  const types = [podContext, ...containers].filter(isBad).map((context) => typeOf(context) ?? '');
  const forbidden = Object.entries(annotations)
    .filter(([key, value]) => key.startsWith(appArmorAnnotation) && !isAllowedAppArmor(value))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .toSorted();
  const who = [
    setters(isBad(podContext), containersWith(spec, isBad)),
    ...(forbidden.length > 0 ? [plural(forbidden.length, 'annotation')] : []),
  ].filter(Boolean);
  if (who.length === 0) return undefined;
  const values = [...inOrder(types), ...forbidden];
  return {
    reason: plural(values.length, 'forbidden AppArmor profile'),
    detail: `${who.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  };
};

const isAllowedAppArmor = (profile: string): boolean =>
  profile === '' || profile === 'runtime/default' || profile.startsWith('localhost/');

const defaultCapabilities = new Set(
  'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT'.split(
    ' ',
  ),
);

export const defaultCapabilitiesOnly: PodCheck = (spec) => {
  const added = (context: Fields): readonly string[] =>
    textsAt(context, 'capabilities', 'add').filter((capability) => !defaultCapabilities.has(capability));
  const bad = containersWith(spec, (context) => added(context).length > 0);
  if (bad.length === 0) return undefined;
  const all = containersOf(spec).flatMap((container) => added(fieldsAt(container, 'securityContext')));
  return {
    reason: 'non-default capabilities',
    detail: `${theContainers(bad)} must not include ${quoted(inOrder(all))} in securityContext.capabilities.add`,
  };
};

export const hostNamespaces: PodCheck = (spec) => {
  const used = ['hostNetwork', 'hostPID', 'hostIPC'].filter((name) => spec[name] === true);
  return used.length === 0
    ? undefined
    : { reason: 'host namespaces', detail: used.map((name) => `${name}=true`).join(', ') };
};

export const hostPathVolumes: PodCheck = (spec) => {
  const names = namesOf(itemsAt(spec, 'volumes').filter((volume) => hasAt(volume, 'hostPath')));
  return names.length === 0
    ? undefined
    : { reason: 'hostPath volumes', detail: `${plural(names.length, 'volume')} ${quoted(names)}` };
};

export const hostPorts: PodCheck = (spec) => {
  const portsOf = (container: Fields): readonly string[] =>
    itemsAt(container, 'ports').flatMap((port) => {
      const number = numberAt(port, 'hostPort');
      return number === 0 ? [] : [String(number)];
    });
  const bad = containersOf(spec).filter((container) => portsOf(container).length > 0);
  if (bad.length === 0) return undefined;
  const ports = inOrder(bad.flatMap(portsOf));
  return {
    reason: 'hostPort',
    detail: `${theContainers(namesOf(bad))} ${plural(bad.length, 'uses', 'use')} ${plural(ports.length, 'hostPort')} ${ports.join(', ')}`,
  };
};

export const hostProbes: PodCheck = (spec) => {
  const places = [
    ['livenessProbe'],
    ['readinessProbe'],
    ['startupProbe'],
    ['lifecycle', 'postStart'],
    ['lifecycle', 'preStop'],
  ];
  const hostsOf = (container: Fields): readonly string[] =>
    places.flatMap((place) =>
      ['httpGet', 'tcpSocket'].map((action) => textAt(container, ...place, action, 'host')).filter(Boolean),
    );
  const bad = containersOf(spec).filter((container) => hostsOf(container).length > 0);
  if (bad.length === 0) return undefined;
  const [names, hosts] = [inOrder(namesOf(bad)), inOrder(bad.flatMap(hostsOf))];
  return {
    reason: 'probe or lifecycle host',
    detail: `${theContainers(names)} ${plural(names.length, 'uses', 'use')} ${plural(hosts.length, 'probe or lifecycle host')} ${quoted(hosts)}`,
  };
};

export const privileged: PodCheck = (spec) => {
  const bad = containersWith(spec, (context) => context['privileged'] === true);
  return bad.length === 0
    ? undefined
    : { reason: 'privileged', detail: `${theContainers(bad)} must not set securityContext.privileged=true` };
};

export const procMount: PodCheck = (spec) => {
  const isBad = (context: Fields): boolean => ![undefined, null, 'Default'].includes(context['procMount'] as undefined);
  const bad = containersWith(spec, isBad);
  if (bad.length === 0) return undefined;
  const types = containersOf(spec)
    .map((container) => fieldsAt(container, 'securityContext'))
    .filter(isBad)
    .map((context) => textAt(context, 'procMount'));
  return {
    reason: 'procMount',
    detail: `${theContainers(bad)} must not set securityContext.procMount to ${quoted(inOrder(types))}`,
  };
};

export const seLinuxOptions =
  (allowed: readonly string[]): PodCheck =>
  (spec) => {
    const podContext = fieldsAt(spec, 'securityContext');
    const optionsOf = (context: Fields): Fields => fieldsAt(context, 'seLinuxOptions');
    const isType = (context: Fields): boolean => !['', ...allowed].includes(textAt(optionsOf(context), 'type'));
    const sets = (context: Fields, name: string): boolean => textAt(optionsOf(context), name) !== '';
    const isBad = (context: Fields): boolean => isType(context) || sets(context, 'user') || sets(context, 'role');
    const who = setters(isBad(podContext), containersWith(spec, isBad));
    if (who === '') return undefined;
    const all = [podContext, ...containersOf(spec).map((container) => fieldsAt(container, 'securityContext'))];
    const types = inOrder(all.filter(isType).map((context) => textAt(optionsOf(context), 'type')));
    const what = [
      ...(types.length > 0 ? [`${plural(types.length, 'type')} ${quoted(types)}`] : []),
      ...['user', 'role']
        .filter((name) => all.some((context) => sets(context, name)))
        .map((name) => `${name} may not be set`),
    ];
    return {
      reason: 'seLinuxOptions',
      detail: `${who} set forbidden securityContext.seLinuxOptions: ${what.join('; ')}`,
    };
  };

const seccompPod = 'seccomp.security.alpha.kubernetes.io/pod';
const seccompContainer = 'container.seccomp.security.alpha.kubernetes.io/';

/** Before 1.19 profiles were annotations. */
export const seccompAnnotations: PodCheck = (spec, annotations) => {
  const keys = [seccompPod, ...namesOf(containersOf(spec)).map((name) => `${seccompContainer}${name}`)];
  const bad = inOrder(
    keys.flatMap((key) => {
      const value = annotations[key];
      return value === undefined || isAllowedSeccomp(value) ? [] : [`${key}=${JSON.stringify(value)}`];
    }),
  );
  return bad.length === 0
    ? undefined
    : { reason: 'seccompProfile', detail: `forbidden ${plural(bad.length, 'annotation')} ${bad.join(', ')}` };
};

const isAllowedSeccomp = (value: string): boolean =>
  value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/');

/** What sets a profile that is not allowed. */
export const seccompProfile: PodCheck = (spec) => {
  const typeOf = (context: Fields): string | undefined =>
    hasAt(context, 'seccompProfile') ? textAt(context, 'seccompProfile', 'type') : undefined;
  const isBad = (context: Fields): boolean => ![undefined, 'Localhost', 'RuntimeDefault'].includes(typeOf(context));
  const podContext = fieldsAt(spec, 'securityContext');
  const who = setters(isBad(podContext), containersWith(spec, isBad));
  if (who === '') return undefined;
  const all = [podContext, ...containersOf(spec).map((container) => fieldsAt(container, 'securityContext'))];
  const types = inOrder(all.filter(isBad).map((context) => typeOf(context) ?? ''));
  return {
    reason: 'seccompProfile',
    detail: `${who} must not set securityContext.seccompProfile.type to ${quoted(types)}`,
  };
};

export const sysctls =
  (allowed: ReadonlySet<string>): PodCheck =>
  (spec) => {
    const bad = namesOf(itemsAt(spec, 'securityContext', 'sysctls')).filter((name) => !allowed.has(name));
    return bad.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: bad.join(', ') };
  };

export const windowsHostProcess: PodCheck = (spec) => {
  const isBad = (context: Fields): boolean => valueAt(context, 'windowsOptions', 'hostProcess') === true;
  const who = setters(isBad(fieldsAt(spec, 'securityContext')), containersWith(spec, isBad));
  return who === ''
    ? undefined
    : { reason: 'hostProcess', detail: `${who} must not set securityContext.windowsOptions.hostProcess=true` };
};
