/**
 * Which requests a webhook is asked about. Upstream: validateRuleWithOperations in kubernetes pkg/apis/admissionregistration/validation.
 */
import { invalid, isSet, required, textAt, textsAt, type FieldError, type Fields } from '@reeve/registry';
import { none, oneOf, when } from './checks.ts';

const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];

/** One rule of a webhook. */
export function webhookRuleProblems(rule: Fields, field: string): readonly FieldError[] {
  return [
    ...starProblems(rule, 'operations', 'operations', field),
    ...textsAt(rule, 'operations').flatMap((operation, index) =>
      oneOf(operation, operations, `${field}.operations[${index}]`),
    ),
    ...starProblems(rule, 'apiGroups', 'API groups', field),
    ...starProblems(rule, 'apiVersions', 'API versions', field),
    ...textsAt(rule, 'apiVersions').flatMap((version, index) =>
      when(version === '', required(`${field}.apiVersions[${index}]`, '')),
    ),
    ...resourceProblems(textsAt(rule, 'resources'), `${field}.resources`),
    ...(isSet(rule['scope']) ? oneOf(textAt(rule, 'scope'), ['*', 'Cluster', 'Namespaced'], `${field}.scope`) : none),
  ];
}

/** A list that must be there, in which everything goes with nothing else. */
function starProblems(rule: Fields, name: string, word: string, field: string): readonly FieldError[] {
  const given = textsAt(rule, name);
  return [
    ...when(given.length === 0, required(`${field}.${name}`, '')),
    ...when(
      given.length > 1 && given.includes('*'),
      invalid(`${field}.${name}`, given, `if '*' is present, must not specify other ${word}`),
    ),
  ];
}

function resourceProblems(given: readonly string[], field: string): readonly FieldError[] {
  const plain = given.filter((each) => each !== '' && !each.includes('/'));
  return [
    ...when(given.length === 0, required(field, '')),
    ...given.flatMap((each, index) => coveredProblems(each, given.slice(0, index), `${field}[${index}]`)),
    ...when(
      given.length > 1 && given.includes('*/*'),
      invalid(field, given, "if '*/*' is present, must not specify other resources"),
    ),
    ...when(
      plain.includes('*') && plain.at(-1) !== '*',
      invalid(field, given, "if '*' is present, must not specify other resources without subresources"),
    ),
  ];
}

/** A resource that an earlier one stands for already. */
function coveredProblems(each: string, earlier: readonly string[], field: string): readonly FieldError[] {
  if (each === '') return [required(field, '')];
  const [resource = '', subresource] = each.split(/\/(.*)/su);
  if (subresource === undefined) return none;
  return [`${resource}/*`, `*/${subresource}`].flatMap((all) =>
    when(earlier.includes(all), invalid(field, each, `if '${all}' is present, must not specify ${each}`)),
  );
}
