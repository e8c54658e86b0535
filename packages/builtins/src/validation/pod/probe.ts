/**
 * What probes and hooks must be: exactly one way to ask, and numbers that make sense. Upstream: validateProbe, validateLifecycle and validateHandler in
 * kubernetes pkg/apis/core/validation.
 */
import {
  fieldsAt,
  forbiddenField,
  hasAt,
  headerName,
  invalid,
  itemsAt,
  listAt,
  numberAt,
  required,
  textAt,
  valueAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { none, notNegative, oneOf, portNumber, portReference, when, wordProblems, type Check } from '../checks.ts';

const numbers = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold'];

/** The probes of a container. */
export const probeProblems = (container: Fields, field: string): readonly FieldError[] =>
  ['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap((name) =>
    hasAt(container, name) ? oneProbe(fieldsAt(container, name), name, `${field}.${name}`) : none,
  );

/** What is called when a container has started and before it ends. */
export function lifecycleProblems(container: Fields, field: string, spec: Fields): readonly FieldError[] {
  const lifecycle = fieldsAt(container, 'lifecycle');
  return ['postStart', 'preStop'].flatMap((name) =>
    hasAt(lifecycle, name)
      ? handlerProblems(
          fieldsAt(lifecycle, name),
          `${field}.lifecycle.${name}`,
          numberAt(spec, 'terminationGracePeriodSeconds'),
        )
      : none,
  );
}

function oneProbe(probe: Fields, name: string, path: string): readonly FieldError[] {
  const threshold = numberAt(probe, 'successThreshold');
  const grace = probe['terminationGracePeriodSeconds'];
  const isReadiness = name === 'readinessProbe';
  const at = `${path}.terminationGracePeriodSeconds`;
  return [
    ...handlerProblems(probe, path, 0),
    ...numbers.flatMap((number) => notNegative(probe[number], `${path}.${number}`)),
    ...when(
      hasAt(probe, 'terminationGracePeriodSeconds') && Number(grace) <= 0,
      invalid(at, grace, 'must be greater than 0'),
    ),
    ...when(!isReadiness && threshold !== 1, invalid(`${path}.successThreshold`, threshold, 'must be 1')),
    ...when(
      isReadiness && hasAt(probe, 'terminationGracePeriodSeconds'),
      invalid(at, grace, 'must not be set for readinessProbes'),
    ),
  ];
}

const handlers = (graceSeconds: number): Readonly<Record<string, Check<Fields>>> => ({
  exec: (exec, field) => when(listAt(exec, 'command').length === 0, required(`${field}.command`, '')),
  httpGet: (http, field) => [
    ...when(textAt(http, 'path') === '', required(`${field}.path`, '')),
    ...portReference(valueAt(http, 'port') ?? 0, `${field}.port`),
    ...oneOf(textAt(http, 'scheme'), ['HTTP', 'HTTPS'], `${field}.scheme`),
    ...itemsAt(http, 'httpHeaders').flatMap((header) =>
      wordProblems(headerName, textAt(header, 'name'), `${field}.httpHeaders`),
    ),
  ],
  tcpSocket: (socket, field) => portReference(valueAt(socket, 'port') ?? 0, `${field}.port`),
  grpc: (grpc, field) => portNumber(numberAt(grpc, 'port'), `${field}.port`),
  sleep: (sleep, field) => {
    const seconds = numberAt(sleep, 'seconds');
    const problem = `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`;
    return when(seconds < 0 || seconds > graceSeconds, invalid(field, seconds, problem));
  },
});

function handlerProblems(handler: Fields, field: string, graceSeconds: number): readonly FieldError[] {
  const checks = handlers(graceSeconds);
  const [first, ...more] = Object.keys(checks).filter((name) => hasAt(handler, name));
  if (first === undefined) return [required(field, 'must specify a handler type')];
  return [
    ...(checks[first]?.(fieldsAt(handler, first), `${field}.${first}`) ?? none),
    ...more.map((name) => forbiddenField(`${field}.${name}`, 'may not specify more than 1 handler type')),
  ];
}
