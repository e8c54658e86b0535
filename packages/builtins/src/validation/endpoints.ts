/**
 * What endpoints must be: addresses of one family, to which traffic can go. Upstream: ValidateEndpoints in kubernetes pkg/apis/core/validation, and
 * pkg/apis/discovery/validation.
 */
import {
  dnsLabel,
  dnsSubdomain,
  duplicate,
  fieldsAt,
  hasAt,
  invalid,
  isSet,
  itemsAt,
  labelValue,
  listAt,
  qualifiedName,
  required,
  textAt,
  textsAt,
  tooMany,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { addressFamily, addressProblem, canonicalAddressProblem } from '../facts/ip-address.ts';
import {
  eachItem,
  ipAddress,
  labelMap,
  none,
  oneOf,
  portNumber,
  reachableAddress,
  when,
  wordProblems,
} from './checks.ts';

const mostAddresses = 100;
const protocols = ['SCTP', 'TCP', 'UDP'];

export const endpointsProblems = (endpoints: ApiObject): readonly FieldError[] =>
  eachItem(itemsAt(endpoints, 'subsets'), 'subsets', (subset, field) => {
    const isEmpty = listAt(subset, 'addresses').length === 0 && listAt(subset, 'notReadyAddresses').length === 0;
    const needsNames = listAt(subset, 'ports').length > 1;
    return [
      ...when(isEmpty, required(field, 'must specify `addresses` or `notReadyAddresses`')),
      ...['addresses', 'notReadyAddresses'].flatMap((name) =>
        eachItem(itemsAt(subset, name), `${field}.${name}`, subsetAddress),
      ),
      ...eachItem(itemsAt(subset, 'ports'), `${field}.ports`, (port, path) => [
        ...nameProblems(textAt(port, 'name'), needsNames, `${path}.name`),
        ...portNumber(port['port'], `${path}.port`),
        ...oneOf(textAt(port, 'protocol'), protocols, `${path}.protocol`),
        ...applicationProblems(port, path),
      ]),
    ];
  });

export function endpointSliceProblems(slice: ApiObject): readonly FieldError[] {
  const type = textAt(slice, 'addressType');
  const ports = itemsAt(slice, 'ports');
  return [
    ...eachItem(itemsAt(slice, 'endpoints'), 'endpoints', (endpoint, field) => endpointProblems(endpoint, type, field)),
    ...eachItem(ports, 'ports', (port, field) => slicePort(port, ports, field)),
    ...when(type !== '', ...oneOf(type, ['FQDN', 'IPv4', 'IPv6'], 'addressType')),
  ];
}

/** Upstream declares these with the fields, and tells them last. */
export function declaredSliceProblems(slice: ApiObject, old?: ApiObject): readonly FieldError[] {
  const type = textAt(slice, 'addressType');
  const isChanged = old !== undefined && type !== textAt(old, 'addressType');
  return [
    ...when(isChanged, invalid('addressType', null, 'field is immutable')),
    ...when(!isChanged && type === '', required('addressType', '')),
    ...eachItem(itemsAt(slice, 'endpoints'), 'endpoints', (endpoint, field) => {
      const count = listAt(endpoint, 'addresses').length;
      return [
        ...when(count === 0, required(`${field}.addresses`, '')),
        ...when(count > mostAddresses, tooMany(`${field}.addresses`, count, mostAddresses)),
      ];
    }),
  ];
}

function subsetAddress(address: Fields, field: string): readonly FieldError[] {
  const ip = textAt(address, 'ip');
  const isAddress = addressFamily(ip) !== undefined;
  return [
    ...ipAddress(ip, `${field}.ip`),
    ...(isAddress ? reachableAddress(ip, `${field}.ip`) : [invalid(`${field}.ip`, ip, 'must be a valid IP address')]),
    ...optionalWord(address, 'hostname', field),
    ...(isSet(address['nodeName'])
      ? wordProblems(dnsSubdomain, textAt(address, 'nodeName'), `${field}.nodeName`)
      : none),
  ];
}

const optionalWord = (holder: Fields, name: string, field: string): readonly FieldError[] =>
  textAt(holder, name) === '' ? none : wordProblems(dnsLabel, textAt(holder, name), `${field}.${name}`);

const nameProblems = (name: string, isNeeded: boolean, field: string): readonly FieldError[] =>
  name === '' ? when(isNeeded, required(field, '')) : wordProblems(dnsLabel, name, field);

const applicationProblems = (port: Fields, field: string): readonly FieldError[] =>
  isSet(port['appProtocol']) ? wordProblems(qualifiedName, textAt(port, 'appProtocol'), `${field}.appProtocol`) : none;

function endpointProblems(endpoint: Fields, type: string, field: string): readonly FieldError[] {
  return [
    ...sliceAddresses(textsAt(endpoint, 'addresses'), type, `${field}.addresses`),
    ...(isSet(endpoint['nodeName'])
      ? wordProblems(dnsSubdomain, textAt(endpoint, 'nodeName'), `${field}.nodeName`)
      : none),
    ...labelMap(fieldsAt(endpoint, 'deprecatedTopology'), `${field}.deprecatedTopology`),
    ...(isSet(endpoint['hostname']) ? wordProblems(dnsLabel, textAt(endpoint, 'hostname'), `${field}.hostname`) : none),
    ...hintProblems(fieldsAt(endpoint, 'hints'), 'forZones', `${field}.hints`),
    ...hintProblems(fieldsAt(endpoint, 'hints'), 'forNodes', `${field}.hints`),
  ];
}

function sliceAddresses(addresses: readonly string[], type: string, field: string): readonly FieldError[] {
  if (addresses.length > mostAddresses) return none;
  return addresses.flatMap((address, index) => {
    const at = `${field}[${index}]`;
    if (type === 'FQDN') return nameAddress(address, at);
    if (type !== 'IPv4' && type !== 'IPv6') return none;
    const problem = addressProblem(address) ?? (type === 'IPv6' ? canonicalAddressProblem(address) : undefined);
    if (problem !== undefined) return [invalid(at, address, problem)];
    return [
      ...when(type !== `IPv${addressFamily(address) ?? ''}`, invalid(field, address, `must be an ${type} address`)),
      ...reachableAddress(address, at),
    ];
  });
}

/** A name with at least one dot. */
function nameAddress(name: string, field: string): readonly FieldError[] {
  if (name === '') return [required(field, '')];
  const problems = wordProblems(dnsSubdomain, name.replace(/\.$/u, ''), field);
  return problems.length > 0 || name.includes('.')
    ? problems
    : [invalid(field, name, 'should be a domain with at least two segments separated by dots')];
}

function hintProblems(hints: Fields, list: string, field: string): readonly FieldError[] {
  const names = itemsAt(hints, list).map((hint) => textAt(hint, 'name'));
  const rule = list === 'forZones' ? labelValue : dnsSubdomain;
  return names.flatMap((name, index) => [
    ...when(names.indexOf(name) < index, duplicate(`${field}.${list}[${index}].name`, name)),
    ...wordProblems(rule, name, `${field}.${list}[${index}].name`),
  ]);
}

function slicePort(port: Fields, ports: readonly Fields[], field: string): readonly FieldError[] {
  const name = textAt(port, 'name');
  const isSecond = ports.findIndex((each) => textAt(each, 'name') === name) < ports.indexOf(port);
  return [
    ...nameProblems(name, false, `${field}.name`),
    ...when(isSecond, duplicate(`${field}.name`, name)),
    ...(hasAt(port, 'protocol')
      ? oneOf(textAt(port, 'protocol'), protocols, `${field}.protocol`)
      : [required(`${field}.protocol`, '')]),
    ...applicationProblems(port, field),
  ];
}
