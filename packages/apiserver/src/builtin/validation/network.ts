/**
 * What ingresses and network policies must be. Upstream: kubernetes pkg/apis/networking/validation.
 */
import { invalid, required, type FieldError } from '../../error/field-error.ts';
import type { ApiObject } from '../../resource/served-resource.ts';
import { fieldsAt, hasAt, isSet, itemsAt, listAt, numberAt, textAt, textsAt, valueAt, type Fields } from '../fields.ts';
import { addressFamily } from '../ip-address.ts';
import { dnsSubdomain, wildcardDnsSubdomain } from '../wire-words.ts';
import { eachItem, none, oneOf, portNumber, portReference, wordProblems } from './checks.ts';
import { selectorProblems } from './selector.ts';

export function ingressProblems(ingress: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(ingress, 'spec');
  const className = valueAt(spec, 'ingressClassName');
  const isEmpty = listAt(spec, 'rules').length === 0 && !hasAt(spec, 'defaultBackend');
  return [
    ...(isEmpty ? [invalid('spec', null, 'either `defaultBackend` or `rules` must be specified')] : none),
    ...(hasAt(spec, 'defaultBackend')
      ? backendProblems(fieldsAt(spec, 'defaultBackend'), 'spec.defaultBackend')
      : none),
    ...eachItem(itemsAt(spec, 'rules'), 'spec.rules', ruleProblems),
    ...(typeof className === 'string' ? wordProblems(dnsSubdomain, className, 'spec.ingressClassName') : none),
  ];
}

export function networkPolicyProblems(policy: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(policy, 'spec');
  return [
    ...selectorProblems(fieldsAt(spec, 'podSelector'), 'spec.podSelector'),
    ...eachItem(itemsAt(spec, 'ingress'), 'spec.ingress', (rule, field) => trafficProblems(rule, field, 'from')),
    ...eachItem(itemsAt(spec, 'egress'), 'spec.egress', (rule, field) => trafficProblems(rule, field, 'to')),
    ...textsAt(spec, 'policyTypes').flatMap((type, index) =>
      oneOf(type, ['Ingress', 'Egress'], `spec.policyTypes[${index}]`),
    ),
  ];
}

export const ingressClassChangeProblems = (object: ApiObject, old: ApiObject): readonly FieldError[] => {
  const controller = textAt(object, 'spec', 'controller');
  return controller === textAt(old, 'spec', 'controller')
    ? none
    : [invalid('spec.controller', controller, 'field is immutable')];
};

function ruleProblems(rule: Fields, field: string): readonly FieldError[] {
  return [
    ...hostProblems(textAt(rule, 'host'), `${field}.host`),
    ...(hasAt(rule, 'http') ? pathsProblems(itemsAt(rule, 'http', 'paths'), `${field}.http.paths`) : none),
  ];
}

function hostProblems(host: string, field: string): readonly FieldError[] {
  if (host === '') return none;
  if (addressFamily(host) !== undefined) return [invalid(field, host, 'must be a DNS name, not an IP address')];
  return wordProblems(host.includes('*') ? wildcardDnsSubdomain : dnsSubdomain, host, field);
}

function pathsProblems(paths: readonly Fields[], field: string): readonly FieldError[] {
  if (paths.length === 0) return [required(field, '')];
  return eachItem(paths, field, (each, at) => [
    ...pathProblems(each, at),
    ...backendProblems(fieldsAt(each, 'backend'), `${at}.backend`),
  ]);
}

function pathProblems(each: Fields, field: string): readonly FieldError[] {
  const path = textAt(each, 'path');
  if (!hasAt(each, 'pathType')) return [required(`${field}.pathType`, 'pathType must be specified')];
  const type = textAt(each, 'pathType');
  const needsSlash = type === 'Exact' || type === 'Prefix' || path !== '';
  return [
    ...oneOf(type, ['Exact', 'ImplementationSpecific', 'Prefix'], `${field}.pathType`),
    ...(needsSlash && !path.startsWith('/') ? [invalid(`${field}.path`, path, 'must be an absolute path')] : none),
  ];
}

function backendProblems(backend: Fields, field: string): readonly FieldError[] {
  if (!hasAt(backend, 'service'))
    return hasAt(backend, 'resource') ? none : [required(field, 'resource or service backend is required')];
  const port = fieldsAt(backend, 'service', 'port');
  const hasPort = textAt(port, 'name') !== '' || numberAt(port, 'number') !== 0;
  return [
    ...(textAt(backend, 'service', 'name') === '' ? [required(`${field}.service.name`, '')] : none),
    ...(hasPort ? none : [required(field, 'port name or number is required')]),
    ...(numberAt(port, 'number') === 0 ? none : portNumber(port['number'], `${field}.service.port.number`)),
  ];
}

function trafficProblems(rule: Fields, field: string, peers: string): readonly FieldError[] {
  return [
    ...eachItem(itemsAt(rule, 'ports'), `${field}.ports`, (port, path) =>
      isSet(port['port']) ? portReference(port['port'], `${path}.port`) : none,
    ),
    ...eachItem(itemsAt(rule, peers), `${field}.${peers}`, peerProblems),
  ];
}

function peerProblems(peer: Fields, field: string): readonly FieldError[] {
  const given = ['podSelector', 'namespaceSelector', 'ipBlock'].filter((name) => hasAt(peer, name));
  if (given.length === 0) return [required(field, 'must specify a peer')];
  return [
    ...given.filter((name) => name !== 'ipBlock').flatMap((name) => selectorProblems(peer[name], `${field}.${name}`)),
    ...(given.includes('ipBlock') ? rangeProblems(textAt(peer, 'ipBlock', 'cidr'), `${field}.ipBlock.cidr`) : none),
  ];
}

function rangeProblems(range: string, field: string): readonly FieldError[] {
  const [address = '', size = '', ...rest] = range.split('/');
  const family = addressFamily(address);
  const isRange =
    family !== undefined &&
    rest.length === 0 &&
    /^[0-9]{1,3}$/u.test(size) &&
    Number(size) <= (family === 4 ? 32 : 128);
  return isRange ? none : [invalid(field, range, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)')];
}
