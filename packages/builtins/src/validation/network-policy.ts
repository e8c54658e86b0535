/**
 * What network policies must be: whose traffic, from where and to where. Upstream: ValidateNetworkPolicySpec in kubernetes pkg/apis/networking/validation.
 */
import { isInRange } from '@reeve/machinery';
import {
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  isSet,
  itemsAt,
  required,
  textAt,
  textsAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { parseRange } from '../facts/ip-address.ts';
import { addressRange, eachItem, none, oneOf, portName, portNumber, when, wordProblems } from './checks.ts';
import { selectorProblems } from './selector.ts';

export function networkPolicyProblems(policy: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(policy, 'spec');
  const types = textsAt(spec, 'policyTypes');
  return [
    ...selectorProblems(fieldsAt(spec, 'podSelector'), 'spec.podSelector'),
    ...eachItem(itemsAt(spec, 'ingress'), 'spec.ingress', (rule, field) => trafficProblems(rule, field, 'from')),
    ...eachItem(itemsAt(spec, 'egress'), 'spec.egress', (rule, field) => trafficProblems(rule, field, 'to')),
    ...(types.length > 2
      ? [invalid('spec.policyTypes', types, 'may not specify more than two policyTypes')]
      : types.flatMap((type, index) => oneOf(type, ['Ingress', 'Egress'], `spec.policyTypes[${index}]`))),
  ];
}

const trafficProblems = (rule: Fields, field: string, peers: string): readonly FieldError[] => [
  ...eachItem(itemsAt(rule, 'ports'), `${field}.ports`, portProblems),
  ...eachItem(itemsAt(rule, peers), `${field}.${peers}`, peerProblems),
];

function portProblems(each: Fields, field: string): readonly FieldError[] {
  const { port, endPort: end } = each;
  const last = `${field}.endPort`;
  return [
    ...(hasAt(each, 'protocol') ? oneOf(textAt(each, 'protocol'), ['TCP', 'UDP', 'SCTP'], `${field}.protocol`) : none),
    ...when(!isSet(port) && isSet(end), invalid(last, end, 'may not be specified when `port` is not specified')),
    ...(typeof port === 'string'
      ? [
          ...when(isSet(end), invalid(last, end, 'may not be specified when `port` is non-numeric')),
          ...wordProblems(portName, port, `${field}.port`),
        ]
      : isSet(port)
        ? numberProblems(port, end, field)
        : none),
  ];
}

const numberProblems = (port: unknown, end: unknown, field: string): readonly FieldError[] => [
  ...portNumber(port, `${field}.port`),
  ...when(
    isSet(end) && Number(end) < Number(port),
    invalid(`${field}.endPort`, end, 'must be greater than or equal to `port`'),
  ),
  ...(isSet(end) ? portNumber(end, `${field}.endPort`) : none),
];

function peerProblems(peer: Fields, field: string): readonly FieldError[] {
  const given = ['podSelector', 'namespaceSelector', 'ipBlock'].filter((name) => hasAt(peer, name));
  return [
    ...given.filter((name) => name !== 'ipBlock').flatMap((name) => selectorProblems(peer[name], `${field}.${name}`)),
    ...(given.includes('ipBlock') ? blockProblems(fieldsAt(peer, 'ipBlock'), `${field}.ipBlock`) : none),
    ...when(given.length === 0, required(field, 'must specify a peer')),
    ...when(
      given.length > 1 && given.includes('ipBlock'),
      forbiddenField(field, 'may not specify both ipBlock and another peer'),
    ),
  ];
}

function blockProblems(block: Fields, field: string): readonly FieldError[] {
  const range = textAt(block, 'cidr');
  const outer = parseRange(range);
  if (range === '') return [required(`${field}.cidr`, '')];
  if ('problem' in outer) return addressRange(range, `${field}.cidr`);
  return textsAt(block, 'except').flatMap((except, index) => {
    const at = `${field}.except[${index}]`;
    const inner = parseRange(except);
    if ('problem' in inner) return addressRange(except, at);
    const isPart = inner.bits > outer.bits && isInRange(outer, inner.address);
    return when(!isPart, invalid(at, except, 'must be a strict subset of `cidr`'));
  });
}
