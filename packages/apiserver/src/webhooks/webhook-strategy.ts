/**
 * How configurations of webhooks are written: their match conditions are compiled before they are let in, unless they are as they were.
 * Upstream: validateMatchConditions in kubernetes pkg/apis/admissionregistration/validation.
 */
import { deepEqual } from '@reeve/machinery';
import { types } from '@reeve/cel';
import {
  duplicate,
  invalid,
  itemsAt,
  qualifiedName,
  required,
  textAt,
  tooMany,
  type ApiObject,
  type FieldError,
  type Fields,
  type Strategy,
} from '@reeve/registry';
import { AdmissionCompiler } from '../policy/admission-expression.ts';

/** The strategy of such configurations: what every kind has, and this rule. */
export function webhookStrategy(plain: Strategy): Strategy {
  return {
    ...plain,
    validate: (object) => [...plain.validate(object), ...conditionProblems(object)],
    validateUpdate: (object, old, warn) => [
      ...plain.validateUpdate(object, old, warn),
      ...(deepEqual(conditionsOf(object), conditionsOf(old)) ? [] : conditionProblems(object)),
    ],
  };
}

const conditionsOf = (configuration: ApiObject): readonly (readonly Fields[])[] =>
  itemsAt(configuration, 'webhooks').map((webhook) => itemsAt(webhook, 'matchConditions'));

const conditionProblems = (configuration: ApiObject): readonly FieldError[] =>
  conditionsOf(configuration).flatMap((conditions, index) =>
    problemsOf(conditions, `webhooks[${index}].matchConditions`),
  );

const mostConditions = 64;

function problemsOf(conditions: readonly Fields[], field: string): readonly FieldError[] {
  const names = conditions.map((condition) => textAt(condition, 'name'));
  return [
    ...(conditions.length > mostConditions ? [tooMany(field, conditions.length, mostConditions)] : []),
    ...conditions.flatMap((condition, index) => {
      const name = names[index] ?? '';
      return [
        ...expressionProblems(textAt(condition, 'expression'), `${field}[${index}].expression`),
        ...(name === ''
          ? [required(`${field}[${index}].name`, '')]
          : qualifiedName(name).map((problem) => invalid(`${field}[${index}].name`, name, problem))),
        ...(name !== '' && names.indexOf(name) < index ? [duplicate(`${field}[${index}].name`, name)] : []),
      ];
    }),
  ];
}

function expressionProblems(expression: string, field: string): readonly FieldError[] {
  const text = expression.trim();
  if (text === '') return [required(field, '')];
  const compiler = new AdmissionCompiler({ withVariables: false });
  const { problem } = compiler.compile(text, { hasParams: false, hasAuthorizer: true }, [types.bool]);
  return problem === undefined ? [] : [invalid(field, text, problem)];
}
