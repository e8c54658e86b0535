/**
 * When a Job counts as failed or as done, by rules of its own. Upstream: validatePodFailurePolicy and validateSuccessPolicy in kubernetes
 * pkg/apis/batch/validation.
 */
import { quote } from '@reeve/machinery';
import {
  duplicate,
  fieldsAt,
  hasAt,
  invalid,
  invalidUntold,
  itemsAt,
  listAt,
  numberAt,
  qualifiedName,
  required,
  textAt,
  tooMany,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { eachItem, none, notNegative, oneOf, when, wordProblems } from './checks.ts';

const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const mostRules = 20;

/** Rules about pods that failed. */
export function failurePolicyProblems(spec: Fields, field: string): readonly FieldError[] {
  const rules = itemsAt(spec, 'podFailurePolicy', 'rules');
  const names = ['containers', 'initContainers'].flatMap((list) =>
    itemsAt(spec, 'template', 'spec', list).map((container) => textAt(container, 'name')),
  );
  return [
    ...when(rules.length > mostRules, tooMany(`${field}.rules`, rules.length, mostRules)),
    ...eachItem(rules, `${field}.rules`, (rule, path) => {
      const hasCodes = hasAt(rule, 'onExitCodes');
      const hasConditions = listAt(rule, 'onPodConditions').length > 0;
      return [
        ...actionProblems(textAt(rule, 'action'), hasAt(spec, 'backoffLimitPerIndex'), `${path}.action`),
        ...(hasCodes ? codeProblems(fieldsAt(rule, 'onExitCodes'), `${path}.onExitCodes`, names) : none),
        ...eachItem(itemsAt(rule, 'onPodConditions'), `${path}.onPodConditions`, conditionProblems),
        ...when(
          hasCodes && hasConditions,
          invalidUntold(path, 'specifying both OnExitCodes and OnPodConditions is not supported'),
        ),
        ...when(
          !hasCodes && !hasConditions,
          invalidUntold(path, 'specifying one of OnExitCodes and OnPodConditions is required'),
        ),
      ];
    }),
  ];
}

/** Rules about indexes that succeeded. */
export function successPolicyProblems(spec: Fields, field: string): readonly FieldError[] {
  const rules = itemsAt(spec, 'successPolicy', 'rules');
  if (textAt(spec, 'completionMode') !== 'Indexed') {
    const goRules = rules.map((rule) => ({
      SucceededIndexes: rule['succeededIndexes'] ?? null,
      SucceededCount: rule['succeededCount'] ?? null,
    }));
    return [invalid(field, { Rules: goRules }, 'requires indexed completion mode')];
  }
  const missing = 'at least one rules must be specified when the successPolicy is specified';
  return [
    ...when(rules.length === 0, required(`${field}.rules`, missing)),
    ...when(rules.length > mostRules, tooMany(`${field}.rules`, rules.length, mostRules)),
    ...eachItem(rules, `${field}.rules`, (rule, path) =>
      successRuleProblems(rule, numberAt(spec, 'completions'), path),
    ),
  ];
}

function actionProblems(action: string, hasIndexes: boolean, field: string): readonly FieldError[] {
  if (action === '') return [required(field, `valid values: ${goList(actions)}`)];
  if (action === 'FailIndex')
    return when(!hasIndexes, invalid(field, action, 'requires the backoffLimitPerIndex to be set'));
  return oneOf(action, actions, field);
}

/** A list of texts as Go's %q prints it. */
const goList = (texts: readonly string[]): string => `[${texts.map(quote).join(' ')}]`;

function codeProblems(codes: Fields, field: string, names: readonly string[]): readonly FieldError[] {
  const operator = textAt(codes, 'operator');
  const values = listAt(codes, 'values').map(Number);
  const isUnknown = hasAt(codes, 'containerName') && !names.includes(textAt(codes, 'containerName'));
  const isOrdered = values.every((value, index) => index === 0 || (values[index - 1] ?? value) <= value);
  return [
    ...(operator === ''
      ? [required(`${field}.operator`, `valid values: ${goList(['In', 'NotIn'])}`)]
      : oneOf(operator, ['In', 'NotIn'], `${field}.operator`)),
    ...when(
      isUnknown,
      invalid(
        `${field}.containerName`,
        textAt(codes, 'containerName'),
        'must be one of the container or initContainer names in the pod template',
      ),
    ),
    ...when(values.length === 0, invalid(`${field}.values`, codes['values'] ?? [], 'at least one value is required')),
    ...when(values.length > 255, tooMany(`${field}.values`, values.length, 255)),
    ...values.flatMap((value, index) => [
      ...when(
        operator === 'In' && value === 0,
        invalid(`${field}.values[${index}]`, value, 'must not be 0 for the In operator'),
      ),
      ...when(values.indexOf(value) < index, duplicate(`${field}.values[${index}]`, value)),
    ]),
    ...when(!isOrdered, invalid(`${field}.values`, values, 'must be ordered')),
  ];
}

function conditionProblems(condition: Fields, field: string): readonly FieldError[] {
  const status = textAt(condition, 'status');
  const statuses = ['False', 'True', 'Unknown'];
  return [
    ...wordProblems(qualifiedName, textAt(condition, 'type'), `${field}.type`),
    ...(status === ''
      ? [required(`${field}.status`, `valid values: ${goList(statuses)}`)]
      : oneOf(status, statuses, `${field}.status`)),
  ];
}

function successRuleProblems(rule: Fields, completions: number, field: string): readonly FieldError[] {
  const count = numberAt(rule, 'succeededCount');
  const most = `must be less than or equal to ${completions} (the number of specified completions)`;
  return [
    ...when(
      !hasAt(rule, 'succeededCount') && !hasAt(rule, 'succeededIndexes'),
      required(field, 'at least one of succeededCount or succeededIndexes must be specified'),
    ),
    ...notNegative(rule['succeededCount'], `${field}.succeededCount`),
    ...when(count > completions, invalid(`${field}.succeededCount`, count, most)),
  ];
}
