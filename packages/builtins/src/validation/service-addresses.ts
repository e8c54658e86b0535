/**
 * The addresses of a Service in the cluster, their families, and that they stay once they are given. Upstream: ValidateServiceClusterIPsRelatedFields in
 * kubernetes pkg/apis/core/validation.
 */
import {
  duplicate,
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  listAt,
  numberAt,
  required,
  textAt,
  textsAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { addressFamily } from '../facts/ip-address.ts';
import { ipAddress, none, oneOf, when } from './checks.ts';
import { balancerClassProblems } from './load-balancer.ts';

/** True of a Service without an address of its own. */
export const isHeadless = (spec: Fields): boolean => {
  const addresses = textsAt(spec, 'clusterIPs');
  return addresses.length === 1 && addresses[0] === 'None';
};

/** The addresses of a Service that may have some. */
export function addressProblems(spec: Fields): readonly FieldError[] {
  const addresses = textsAt(spec, 'clusterIPs');
  const written = addresses.flatMap((address, index) => oneAddress(address, index, addresses));
  return [
    ...sameAddress(textAt(spec, 'clusterIP'), addresses),
    ...familyProblems(spec),
    ...written,
    ...when(addresses.length > 2, invalid('spec.clusterIPs', addresses, 'may only hold up to 2 values')),
    ...(written.length > 0 ? none : matchProblems(spec, addresses)),
  ];
}

/** What may not change: the first address, the class of a load balancer, the port of its health check. */
export function serviceChangeProblems(service: ApiObject, old: ApiObject): readonly FieldError[] {
  const [spec, before] = [fieldsAt(service, 'spec'), fieldsAt(old, 'spec')];
  const [type, oldType] = [textAt(spec, 'type'), textAt(before, 'type')];
  const isBalanced = type === 'LoadBalancer' && oldType === 'LoadBalancer';
  const isOther = (name: string): boolean => (spec[name] ?? null) !== (before[name] ?? null);
  const isLocal = (each: Fields): boolean => textAt(each, 'externalTrafficPolicy') === 'Local';
  return [
    ...([type, oldType].includes('ExternalName') ? none : changedAddresses(spec, before)),
    ...when(
      isBalanced && isOther('loadBalancerClass'),
      invalid('spec.loadBalancerClass', spec['loadBalancerClass'] ?? null, 'may not change once set'),
    ),
    ...balancerClassProblems(spec),
    ...when(
      isBalanced &&
        isLocal(spec) &&
        isLocal(before) &&
        numberAt(spec, 'healthCheckNodePort') !== numberAt(before, 'healthCheckNodePort'),
      forbiddenField('spec.healthCheckNodePort', 'field is immutable'),
    ),
  ];
}

function changedAddresses(spec: Fields, before: Fields): readonly FieldError[] {
  const [addresses, old] = [textsAt(spec, 'clusterIPs'), textsAt(before, 'clusterIPs')];
  const first = 'spec.clusterIPs[0]';
  if (isHeadless(spec) && isHeadless(before)) return none;
  if (addresses.length === 0 && old.length > 0)
    return [invalid(first, addresses, 'primary clusterIP can not be unset')];
  return old.length > 0 && addresses[0] !== old[0] ? [invalid(first, addresses, 'may not change once set')] : none;
}

function sameAddress(address: string, addresses: readonly string[]): readonly FieldError[] {
  const field = 'spec.clusterIPs';
  if (address === '')
    return when(addresses.length > 0, invalid(field, addresses, 'must be empty when `clusterIP` is not specified'));
  if (addresses.length === 0) return [required(field, '')];
  return when(addresses[0] !== address, invalid(field, addresses, 'first value must match `clusterIP`'));
}

function familyProblems(spec: Fields): readonly FieldError[] {
  const families = textsAt(spec, 'ipFamilies');
  return [
    ...families.flatMap((family, index) => [
      ...oneOf(family, ['IPv4', 'IPv6'], `spec.ipFamilies[${index}]`),
      ...when(families.indexOf(family) < index, duplicate(`spec.ipFamilies[${index}]`, family)),
    ]),
    ...(hasAt(spec, 'ipFamilyPolicy')
      ? oneOf(
          textAt(spec, 'ipFamilyPolicy'),
          ['PreferDualStack', 'RequireDualStack', 'SingleStack'],
          'spec.ipFamilyPolicy',
        )
      : none),
  ];
}

function oneAddress(address: string, index: number, addresses: readonly string[]): readonly FieldError[] {
  if (index > 0 || address !== 'None') return ipAddress(address, `spec.clusterIPs[${index}]`);
  return when(addresses.length > 1, invalid('spec.clusterIPs', addresses, "'None' must be the first and only value"));
}

/** Two addresses are of two families, in the order in which the Service names them. */
function matchProblems(spec: Fields, addresses: readonly string[]): readonly FieldError[] {
  if (isHeadless(spec)) return none;
  const families = listAt(spec, 'ipFamilies');
  const isBoth = new Set(addresses.map(addressFamily)).size === addresses.length;
  return [
    ...when(
      addresses.length > 1 && !isBoth,
      invalid('spec.clusterIPs', addresses, 'may specify no more than one IP for each IP family'),
    ),
    ...addresses.flatMap((address, index) => {
      const wanted = families[index];
      const isOther = (wanted === 'IPv4' || wanted === 'IPv6') && wanted !== `IPv${addressFamily(address) ?? ''}`;
      const problem = `expected an ${String(wanted)} value as indicated by \`ipFamilies[${index}]\``;
      return when(isOther, invalid(`spec.clusterIPs[${index}]`, address, problem));
    }),
  ];
}
