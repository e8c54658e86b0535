/**
 * What endpoints must be: addresses of one family, to which traffic can go. Upstream: ValidateEndpoints in kubernetes pkg/apis/core/validation, and
 * pkg/apis/discovery/validation.
 */
import { invalid, required, type FieldError } from '../../error/field-error.ts';
import type { ApiObject } from '../../resource/served-resource.ts';
import { itemsAt, listAt, textAt, textsAt } from '../fields.ts';
import { addressFamily, parseIpv4 } from '../ip-address.ts';
import { eachItem, ipAddress, none, oneOf, portNumber } from './checks.ts';

export const endpointsProblems = (endpoints: ApiObject): readonly FieldError[] =>
  eachItem(itemsAt(endpoints, 'subsets'), 'subsets', (subset, field) => {
    const isEmpty = listAt(subset, 'addresses').length === 0 && listAt(subset, 'notReadyAddresses').length === 0;
    const needsNames = listAt(subset, 'ports').length > 1;
    return [
      ...(isEmpty ? [required(field, 'must specify `addresses` or `notReadyAddresses`')] : none),
      ...['addresses', 'notReadyAddresses'].flatMap((name) =>
        eachItem(itemsAt(subset, name), `${field}.${name}`, (address, path) =>
          endpointAddress(textAt(address, 'ip'), `${path}.ip`),
        ),
      ),
      ...eachItem(itemsAt(subset, 'ports'), `${field}.ports`, (port, path) => [
        ...(needsNames && textAt(port, 'name') === '' ? [required(`${path}.name`, '')] : none),
        ...portNumber(port['port'], `${path}.port`),
      ]),
    ];
  });

export function endpointSliceProblems(slice: ApiObject): readonly FieldError[] {
  const type = textAt(slice, 'addressType');
  return [
    ...eachItem(itemsAt(slice, 'endpoints'), 'endpoints', (endpoint, field) =>
      sliceAddresses(textsAt(endpoint, 'addresses'), type, `${field}.addresses`),
    ),
    ...(type === '' ? [required('addressType', '')] : oneOf(type, ['FQDN', 'IPv4', 'IPv6'], 'addressType')),
  ];
}

export const endpointSliceChangeProblems = (slice: ApiObject, old: ApiObject): readonly FieldError[] =>
  textAt(slice, 'addressType') === textAt(old, 'addressType')
    ? none
    : [invalid('addressType', textAt(slice, 'addressType'), 'field is immutable')];

/** Traffic must be able to get there: not to oneself, not to everybody. */
function endpointAddress(address: string, field: string): readonly FieldError[] {
  if (addressFamily(address) === undefined)
    return [...ipAddress(address, field), invalid(field, address, 'must be a valid IP address')];
  const first = Math.floor((parseIpv4(address) ?? 2 ** 24) / 2 ** 24);
  return [
    ...(address === '0.0.0.0' || address === '::'
      ? [invalid(field, address, `may not be unspecified (${address})`)]
      : none),
    ...(first === 127 || address === '::1'
      ? [invalid(field, address, 'may not be in the loopback range (127.0.0.0/8, ::1/128)')]
      : none),
    ...(address.startsWith('169.254.')
      ? [invalid(field, address, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)')]
      : none),
  ];
}

function sliceAddresses(addresses: readonly string[], type: string, field: string): readonly FieldError[] {
  if (addresses.length === 0) return [required(field, 'must contain at least 1 address')];
  const family = type === 'IPv4' ? 4 : type === 'IPv6' ? 6 : undefined;
  if (family === undefined) return none;
  return addresses.flatMap((address, index) => {
    const found = addressFamily(address);
    if (found === undefined) return ipAddress(address, `${field}[${index}]`);
    return found === family ? none : [invalid(field, address, `must be an ${type} address`)];
  });
}
