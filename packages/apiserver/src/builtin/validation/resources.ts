/**
 * What a container may ask for and be limited to. Upstream: ValidateContainerResourceRequirements in kubernetes pkg/apis/core/validation.
 */
import { invalid, type FieldError } from '../../error/field-error.ts';
import { fieldsAt, type Fields } from '../fields.ts';
import { qualifiedName } from '../wire-words.ts';
import { amountNotNegative, amountOf, none, wordProblems } from './checks.ts';

const standard = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** The problems of limits and requests. */
export function resourceProblems(resources: Fields, field: string): readonly FieldError[] {
  const limits = fieldsAt(resources, 'limits');
  const requests = fieldsAt(resources, 'requests');
  return [
    ...Object.entries(limits).flatMap(([name, value]) => amountProblems(name, value, `${field}.limits[${name}]`)),
    ...Object.entries(requests).flatMap(([name, value]) => [
      ...amountProblems(name, value, `${field}.requests[${name}]`),
      ...overLimit(name, value, limits[name], `${field}.requests`),
    ]),
  ];
}

/** A name without a domain must be one that everybody knows. */
export function resourceNameProblems(
  name: string,
  known: (name: string) => boolean,
  kind: string,
  field: string,
): readonly FieldError[] {
  const problems = wordProblems(qualifiedName, name, field);
  if (problems.length > 0 || name.includes('/') || known(name)) return problems;
  return [
    invalid(field, name, 'must be a standard resource type or fully qualified'),
    invalid(field, name, `must be a standard resource for ${kind}`),
  ];
}

const isStandard = (name: string): boolean => standard.has(name) || name.startsWith('hugepages-');

const amountProblems = (name: string, value: unknown, field: string): readonly FieldError[] => [
  ...resourceNameProblems(name, isStandard, 'containers', field),
  ...amountNotNegative(value, field),
];

function overLimit(name: string, request: unknown, limit: unknown, field: string): readonly FieldError[] {
  const most = amountOf(limit);
  const asked = amountOf(request);
  if (most === undefined || asked === undefined || asked.compare(most) <= 0) return none;
  return [invalid(field, request, `must be less than or equal to ${name} limit of ${most.toString()}`)];
}
