/**
 * What admission policies and their bindings must be. Expressions are compiled by whoever has a compiler; the rules about them, and their words, are here.
 * Upstream: kubernetes pkg/apis/admissionregistration/validation.
 */
import { getOwn } from '@reeve/machinery';
import {
  dns1035Label,
  dnsSubdomain,
  duplicate,
  fieldsAt,
  forbiddenField,
  hasAt,
  invalid,
  isSet,
  itemsAt,
  notSupported,
  pathSegment,
  qualifiedName,
  required,
  textAt,
  textsAt,
  tooMany,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { eachItem, none, oneOf, when, wordProblems } from './checks.ts';
import { selectorProblems } from './selector.ts';
import { webhookRuleProblems } from './webhook-rules.ts';

/** What an expression is for; it decides which variables there are, and which type the value must have. */
export type PolicyExpression = 'matchCondition' | 'validation' | 'message' | 'annotation' | 'configuration' | 'patch';

/** What is wrong with an expression; nothing where there is no problem. */
export interface ExpressionVerdict {
  readonly problem: string | undefined;
  /** True where the problem counts as the server's. */
  readonly isInternal?: boolean;
}

/** Compiles the expressions of one policy. */
export interface PolicyExpressions {
  /** Compiles a variable, which all that is compiled later may use. */
  variable(name: string, text: string): ExpressionVerdict;
  compile(kind: PolicyExpression, text: string): ExpressionVerdict;
}

/** Makes the compiler of a policy. */
export type PolicyCompiler = (spec: Fields) => PolicyExpressions;

const failurePolicies = ['Fail', 'Ignore'];
const matchPolicies = ['Equivalent', 'Exact'];
const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const actions = ['Audit', 'Deny', 'Warn'];
const mutableOperations = ['*', 'CONNECT', 'CREATE', 'UPDATE'];
const staticSuffix = '.static.k8s.io';

/** A validating policy. */
export const validatingPolicyProblems =
  (compiler: PolicyCompiler) =>
  (policy: ApiObject, old?: ApiObject): readonly FieldError[] => {
    const spec = fieldsAt(policy, 'spec');
    const expressions = compiler(spec);
    const [validations, annotations] = [itemsAt(spec, 'validations'), itemsAt(spec, 'auditAnnotations')];
    const missing = 'validations or auditAnnotations must contain at least one item';
    return [
      ...commonProblems(spec, expressions, old),
      ...(validations.length === 0 && annotations.length === 0
        ? [required('spec.validations', missing), required('spec.auditAnnotations', missing)]
        : eachItem(validations, 'spec.validations', (each, field) => validationProblems(each, field, expressions))),
      ...annotationsProblems(annotations, policy.metadata.name ?? '', expressions),
      ...when(old === undefined, ...staticNameProblems(policy)),
    ];
  };

/** A mutating policy. */
export const mutatingPolicyProblems =
  (compiler: PolicyCompiler) =>
  (policy: ApiObject, old?: ApiObject): readonly FieldError[] => {
    const spec = fieldsAt(policy, 'spec');
    const expressions = compiler(spec);
    const mutations = itemsAt(spec, 'mutations');
    const again = textAt(spec, 'reinvocationPolicy');
    return [
      ...commonProblems(spec, expressions, old, true),
      ...when(mutations.length === 0, required('spec.mutations', 'mutations must contain at least one item')),
      ...eachItem(mutations, 'spec.mutations', (each, field) => mutationProblems(each, field, expressions)),
      ...(again === ''
        ? [required('spec.reinvocationPolicy', '')]
        : oneOf(again, ['IfNeeded', 'Never'], 'spec.reinvocationPolicy')),
      ...when(old === undefined, ...staticNameProblems(policy)),
    ];
  };

/** The binding of a policy. */
export const policyBindingProblems =
  (isMutating: boolean) =>
  (binding: ApiObject): readonly FieldError[] => {
    const spec = fieldsAt(binding, 'spec');
    const policy = textAt(spec, 'policyName');
    return [
      ...(policy === '' ? [required('spec.policyName', '')] : wordProblems(dnsSubdomain, policy, 'spec.policyName')),
      ...(isSet(spec['paramRef']) ? paramRefProblems(fieldsAt(spec, 'paramRef'), 'spec.paramRef') : none),
      ...(isSet(spec['matchResources'])
        ? matchProblems(fieldsAt(spec, 'matchResources'), 'spec.matchResources', isMutating)
        : none),
      ...(isMutating ? none : actionProblems(textsAt(spec, 'validationActions'), 'spec.validationActions')),
    ];
  };

/** Names that are kept for configurations that the server reads from files. */
export function staticNameProblems({ metadata }: ApiObject): readonly FieldError[] {
  const { name = '' } = metadata;
  const problem = `names ending with ${JSON.stringify(staticSuffix)} are reserved for static manifest-based configurations and cannot be managed via the API`;
  return when(name.endsWith(staticSuffix), invalid('metadata.name', name, problem));
}

function commonProblems(
  spec: Fields,
  expressions: PolicyExpressions,
  old: ApiObject | undefined,
  isMutating = false,
): readonly FieldError[] {
  const constraints = fieldsAt(spec, 'matchConstraints');
  const rules = 'spec.matchConstraints.resourceRules';
  return [
    ...oneOfRequired(textAt(spec, 'failurePolicy'), failurePolicies, 'spec.failurePolicy'),
    ...(isSet(spec['paramKind']) ? paramKindProblems(fieldsAt(spec, 'paramKind'), 'spec.paramKind') : none),
    ...(isSet(spec['matchConstraints'])
      ? [
          ...matchProblems(constraints, 'spec.matchConstraints', false),
          ...when(itemsAt(constraints, 'resourceRules').length === 0, required(rules, '')),
          ...(isMutating ? operationProblems(constraints, 'spec.matchConstraints') : none),
        ]
      : [required('spec.matchConstraints', '')]),
    ...(hasSameConditions(spec, old) ? none : conditionsProblems(itemsAt(spec, 'matchConditions'), expressions)),
    ...eachItem(itemsAt(spec, 'variables'), 'spec.variables', (each, field) =>
      variableProblems(each, field, expressions),
    ),
  ];
}

const oneOfRequired = (value: string, supported: readonly string[], field: string): readonly FieldError[] =>
  value === '' ? [required(field, '')] : oneOf(value, supported, field);

/** Conditions that were let in once are not looked at again until they change. */
function hasSameConditions(spec: Fields, old: ApiObject | undefined): boolean {
  const before = fieldsAt(old, 'spec');
  const shown = (of: Fields): string => JSON.stringify([of['paramKind'], of['matchConditions']]);
  return old !== undefined && shown(spec) === shown(before);
}

function paramKindProblems(paramKind: Fields, field: string): readonly FieldError[] {
  const kind = textAt(paramKind, 'kind');
  const words = dns1035Label(kind.toLowerCase());
  const at = `${field}.kind`;
  return [
    ...groupVersionProblems(textAt(paramKind, 'apiVersion'), `${field}.apiVersion`),
    ...(kind === ''
      ? [required(at, '')]
      : when(
          words.length > 0,
          invalid(at, kind, `may have mixed case, but should otherwise match: ${words.join(',')}`),
        )),
  ];
}

function groupVersionProblems(text: string, field: string): readonly FieldError[] {
  if (text === '') return [required(field, '')];
  const parts = text === '/' ? ['', ''] : text.split('/');
  if (parts.length > 2) return [invalid(field, text, `unexpected GroupVersion string: ${text}`)];
  const [version = '', group = ''] = parts.toReversed();
  const joined = (words: readonly string[], value: string): readonly FieldError[] =>
    when(words.length > 0, invalid(field, value, words.join(',')));
  return [
    ...(group === '' ? none : joined(dnsSubdomain(group), group)),
    ...(version === '' ? [invalid(field, text, 'version must be specified')] : joined(dns1035Label(version), version)),
  ];
}

function matchProblems(match: Fields, field: string, isMutating: boolean): readonly FieldError[] {
  const selector = (name: string): readonly FieldError[] =>
    isSet(match[name]) ? selectorProblems(match[name], `${field}.${name}`) : [required(`${field}.${name}`, '')];
  return [
    ...oneOfRequired(textAt(match, 'matchPolicy'), matchPolicies, `${field}.matchPolicy`),
    ...selector('namespaceSelector'),
    ...selector('objectSelector'),
    ...['resourceRules', 'excludeResourceRules'].flatMap((name) =>
      eachItem(itemsAt(match, name), `${field}.${name}`, namedRuleProblems),
    ),
    ...(isMutating ? operationProblems(match, field) : none),
  ];
}

function namedRuleProblems(rule: Fields, field: string): readonly FieldError[] {
  const names = textsAt(rule, 'resourceNames');
  return [
    ...names.flatMap((name, index) => [
      ...wordProblems(pathSegment, name, `${field}.resourceNames[${index}]`),
      ...when(names.indexOf(name) < index, duplicate(`${field}.resourceNames[${index}]`, name)),
    ]),
    ...webhookRuleProblems(rule, field),
  ];
}

/** Only what is written can be changed. */
const operationProblems = (match: Fields, field: string): readonly FieldError[] =>
  itemsAt(match, 'resourceRules').flatMap((rule) =>
    textsAt(rule, 'operations').flatMap((operation) =>
      oneOf(operation, mutableOperations, `${field}.resourceRules.operations`),
    ),
  );

function conditionsProblems(conditions: readonly Fields[], expressions: PolicyExpressions): readonly FieldError[] {
  const field = 'spec.matchConditions';
  const names = conditions.map((condition) => textAt(condition, 'name'));
  return [
    ...when(conditions.length > 64, tooMany(field, conditions.length, 64)),
    ...conditions.flatMap((condition, index) => {
      const at = `${field}[${index}]`;
      const [name, text] = [textAt(condition, 'name'), textAt(condition, 'expression').trim()];
      return [
        ...(text === ''
          ? [required(`${at}.expression`, '')]
          : expressionProblems(expressions.compile('matchCondition', text), text, `${at}.expression`)),
        ...(name === '' ? [required(`${at}.name`, '')] : wordProblems(qualifiedName, name, `${at}.name`)),
        ...when(name !== '' && names.indexOf(name) < index, duplicate(`${at}.name`, name)),
      ];
    }),
  ];
}

function expressionProblems(
  { problem, isInternal = false }: ExpressionVerdict,
  text: string,
  field: string,
): readonly FieldError[] {
  if (problem === undefined) return none;
  return [
    isInternal ? { type: 'InternalError', field, body: `Internal error: ${problem}` } : invalid(field, text, problem),
  ];
}

const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

function variableProblems(variable: Fields, field: string, expressions: PolicyExpressions): readonly FieldError[] {
  const [name, text] = [textAt(variable, 'name'), textAt(variable, 'expression')];
  const isIdentifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/u.test(name) && !reserved.has(name);
  return [
    ...(name.trim() === ''
      ? [required(`${field}.name`, 'name is not specified')]
      : when(!isIdentifier, invalid(`${field}.name`, name, 'must be a valid CEL identifier'))),
    ...(text.trim() === ''
      ? [required(`${field}.expression`, 'expression is not specified')]
      : expressionProblems(expressions.variable(name, text), text, `${field}.expression`)),
  ];
}

function validationProblems(validation: Fields, field: string, expressions: PolicyExpressions): readonly FieldError[] {
  const [text, message] = [textAt(validation, 'expression'), textAt(validation, 'message')];
  const messageText = textAt(validation, 'messageExpression');
  const at = `${field}.messageExpression`;
  return [
    ...(text.trim() === ''
      ? [required(`${field}.expression`, 'expression is not specified')]
      : expressionProblems(expressions.compile('validation', text), text, `${field}.expression`)),
    ...when(
      messageText !== '' && messageText.trim() === '',
      invalid(at, messageText, 'must be non-empty if specified'),
    ),
    ...(messageText.trim() === ''
      ? none
      : expressionProblems(expressions.compile('message', messageText), messageText, at)),
    ...when(
      message !== '' && message.trim() === '',
      invalid(`${field}.message`, message, 'must be non-empty if specified'),
    ),
    ...when(/[\n\r]/u.test(message.trim()), invalid(`${field}.message`, message, 'must not contain line breaks')),
    ...(hasAt(validation, 'reason') ? oneOf(textAt(validation, 'reason'), reasons, `${field}.reason`) : none),
  ];
}

function annotationsProblems(
  annotations: readonly Fields[],
  policy: string,
  expressions: PolicyExpressions,
): readonly FieldError[] {
  const keys = annotations.map((annotation) => textAt(annotation, 'key'));
  const field = 'spec.auditAnnotations';
  return [
    ...when(
      annotations.length > 20,
      invalid(field, annotations.map(printed), 'must not have more than 20 auditAnnotations'),
    ),
    ...annotations.flatMap((annotation, index) => {
      const at = `${field}[${index}]`;
      const key = keys[index] ?? '';
      return [
        ...annotationProblems(annotation, at, policy, expressions),
        ...when(keys.indexOf(key) < index, duplicate(`${at}.key`, key)),
      ];
    }),
  ];
}

/** An annotation as Go prints its structure. */
const printed = (annotation: Fields): object => ({
  Key: textAt(annotation, 'key'),
  ValueExpression: textAt(annotation, 'valueExpression'),
});

function annotationProblems(
  annotation: Fields,
  field: string,
  policy: string,
  expressions: PolicyExpressions,
): readonly FieldError[] {
  const [key, text] = [textAt(annotation, 'key'), textAt(annotation, 'valueExpression')];
  const trimmed = text.trim();
  const at = `${field}.valueExpression`;
  const problem = (): readonly FieldError[] =>
    Buffer.byteLength(trimmed) > 5 * 1024
      ? [required(at, 'must not exceed 5120 bytes in length')]
      : expressionProblems(expressions.compile('annotation', trimmed), text, at);
  return [
    ...(policy === ''
      ? [invalid(`${field}.key`, key, 'requires metadata.name be non-empty')]
      : wordProblems(qualifiedName, `${policy}/${key}`, `${field}.key`)),
    ...(trimmed === '' ? [required(at, 'valueExpression is not specified')] : problem()),
  ];
}

/** The fields of each type of mutation. */
const mutationFields: Readonly<Record<string, readonly [field: string, kind: PolicyExpression]>> = {
  ApplyConfiguration: ['applyConfiguration', 'configuration'],
  JSONPatch: ['jsonPatch', 'patch'],
};

function mutationProblems(mutation: Fields, field: string, expressions: PolicyExpressions): readonly FieldError[] {
  const type = textAt(mutation, 'patchType');
  const own = getOwn(mutationFields, type);
  if (type === '') return [required(`${field}.patchType`, '')];
  if (own === undefined) return [notSupported(`${field}.patchType`, type, Object.keys(mutationFields))];
  const [name, kind] = own;
  const other = name === 'jsonPatch' ? 'applyConfiguration' : 'jsonPatch';
  const text = textAt(mutation, name, 'expression').trim();
  const at = `${field}.${name}.expression`;
  return [
    ...(!isSet(mutation[name])
      ? [required(`${field}.${name}`, `must be specified when patchType is ${type}`)]
      : text === ''
        ? [required(at, '')]
        : expressionProblems(expressions.compile(kind, text), text, at)),
    ...when(
      isSet(mutation[other]),
      invalid(`${field}.${other}`, `{${other}}`, `must not be specified when patchType is ${type}`),
    ),
  ];
}

function paramRefProblems(ref: Fields, field: string): readonly FieldError[] {
  const name = textAt(ref, 'name');
  const hasSelector = isSet(ref['selector']);
  const both = 'name and selector are mutually exclusive';
  const action = textAt(ref, 'parameterNotFoundAction');
  return [
    ...(name === '' ? none : wordProblems(pathSegment, name, `${field}.name`)),
    ...when(name !== '' && hasSelector, forbiddenField(`${field}.name`, both)),
    ...(hasSelector ? selectorProblems(ref['selector'], `${field}.selector`) : none),
    ...when(name !== '' && hasSelector, forbiddenField(`${field}.selector`, both)),
    ...when(name === '' && !hasSelector, required(field, 'one of name or selector must be specified')),
    ...oneOfRequired(action, ['Deny', 'Allow'], `${field}.parameterNotFoundAction`),
  ];
}

function actionProblems(given: readonly string[], field: string): readonly FieldError[] {
  const both =
    'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
  return [
    ...given.flatMap((action, index) => [
      ...oneOf(action, actions, `${field}[${index}]`),
      ...when(given.indexOf(action) < index, duplicate(`${field}[${index}]`, action)),
    ]),
    ...when(given.includes('Deny') && given.includes('Warn'), invalid(field, given, both)),
    ...when(given.length === 0, required(field, '')),
  ];
}
