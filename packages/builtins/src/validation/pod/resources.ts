/**
 * What containers ask for and are limited to: resources that are known, amounts that make sense. Upstream: validateResourceRequirements in kubernetes
 * pkg/apis/core/validation.
 */
import { parseQuantity } from '@reeve/machinery';
import {
  duplicate,
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  itemsAt,
  notFoundField,
  notSupported,
  required,
  textAt,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { amountNotNegative, amountOf, eachItem, none, oneOf, when } from '../checks.ts';
import { isHugePages, isOvercommitted, isWholeNumbered, standardNameProblems } from '../resource-names.ts';

type NameCheck = (name: string, field: string) => readonly FieldError[];

/** Limits and requests of a container; claims are those of its pod. */
export const resourceProblems = (
  resources: Fields,
  field: string,
  claims: readonly string[],
): readonly FieldError[] => [
  ...amountsProblems(resources, field, containerName),
  ...eachItem(itemsAt(resources, 'claims'), `${field}.claims`, (claim, path) =>
    claimProblems(textAt(claim, 'name'), claims, path),
  ),
];

/** Amounts by which something is limited, alone. */
export const limitProblems = (limits: Fields, field: string): readonly FieldError[] =>
  amountsProblems({ limits }, field, containerName);

/** Limits and requests of a pod as a whole, which its containers share. */
export function podResourceProblems(spec: Fields, field: string): readonly FieldError[] {
  if (!hasAt(spec, 'resources')) return none;
  const path = `${field}.resources`;
  if (textAt(spec, 'os', 'name') === 'windows') return [forbiddenField(path, 'may not be set for a windows pod')];
  const resources = fieldsAt(spec, 'resources');
  return [
    ...when(
      hasAt(resources, 'claims'),
      forbiddenField(`${path}.claims`, 'claims may not be set for Resources at pod-level'),
    ),
    ...amountsProblems(resources, path, podName),
    ...sumProblems(spec, `${path}.requests`),
    ...overPodLimits(spec, path),
  ];
}

/** Which resources of a container can change while it runs, and how. */
export function resizePolicyProblems(
  policies: readonly Fields[],
  field: string,
  podPolicy: string,
): readonly FieldError[] {
  const names = policies.map((policy) => textAt(policy, 'resourceName'));
  return policies.flatMap((policy, index) => {
    const name = names[index] ?? '';
    const restart = textAt(policy, 'restartPolicy');
    return [
      ...when(names.indexOf(name) < index, duplicate(`${field}[${index}]`, name)),
      ...(name === '' ? [required(field, '')] : oneOf(name, ['cpu', 'memory'], field)),
      ...(restart === '' ? [required(field, '')] : oneOf(restart, ['NotRequired', 'RestartContainer'], field)),
      ...when(
        podPolicy === 'Never' && restart !== 'NotRequired',
        invalid(field, restart, "must be 'NotRequired' when pod `restartPolicy` is 'Never'"),
      ),
    ];
  });
}

function amountsProblems(resources: Fields, field: string, checkName: NameCheck): readonly FieldError[] {
  const limits = fieldsAt(resources, 'limits');
  const requests = fieldsAt(resources, 'requests');
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  const isAlone = names.some(isHugePages) && !names.includes('cpu') && !names.includes('memory');
  return [
    ...Object.entries(limits).flatMap(([name, value]) =>
      amountProblems(name, value, `${field}.limits[${name}]`, checkName),
    ),
    ...Object.entries(requests).flatMap(([name, value]) => [
      ...amountProblems(name, value, `${field}.requests[${name}]`, checkName),
      ...requestProblems(name, value, limits[name], field),
    ]),
    ...when(isAlone, forbiddenField(field, 'HugePages require cpu or memory')),
  ];
}

const amountProblems = (name: string, value: unknown, field: string, checkName: NameCheck): readonly FieldError[] => [
  ...checkName(name, field),
  ...amountNotNegative(value, field),
  ...wholeProblems(name, value, field),
];

/** Things that cannot be cut. */
function wholeProblems(name: string, value: unknown, field: string): readonly FieldError[] {
  const amount = amountOf(value);
  const isWhole = amount === undefined || amount.milliValue() % 1000n === 0n;
  return when(isWholeNumbered(name) && !isWhole, invalid(field, value, 'must be an integer'));
}

const isStandard = (name: string): boolean =>
  ['cpu', 'memory', 'ephemeral-storage'].includes(name) || isHugePages(name);

const containerName: NameCheck = (name, field) => [
  ...standardNameProblems(name, field),
  ...when(!name.includes('/') && !isStandard(name), invalid(field, name, 'must be a standard resource for containers')),
];

const podName: NameCheck = (name, field) => {
  const problems = standardNameProblems(name, field);
  const isKnown = ['cpu', 'memory'].includes(name) || isHugePages(name);
  return problems.length > 0 || isKnown ? problems : [notSupported(field, name, ['cpu', 'hugepages-', 'memory'])];
};

function requestProblems(name: string, request: unknown, limit: unknown, field: string): readonly FieldError[] {
  const most = amountOf(limit);
  const asked = amountOf(request);
  const at = `${field}.requests`;
  if (asked === undefined) return none;
  if (most === undefined)
    return when(
      !isOvercommitted(name),
      required(`${field}.limits`, 'Limit must be set for non overcommitable resources'),
    );
  if (!isOvercommitted(name) && asked.compare(most) !== 0)
    return [invalid(at, request, `must be equal to ${name} limit of ${most.toString()}`)];
  return when(
    asked.compare(most) > 0,
    invalid(at, request, `must be less than or equal to ${name} limit of ${most.toString()}`),
  );
}

function claimProblems(name: string, claims: readonly string[], field: string): readonly FieldError[] {
  if (name === '') return [required(field, '')];
  if (claims.includes(name)) return none;
  const rest = claims.length === 0 ? ' which is empty' : `: ${claims.toSorted().join(', ')}`;
  const { body, ...problem } = notFoundField(field, name);
  return [{ ...problem, body: `${body}: must be one of the names in pod.spec.resourceClaims${rest}` }];
}

/** A pod asks for at least what its containers ask for together. */
function sumProblems(spec: Fields, field: string): readonly FieldError[] {
  return Object.entries(fieldsAt(spec, 'resources', 'requests')).flatMap(([name, value]) => {
    const asked = amountOf(value);
    const sum = itemsAt(spec, 'containers')
      .map((container) => amountOf(fieldsAt(container, 'resources', 'requests')[name]))
      .reduce((total, each) => (each === undefined ? total : (total?.add(each) ?? each)), undefined);
    const isLess = asked !== undefined && sum !== undefined && sum.compare(asked) > 0;
    return when(
      isLess,
      invalid(
        `${field}[${name}]`,
        value,
        `must be greater than or equal to aggregate container requests of ${(sum ?? parseQuantity('0')).toString()}`,
      ),
    );
  });
}

function overPodLimits(spec: Fields, field: string): readonly FieldError[] {
  const most = fieldsAt(spec, 'resources', 'limits');
  return itemsAt(spec, 'containers').flatMap((container, index) =>
    Object.entries(fieldsAt(container, 'resources', 'limits')).flatMap(([name, value]) => {
      const [limit, own] = [amountOf(most[name]), amountOf(value)];
      const isOver = limit !== undefined && own !== undefined && own.compare(limit) > 0;
      const at = `${field}.containers[${index}][${name}].limits`;
      return when(isOver, invalid(at, value, `must be less than or equal to pod limits of ${limit?.toString() ?? ''}`));
    }),
  );
}
