/**
 * What the configurations of admission webhooks must be. Upstream: kubernetes pkg/apis/admissionregistration/validation.
 */
import {
  dns1035Label,
  dnsSubdomain,
  duplicate,
  fieldsAt,
  hasAt,
  invalid,
  isSet,
  itemsAt,
  notSupported,
  numberAt,
  required,
  textAt,
  textsAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { eachItem, none, oneOf, when, wordProblems } from './checks.ts';
import { selectorProblems } from './selector.ts';
import { webhookClientProblems } from './webhook-client.ts';
import { webhookRuleProblems } from './webhook-rules.ts';

const effects = ['None', 'NoneOnDryRun'];
const versions = ['v1', 'v1beta1'];

/** Webhooks that look at objects, or change them. */
export const webhooksProblems =
  (isMutating: boolean) =>
  (configuration: ApiObject): readonly FieldError[] => {
    const hooks = itemsAt(configuration, 'webhooks');
    const names = hooks.map((hook) => textAt(hook, 'name'));
    return eachItem(hooks, 'webhooks', (hook, field) => [
      ...hookProblems(hook, field),
      ...(isMutating && isSet(hook['reinvocationPolicy'])
        ? oneOf(textAt(hook, 'reinvocationPolicy'), ['IfNeeded', 'Never'], `${field}.reinvocationPolicy`)
        : none),
      ...versionProblems(textsAt(hook, 'admissionReviewVersions'), `${field}.admissionReviewVersions`),
      ...when(
        textAt(hook, 'name') !== '' && names.indexOf(textAt(hook, 'name')) < hooks.indexOf(hook),
        duplicate(`${field}.name`, textAt(hook, 'name')),
      ),
    ]);
  };

function hookProblems(hook: Fields, field: string): readonly FieldError[] {
  const seconds = numberAt(hook, 'timeoutSeconds');
  const optional = (name: string, words: readonly string[]): readonly FieldError[] =>
    isSet(hook[name]) ? oneOf(textAt(hook, name), words, `${field}.${name}`) : none;
  const selector = (name: string): readonly FieldError[] =>
    isSet(hook[name]) ? selectorProblems(hook[name], `${field}.${name}`) : none;
  return [
    ...qualifiedDomain(textAt(hook, 'name'), `${field}.name`),
    ...eachItem(itemsAt(hook, 'rules'), `${field}.rules`, webhookRuleProblems),
    ...optional('failurePolicy', ['Fail', 'Ignore']),
    ...optional('matchPolicy', ['Equivalent', 'Exact']),
    ...effectProblems(hook, `${field}.sideEffects`),
    ...when(
      hasAt(hook, 'timeoutSeconds') && (seconds > 30 || seconds < 1),
      invalid(`${field}.timeoutSeconds`, seconds, 'the timeout value must be between 1 and 30 seconds'),
    ),
    ...selector('namespaceSelector'),
    ...selector('objectSelector'),
    ...webhookClientProblems(fieldsAt(hook, 'clientConfig'), `${field}.clientConfig`),
  ];
}

/** A name with at least two dots, so that it is somebody's. */
function qualifiedDomain(name: string, field: string): readonly FieldError[] {
  if (name === '') return [required(field, '')];
  const problems = wordProblems(dnsSubdomain, name, field);
  if (problems.length > 0) return problems;
  const problem = 'should be a domain with at least three segments separated by dots';
  return when(name.split('.').length < 3, invalid(field, name, problem));
}

function effectProblems(hook: Fields, field: string): readonly FieldError[] {
  if (!hasAt(hook, 'sideEffects')) return [required(field, `must specify one of ${effects.join(', ')}`)];
  const effect = textAt(hook, 'sideEffects');
  return when(!effects.includes(effect), notSupported(field, effect, effects));
}

function versionProblems(given: readonly string[], field: string): readonly FieldError[] {
  if (given.length === 0) return [required(field, `must specify one of ${versions.join(', ')}`)];
  const isUnderstood = given.some((version) => versions.includes(version));
  return [
    ...given.flatMap((version, index) => {
      const at = `${field}[${index}]`;
      return given.indexOf(version) < index
        ? [invalid(at, version, 'duplicate version')]
        : wordProblems(dns1035Label, version, at);
    }),
    ...when(!isUnderstood, invalid(field, given, `must include at least one of ${versions.join(', ')}`)),
  ];
}
