/**
 * What ingresses and their classes must be. Upstream: kubernetes pkg/apis/networking/validation.
 */
import {
  dnsLabel,
  dnsSubdomain,
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  isSet,
  itemsAt,
  listAt,
  notSupported,
  numberAt,
  pathSegment,
  required,
  textAt,
  textsAt,
  tooLong,
  valueAt,
  wildcardDnsSubdomain,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { addressFamily } from '../facts/ip-address.ts';
import { domainPath, eachItem, none, portName, portNumber, requiredWord, when, wordProblems } from './checks.ts';

const classAnnotation = 'kubernetes.io/ingress.class';
const longestController = 250;

export function ingressProblems(ingress: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(ingress, 'spec');
  const className = valueAt(spec, 'ingressClassName');
  const isEmpty = listAt(spec, 'rules').length === 0 && !hasAt(spec, 'defaultBackend');
  return [
    ...when(isEmpty, invalid('spec', spec['rules'] ?? null, 'either `defaultBackend` or `rules` must be specified')),
    ...(hasAt(spec, 'defaultBackend')
      ? backendProblems(fieldsAt(spec, 'defaultBackend'), 'spec.defaultBackend')
      : none),
    ...eachItem(itemsAt(spec, 'rules'), 'spec.rules', ruleProblems),
    ...eachItem(itemsAt(spec, 'tls'), 'spec.tls', certificateProblems),
    ...(typeof className === 'string' ? wordProblems(dnsSubdomain, className, 'spec.ingressClassName') : none),
  ];
}

/** The class has an older place, which must not contradict the newer one. */
export function newIngressProblems(ingress: ApiObject): readonly FieldError[] {
  const older = ingress.metadata.annotations?.[classAnnotation];
  const newer = valueAt(ingress, 'spec', 'ingressClassName');
  const isOther = older !== undefined && isSet(newer) && older !== newer;
  const problem = 'must match `ingressClassName` when both are specified';
  return [...ingressProblems(ingress), ...when(isOther, invalid(`annotations.${classAnnotation}`, older, problem))];
}

export function ingressClassProblems(object: ApiObject): readonly FieldError[] {
  const controller = textAt(object, 'spec', 'controller');
  return [
    ...when(controller.length > longestController, tooLong('spec.controller', longestController)),
    ...domainPath(controller, 'spec.controller'),
    ...(hasAt(object, 'spec', 'parameters') ? parameterProblems(fieldsAt(object, 'spec', 'parameters')) : none),
  ];
}

export const ingressClassChangeProblems = (object: ApiObject, old: ApiObject): readonly FieldError[] => {
  const controller = textAt(object, 'spec', 'controller');
  return when(
    controller !== textAt(old, 'spec', 'controller'),
    invalid('spec.controller', controller, 'field is immutable'),
  );
};

function ruleProblems(rule: Fields, field: string): readonly FieldError[] {
  const paths = itemsAt(rule, 'http', 'paths');
  return [
    ...ruleHostProblems(textAt(rule, 'host'), `${field}.host`),
    ...when(hasAt(rule, 'http') && paths.length === 0, required(`${field}.http.paths`, '')),
    ...eachItem(paths, `${field}.http.paths`, pathProblems),
  ];
}

function ruleHostProblems(host: string, field: string): readonly FieldError[] {
  if (host === '') return none;
  return [
    ...when(addressFamily(host) !== undefined, invalid(field, host, 'must be a DNS name, not an IP address')),
    ...hostProblems(host, field),
  ];
}

const hostProblems = (host: string, field: string): readonly FieldError[] =>
  wordProblems(host.includes('*') ? wildcardDnsSubdomain : dnsSubdomain, host, field);

const certificateProblems = (certificate: Fields, field: string): readonly FieldError[] => [
  ...textsAt(certificate, 'hosts').flatMap((host, index) => hostProblems(host, `${field}.hosts[${index}]`)),
  ...(textAt(certificate, 'secretName') === ''
    ? none
    : wordProblems(dnsSubdomain, textAt(certificate, 'secretName'), `${field}.secretName`)),
];

const sequences = ['//', '/./', '/../', '%2f', '%2F'];
const endings = ['/..', '/.'];

function pathProblems(each: Fields, field: string): readonly FieldError[] {
  const path = textAt(each, 'path');
  const type = textAt(each, 'pathType');
  const at = `${field}.path`;
  if (!hasAt(each, 'pathType')) return [required(`${field}.pathType`, 'pathType must be specified')];
  const isCompared = type === 'Exact' || type === 'Prefix';
  const isKnown = isCompared || type === 'ImplementationSpecific';
  const types = ['Exact', 'ImplementationSpecific', 'Prefix'];
  return [
    ...when(!isKnown, notSupported(`${field}.pathType`, type, types)),
    ...when(
      isKnown && (isCompared || path !== '') && !path.startsWith('/'),
      invalid(at, path, 'must be an absolute path'),
    ),
    ...(isCompared ? sequences : []).flatMap((part) =>
      when(path.includes(part), invalid(at, path, `must not contain '${part}'`)),
    ),
    ...(isCompared ? endings : []).flatMap((part) =>
      when(path.endsWith(part), invalid(at, path, `cannot end with '${part}'`)),
    ),
    ...backendProblems(fieldsAt(each, 'backend'), `${field}.backend`),
  ];
}

function backendProblems(backend: Fields, field: string): readonly FieldError[] {
  const [hasResource, hasService] = [hasAt(backend, 'resource'), hasAt(backend, 'service')];
  if (hasResource && hasService) return [invalid(field, '', 'cannot set both resource and service backends')];
  if (hasResource) return referenceProblems(fieldsAt(backend, 'resource'), `${field}.resource`);
  if (!hasService) return [invalid(field, '', 'resource or service backend is required')];
  return [
    ...requiredWord(dnsLabel, textAt(backend, 'service', 'name'), `${field}.service.name`),
    ...backendPort(fieldsAt(backend, 'service', 'port'), field),
  ];
}

function backendPort(port: Fields, field: string): readonly FieldError[] {
  const [name, number] = [textAt(port, 'name'), numberAt(port, 'number')];
  if (name !== '' && number !== 0) return [invalid(field, '', 'cannot set both port name & port number')];
  if (name !== '') return wordProblems(portName, name, `${field}.service.port.name`);
  return number === 0
    ? [required(field, 'port name or number is required')]
    : portNumber(number, `${field}.service.port.number`);
}

const referenceProblems = (reference: Fields, field: string): readonly FieldError[] => [
  ...(hasAt(reference, 'apiGroup')
    ? wordProblems(dnsSubdomain, textAt(reference, 'apiGroup'), `${field}.apiGroup`)
    : none),
  ...requiredWord(pathSegment, textAt(reference, 'kind'), `${field}.kind`),
  ...requiredWord(pathSegment, textAt(reference, 'name'), `${field}.name`),
];

function parameterProblems(reference: Fields): readonly FieldError[] {
  const field = 'spec.parameters';
  return [...referenceProblems(reference, field), ...scopeProblems(reference, field)];
}

function scopeProblems(reference: Fields, field: string): readonly FieldError[] {
  const hasNamespace = hasAt(reference, 'namespace');
  const scope = textAt(reference, 'scope');
  switch (scope) {
    case 'Namespace':
      return hasNamespace
        ? wordProblems(dnsLabel, textAt(reference, 'namespace'), `${field}.namespace`)
        : [required(`${field}.namespace`, "`parameters.scope` is set to 'Namespace'")];
    case 'Cluster':
      return when(hasNamespace, forbiddenField(`${field}.namespace`, "`parameters.scope` is set to 'Cluster'"));
    default:
      return hasAt(reference, 'scope')
        ? [notSupported(`${field}.scope`, scope, ['Cluster', 'Namespace'])]
        : [required(`${field}.scope`, '')];
  }
}
