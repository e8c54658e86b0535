/**
 * What a container must be, and what those must be that run before the others or are added to look into them. Upstream: validateContainers,
 * validateInitContainers and validateEphemeralContainers in kubernetes pkg/apis/core/validation.
 */
import {
  dnsLabel,
  duplicate,
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  isSet,
  itemsAt,
  listAt,
  notFoundField,
  numberAt,
  required,
  textAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import {
  eachItem,
  none,
  oneOf,
  portName,
  portNumber,
  repeated,
  requiredWord,
  when,
  wordProblems,
  type Check,
} from '../checks.ts';
import { environmentProblems } from './environment.ts';
import { deviceProblems, mountProblems, type Mountable } from './mounts.ts';
import { lifecycleProblems, probeProblems } from './probe.ts';
import { resizePolicyProblems, resourceProblems } from './resources.ts';
import { containerSecurityProblems } from './security.ts';

/** The containers of a pod's spec, at the path of the spec; they may mount these volumes. */
export function containerProblems(spec: Fields, field: string, volumes: Mountable): readonly FieldError[] {
  const containers = itemsAt(spec, 'containers');
  const names = namesOf(containers);
  const path = `${field}.containers`;
  if (containers.length === 0) return [required(path, '')];
  return [
    ...eachItem(containers, path, (container, at) => [
      ...oneContainer(container, at, spec, volumes),
      ...when(
        names.indexOf(textAt(container, 'name')) < containers.indexOf(container),
        duplicate(`${at}.name`, textAt(container, 'name')),
      ),
      ...lifecycleProblems(container, at, spec),
      ...probeProblems(container, at),
      ...restartProblems(container, at),
    ]),
    ...hostPortProblems(containers, path),
  ];
}

/** Containers that run before the others, one by one. A sidecar is one that stays. */
export function initialProblems(spec: Fields, field: string, volumes: Mountable): readonly FieldError[] {
  const initial = itemsAt(spec, 'initContainers');
  const names = [...namesOf(itemsAt(spec, 'containers')), ...namesOf(initial)];
  const others = names.length - initial.length;
  const path = `${field}.initContainers`;
  return eachItem(initial, path, (container, at) => {
    const isSidecar = textAt(container, 'restartPolicy') === 'Always';
    const name = textAt(container, 'name');
    return [
      ...oneContainer(container, at, spec, volumes),
      ...restartProblems(container, at),
      ...when(name !== '' && names.indexOf(name) < others + initial.indexOf(container), duplicate(`${at}.name`, name)),
      ...hostPortProblems([container], path),
      ...(isSidecar
        ? [...lifecycleProblems(container, at, spec), ...probeProblems(container, at)]
        : endingProblems(container, at)),
    ];
  });
}

/** Containers that somebody adds to a pod that runs. */
export function ephemeralProblems(spec: Fields, field: string, volumes: Mountable): readonly FieldError[] {
  const added = itemsAt(spec, 'ephemeralContainers');
  const others = [...namesOf(itemsAt(spec, 'containers')), ...namesOf(itemsAt(spec, 'initContainers'))];
  const names = [...others, ...namesOf(added)];
  return eachItem(added, `${field}.ephemeralContainers`, (container, at) => {
    const name = textAt(container, 'name');
    const target = textAt(container, 'targetContainerName');
    return [
      ...oneContainer(container, at, spec, volumes),
      ...imageProblems(textAt(container, 'image'), `${at}.image`),
      ...when(names.indexOf(name) < others.length + added.indexOf(container), duplicate(`${at}.name`, name)),
      ...when(target !== '' && !others.includes(target), notFoundField(`${at}.targetContainerName`, target)),
      ...notForEphemeral.flatMap((each) =>
        when(isGiven(container[each]), forbiddenField(`${at}.${each}`, ephemeralOnly)),
      ),
      ...eachItem(itemsAt(container, 'volumeMounts'), `${at}.volumeMounts`, (mount, path) =>
        ['subPath', 'subPathExpr'].flatMap((each) =>
          when(textAt(mount, each) !== '', forbiddenField(`${path}.${each}`, ephemeralOnly)),
        ),
      ),
    ];
  });
}

/** An image of a pod; that of a template is looked at when there is a pod. */
export const imageProblems = (image: string, field: string): readonly FieldError[] =>
  when(image.trim() !== image, invalid(field, image, 'must not have leading or trailing whitespace'));

const ephemeralOnly = 'cannot be set for an Ephemeral Container';
const notForEphemeral = [
  'ports',
  'resources',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
  'resizePolicy',
  'restartPolicy',
];
const isGiven = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : isSet(value) && (typeof value !== 'object' || Object.keys(fieldsAt(value)).length > 0);

const namesOf = (containers: readonly Fields[]): string[] => containers.map((container) => textAt(container, 'name'));

function oneContainer(container: Fields, field: string, spec: Fields, volumes: Mountable): readonly FieldError[] {
  return [
    ...requiredWord(dnsLabel, textAt(container, 'name'), `${field}.name`),
    ...when(textAt(container, 'image') === '', required(`${field}.image`, '')),
    ...oneOf(
      textAt(container, 'terminationMessagePolicy'),
      ['File', 'FallbackToLogsOnError'],
      `${field}.terminationMessagePolicy`,
    ),
    ...portsProblems(itemsAt(container, 'ports'), `${field}.ports`),
    ...environmentProblems(container, field),
    ...mountProblems(container, `${field}.volumeMounts`, volumes),
    ...deviceProblems(container, `${field}.volumeDevices`, volumes),
    ...oneOf(textAt(container, 'imagePullPolicy'), ['Always', 'IfNotPresent', 'Never'], `${field}.imagePullPolicy`),
    ...resourceProblems(fieldsAt(container, 'resources'), `${field}.resources`, claimNames(spec)),
    ...resizePolicyProblems(itemsAt(container, 'resizePolicy'), `${field}.resizePolicy`, textAt(spec, 'restartPolicy')),
    ...containerSecurityProblems(container, `${field}.securityContext`, spec['hostUsers'] !== false),
  ];
}

const claimNames = (spec: Fields): readonly string[] =>
  itemsAt(spec, 'resourceClaims').map((claim) => textAt(claim, 'name'));

const restartProblems = (container: Fields, field: string): readonly FieldError[] =>
  isSet(container['restartPolicy'])
    ? oneOf(textAt(container, 'restartPolicy'), ['Always', 'Never', 'OnFailure'], `${field}.restartPolicy`)
    : when(
        listAt(container, 'restartPolicyRules').length > 0,
        required(`${field}.restartPolicy`, 'must specify restartPolicy when restart rules are used'),
      );

/** What runs before the others ends, so that nobody need ask how it is. */
const endingProblems = (container: Fields, field: string): readonly FieldError[] =>
  ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']
    .filter((name) => hasAt(container, name))
    .map((name) =>
      forbiddenField(`${field}.${name}`, 'may not be set for init containers without restartPolicy=Always'),
    );

function portsProblems(ports: readonly Fields[], field: string): readonly FieldError[] {
  const names = ports.map((port) => textAt(port, 'name'));
  const check: Check<Fields> = (port, path) => [
    ...nameProblems(names, ports.indexOf(port), `${path}.name`),
    ...(numberAt(port, 'containerPort') === 0
      ? [required(`${path}.containerPort`, '')]
      : portNumber(port['containerPort'], `${path}.containerPort`)),
    ...(numberAt(port, 'hostPort') === 0 ? none : portNumber(port['hostPort'], `${path}.hostPort`)),
    ...oneOf(textAt(port, 'protocol'), ['SCTP', 'TCP', 'UDP'], `${path}.protocol`),
  ];
  return eachItem(ports, field, check);
}

function nameProblems(names: readonly string[], index: number, field: string): readonly FieldError[] {
  const name = names[index] ?? '';
  const problems = name === '' ? none : wordProblems(portName, name, field);
  return problems.length > 0 || name === '' ? problems : when(names.indexOf(name) < index, duplicate(field, name));
}

function hostPortProblems(containers: readonly Fields[], field: string): readonly FieldError[] {
  const taken = containers.flatMap((container, index) =>
    itemsAt(container, 'ports').map((port, number) => ({
      path: `${field}[${index}].ports[${number}].hostPort`,
      key:
        numberAt(port, 'hostPort') === 0
          ? ''
          : `${textAt(port, 'protocol')}/${textAt(port, 'hostIP')}/${numberAt(port, 'hostPort')}`,
    })),
  );
  return repeated(taken.map(({ key }) => key)).flatMap((index) =>
    taken[index] ? [duplicate(taken[index].path, taken[index].key)] : [],
  );
}
