/**
 * Load balancers: the class of one, and what is told of it. Upstream: validateLoadBalancerClassField and ValidateLoadBalancerStatus in kubernetes
 * pkg/apis/core/validation.
 */
import {
  dnsSubdomain,
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  itemsAt,
  qualifiedName,
  required,
  textAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { addressFamily } from '../facts/ip-address.ts';
import { eachItem, ipAddress, none, oneOf, when, wordProblems } from './checks.ts';

export const onlyBalanced = "may only be used when `type` is 'LoadBalancer'";

/** The class of the load balancer of a Service. */
export function balancerClassProblems(spec: Fields): readonly FieldError[] {
  const field = 'spec.loadBalancerClass';
  if (!hasAt(spec, 'loadBalancerClass')) return none;
  return textAt(spec, 'type') === 'LoadBalancer'
    ? wordProblems(qualifiedName, textAt(spec, 'loadBalancerClass'), field)
    : [forbiddenField(field, onlyBalanced)];
}

/** Where a Service is reached from outside. */
export function serviceStatusProblems(service: ApiObject): readonly FieldError[] {
  const ingress = itemsAt(service, 'status', 'loadBalancer', 'ingress');
  const field = 'status.loadBalancer.ingress';
  const isBalanced = textAt(service, 'spec', 'type') === 'LoadBalancer';
  if (!isBalanced && ingress.length > 0)
    return [forbiddenField(field, "may only be used when `spec.type` is 'LoadBalancer'")];
  return eachItem(ingress, field, (each, path) => [
    ...addressProblems(each, path),
    ...modeProblems(each, path),
    ...hostProblems(textAt(each, 'hostname'), `${path}.hostname`),
  ]);
}

/** Where an Ingress is reached from outside. */
export const ingressStatusProblems = (ingress: ApiObject): readonly FieldError[] =>
  eachItem(
    itemsAt(fieldsAt(ingress, 'status', 'loadBalancer'), 'ingress'),
    'status.loadBalancer.ingress',
    (each, path) => [...addressProblems(each, path), ...hostProblems(textAt(each, 'hostname'), `${path}.hostname`)],
  );

const addressProblems = (ingress: Fields, field: string): readonly FieldError[] =>
  textAt(ingress, 'ip') === '' ? none : ipAddress(textAt(ingress, 'ip'), `${field}.ip`);

function modeProblems(ingress: Fields, field: string): readonly FieldError[] {
  const hasAddress = textAt(ingress, 'ip') !== '';
  if (!hasAt(ingress, 'ipMode'))
    return when(hasAddress, required(`${field}.ipMode`, 'must be specified when `ip` is set'));
  if (!hasAddress) return [forbiddenField(`${field}.ipMode`, 'may not be specified when `ip` is not set')];
  return oneOf(textAt(ingress, 'ipMode'), ['Proxy', 'VIP'], `${field}.ipMode`);
}

function hostProblems(host: string, field: string): readonly FieldError[] {
  if (host === '') return none;
  return [
    ...wordProblems(dnsSubdomain, host, field),
    ...when(addressFamily(host) !== undefined, invalid(field, host, 'must be a DNS name, not an IP address')),
  ];
}
