/**
 * What a container must be. Upstream: validateContainers and its parts in kubernetes pkg/apis/core/validation.
 */
import {
  duplicate,
  forbiddenField,
  invalid,
  notFoundField,
  required,
  type FieldError,
} from '../../error/field-error.ts';
import { fieldsAt, hasAt, itemsAt, numberAt, textAt, type Fields } from '../fields.ts';
import { dnsLabel } from '../wire-words.ts';
import {
  eachItem,
  none,
  oneOf,
  portName,
  portNumber,
  repeated,
  requiredWord,
  wordProblems,
  type Check,
} from './checks.ts';
import { variableProblems } from './environment.ts';
import { probeProblems } from './probe.ts';
import { resourceProblems } from './resources.ts';

/** The containers of a pod's spec, at the path of the spec; they may mount these volumes. */
export function containerProblems(spec: Fields, field: string, volumes: ReadonlySet<string>): readonly FieldError[] {
  const containers = itemsAt(spec, 'containers');
  const initial = itemsAt(spec, 'initContainers');
  const names = containers.map((container) => textAt(container, 'name'));
  const check: Check<Fields> = (container, path) => oneContainer(container, path, volumes);
  return [
    ...(containers.length === 0 ? [required(`${field}.containers`, '')] : none),
    ...eachItem(containers, `${field}.containers`, check),
    ...repeated(names).map((index) => duplicate(`${field}.containers[${index}].name`, names[index])),
    ...hostPortProblems(containers, `${field}.containers`),
    ...eachItem(initial, `${field}.initContainers`, (container, path) => [
      ...check(container, path),
      ...initialProblems(container, path),
    ]),
    ...eachItem(initial, `${field}.initContainers`, (container, path) =>
      names.includes(textAt(container, 'name')) && textAt(container, 'name') !== ''
        ? [duplicate(`${path}.name`, textAt(container, 'name'))]
        : none,
    ),
  ];
}

function oneContainer(container: Fields, field: string, volumes: ReadonlySet<string>): readonly FieldError[] {
  return [
    ...requiredWord(dnsLabel, textAt(container, 'name'), `${field}.name`),
    ...imageProblems(textAt(container, 'image'), `${field}.image`),
    ...oneOf(
      textAt(container, 'terminationMessagePolicy'),
      ['File', 'FallbackToLogsOnError'],
      `${field}.terminationMessagePolicy`,
    ),
    ...portsProblems(itemsAt(container, 'ports'), `${field}.ports`),
    ...eachItem(itemsAt(container, 'env'), `${field}.env`, variableProblems),
    ...mountProblems(itemsAt(container, 'volumeMounts'), `${field}.volumeMounts`, volumes),
    ...oneOf(textAt(container, 'imagePullPolicy'), ['Always', 'IfNotPresent', 'Never'], `${field}.imagePullPolicy`),
    ...resourceProblems(fieldsAt(container, 'resources'), `${field}.resources`),
    ...probeProblems(container, field),
  ];
}

function imageProblems(image: string, field: string): readonly FieldError[] {
  if (image === '') return [required(field, '')];
  return image.trim() === image ? none : [invalid(field, image, 'must not have leading or trailing whitespace')];
}

/** What runs before the others ends, so that nobody need ask how it is; a sidecar stays. */
function initialProblems(container: Fields, field: string): readonly FieldError[] {
  if (textAt(container, 'restartPolicy') === 'Always') return none;
  return ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']
    .filter((name) => hasAt(container, name))
    .map((name) =>
      forbiddenField(`${field}.${name}`, 'may not be set for init containers without restartPolicy=Always'),
    );
}

function portsProblems(ports: readonly Fields[], field: string): readonly FieldError[] {
  const names = ports.map((port) => textAt(port, 'name'));
  return [
    ...eachItem(ports, field, (port, path) => [
      ...(textAt(port, 'name') === '' ? none : wordProblems(portName, textAt(port, 'name'), `${path}.name`)),
      ...(numberAt(port, 'containerPort') === 0
        ? [required(`${path}.containerPort`, '')]
        : portNumber(port['containerPort'], `${path}.containerPort`)),
      ...(numberAt(port, 'hostPort') === 0 ? none : portNumber(port['hostPort'], `${path}.hostPort`)),
      ...oneOf(textAt(port, 'protocol'), ['SCTP', 'TCP', 'UDP'], `${path}.protocol`),
    ]),
    ...repeated(names).map((index) => duplicate(`${field}[${index}].name`, names[index])),
  ];
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

function mountProblems(mounts: readonly Fields[], field: string, volumes: ReadonlySet<string>): readonly FieldError[] {
  const paths = mounts.map((mount) => textAt(mount, 'mountPath'));
  return eachItem(mounts, field, (mount, path) => {
    const name = textAt(mount, 'name');
    const mountPath = textAt(mount, 'mountPath');
    const index = mounts.indexOf(mount);
    return [
      ...(name === ''
        ? [required(`${path}.name`, '')]
        : volumes.has(name)
          ? none
          : [notFoundField(`${path}.name`, name)]),
      ...(mountPath === '' ? [required(`${path}.mountPath`, '')] : none),
      ...(mountPath !== '' && paths.indexOf(mountPath) < index
        ? [invalid(`${path}.mountPath`, mountPath, 'must be unique')]
        : none),
    ];
  });
}
