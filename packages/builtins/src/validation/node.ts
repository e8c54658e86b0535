/**
 * What nodes must be, and what of them stays. Upstream: ValidateNode and ValidateNodeUpdate in kubernetes pkg/apis/core/validation.
 */
import {
  duplicate,
  fieldsAt,
  forbiddenField,
  invalid,
  itemsAt,
  labelValue,
  qualifiedName,
  required,
  textAt,
  textsAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { addressFamily } from '../facts/ip-address.ts';
import { addressRange, amountNotNegative, eachItem, none, oneOf, when, wordProblems } from './checks.ts';

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export const newNodeProblems = (node: ApiObject): readonly FieldError[] => [
  ...taintProblems(itemsAt(node, 'spec', 'taints')),
  ...resourceProblems(node),
  ...rangeProblems(textsAt(node, 'spec', 'podCIDRs')),
];

export function nodeChangeProblems(node: ApiObject, old: ApiObject): readonly FieldError[] {
  const [spec, before] = [fieldsAt(node, 'spec'), fieldsAt(old, 'spec')];
  const ranges = textsAt(spec, 'podCIDRs');
  const isMoved = textsAt(before, 'podCIDRs').some((range, index) => ranges[index] !== range);
  return [
    ...newNodeProblems(node),
    ...addressProblems(node),
    ...when(isMoved, forbiddenField('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid')),
  ];
}

/** Upstream declares this with the field, and tells it last. */
export function declaredNodeProblems(node: ApiObject, old?: ApiObject): readonly FieldError[] {
  const [provider, before] = [textAt(node, 'spec', 'providerID'), textAt(old, 'spec', 'providerID')];
  if (before === '' || provider === before) return none;
  const problem = `field cannot be ${provider === '' ? 'cleared' : 'modified'} once set`;
  return [invalid('spec.providerID', null, problem)];
}

export const nodeStatusProblems = (node: ApiObject, old: ApiObject): readonly FieldError[] =>
  nodeChangeProblems(node, old);

function taintProblems(taints: readonly Fields[]): readonly FieldError[] {
  const keyOf = (taint: Fields): string => `${textAt(taint, 'effect')}/${textAt(taint, 'key')}`;
  const keys = taints.map(keyOf);
  return eachItem(taints, 'metadata.taints', (taint, field) => {
    const problems = labelValue(textAt(taint, 'value'));
    const effect = textAt(taint, 'effect');
    return [
      ...wordProblems(qualifiedName, textAt(taint, 'key'), `${field}.key`),
      ...when(problems.length > 0, invalid(`${field}.value`, textAt(taint, 'value'), problems.join(';'))),
      ...(effect === '' ? [required(`${field}.effect`, '')] : oneOf(effect, effects, `${field}.effect`)),
      ...when(keys.indexOf(keyOf(taint)) < taints.indexOf(taint), sameTaint(taint, field)),
    ];
  });
}

function sameTaint(taint: Fields, field: string): FieldError {
  const goTaint = {
    Key: textAt(taint, 'key'),
    Value: textAt(taint, 'value'),
    Effect: textAt(taint, 'effect'),
    TimeAdded: taint['timeAdded'] ?? null,
  };
  const { body, ...problem } = duplicate(field, goTaint);
  return { ...problem, body: `${body}: taints must be unique by key and effect pair` };
}

const resourceProblems = (node: ApiObject): readonly FieldError[] =>
  ['capacity', 'allocatable'].flatMap((list) =>
    Object.entries(fieldsAt(node, 'status', list)).flatMap(([name, value]) =>
      amountNotNegative(value, `status.${list}.${name}`),
    ),
  );

function rangeProblems(ranges: readonly string[]): readonly FieldError[] {
  const families = new Set(ranges.map((range) => addressFamily(range.split('/', 1)[0] ?? '')));
  const isMixed = families.size === ranges.length && ranges.length <= 2;
  const problem = 'may specify no more than one CIDR for each IP family';
  return [
    ...ranges.flatMap((range, index) => addressRange(range, `spec.podCIDRs[${index}]`)),
    ...when(ranges.length > 1 && !isMixed, invalid('spec.podCIDRs', ranges, problem)),
  ];
}

function addressProblems(node: ApiObject): readonly FieldError[] {
  const addresses = itemsAt(node, 'status', 'addresses').map((address) => ({
    Type: textAt(address, 'type'),
    Address: textAt(address, 'address'),
  }));
  const keys = addresses.map((address) => JSON.stringify(address));
  return addresses.flatMap((address, index) =>
    when(keys.indexOf(keys[index] ?? '') < index, duplicate(`status.addresses[${index}]`, address)),
  );
}
