/**
 * What a probe must be: exactly one way to ask, and numbers that make sense. Upstream: validateProbe in kubernetes pkg/apis/core/validation.
 */
import { forbiddenField, invalid, required, type FieldError } from '../../error/field-error.ts';
import { fieldsAt, hasAt, numberAt, valueAt, type Fields } from '../fields.ts';
import { none, notNegative, portNumber, portReference } from './checks.ts';

const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc'];
const numbers = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold'];

/** The probes of a container. */
export const probeProblems = (container: Fields, field: string): readonly FieldError[] => [
  ...oneProbe(container, 'livenessProbe', field),
  ...oneProbe(container, 'readinessProbe', field),
  ...oneProbe(container, 'startupProbe', field),
];

function oneProbe(container: Fields, name: string, field: string): readonly FieldError[] {
  if (!hasAt(container, name)) return none;
  const probe = fieldsAt(container, name);
  const path = `${field}.${name}`;
  const threshold = numberAt(probe, 'successThreshold');
  return [
    ...handlerProblems(probe, path),
    ...numbers.flatMap((number) => notNegative(probe[number], `${path}.${number}`)),
    ...(name !== 'readinessProbe' && threshold !== 1
      ? [invalid(`${path}.successThreshold`, threshold, 'must be 1')]
      : none),
  ];
}

function handlerProblems(probe: Fields, field: string): readonly FieldError[] {
  const given = handlers.filter((name) => hasAt(probe, name));
  const [first, ...more] = given;
  if (first === undefined) return [required(field, 'must specify a handler type')];
  return [
    ...more.map((name) => forbiddenField(`${field}.${name}`, 'may not specify more than 1 handler type')),
    ...['httpGet', 'tcpSocket']
      .filter((name) => name === first)
      .flatMap((name) => portReference(valueAt(probe, name, 'port') ?? 0, `${field}.${name}.port`)),
    ...(first === 'grpc' ? portNumber(valueAt(probe, 'grpc', 'port'), `${field}.grpc.port`) : none),
  ];
}
