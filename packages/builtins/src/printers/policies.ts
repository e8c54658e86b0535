/**
 * The rows of what says who may do what: roles, webhooks, admission policies, priority levels.
 */
import {
  fieldsAt,
  hasAt,
  itemsAt,
  listAt,
  numberAt,
  textAt,
  textOf,
  valueAt,
  type ApiObject,
  type Fields,
  type Printer,
} from '@reeve/registry';
import { ageOf, conditionOf, nameOf, orElse } from './print.ts';

const webhooks: Printer = (object, now) => [nameOf(object), listAt(object, 'webhooks').length, ageOf(object, now)];

const policies =
  (rules: string): Printer =>
  (object, now) => {
    const kind = fieldsAt(object, 'spec', 'paramKind');
    return [
      nameOf(object),
      listAt(object, 'spec', rules).length,
      hasAt(object, 'spec', 'paramKind') ? `${textAt(kind, 'apiVersion')}/${textAt(kind, 'kind')}` : '<unset>',
      ageOf(object, now),
    ];
  };

const policyBindings: Printer = (object, now) => [
  nameOf(object),
  textAt(object, 'spec', 'policyName'),
  printParameters(object),
  ageOf(object, now),
];

const roleBindings: Printer = (object, now) => {
  const subjects = itemsAt(object, 'subjects');
  const named = (kind: string, print: (subject: Fields) => string): string =>
    subjects
      .filter((subject) => textAt(subject, 'kind') === kind)
      .map(print)
      .join(', ');
  const name = (subject: Fields): string => textAt(subject, 'name');
  return [
    nameOf(object),
    `${textAt(object, 'roleRef', 'kind')}/${textAt(object, 'roleRef', 'name')}`,
    ageOf(object, now),
    named('User', name),
    named('Group', name),
    named('ServiceAccount', (subject) => `${textAt(subject, 'namespace')}/${name(subject)}`),
  ];
};

const flowSchemas: Printer = (object, now) => [
  nameOf(object),
  textAt(object, 'spec', 'priorityLevelConfiguration', 'name'),
  numberAt(object, 'spec', 'matchingPrecedence'),
  hasAt(object, 'spec', 'distinguisherMethod') ? textAt(object, 'spec', 'distinguisherMethod', 'type') : '<none>',
  ageOf(object, now),
  orElse(textAt(conditionOf(object, 'Dangling'), 'status'), '?'),
];

const priorityLevels: Printer = (object, now) => {
  const queuing = valueAt(object, 'spec', 'limited', 'limitResponse', 'queuing');
  const number = (name: string): unknown => (queuing ? numberAt(queuing, name) : '<none>');
  return [
    nameOf(object),
    textAt(object, 'spec', 'type'),
    hasAt(object, 'spec', 'limited') ? numberAt(object, 'spec', 'limited', 'nominalConcurrencyShares') : '<none>',
    number('queues'),
    number('handSize'),
    number('queueLengthLimit'),
    ageOf(object, now),
  ];
};

export const policyCells: Readonly<Record<string, Printer>> = {
  'admissionregistration.k8s.io/mutatingadmissionpolicies': policies('mutations'),
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings': policyBindings,
  'admissionregistration.k8s.io/mutatingwebhookconfigurations': webhooks,
  'admissionregistration.k8s.io/validatingadmissionpolicies': policies('validations'),
  'admissionregistration.k8s.io/validatingadmissionpolicybindings': policyBindings,
  'admissionregistration.k8s.io/validatingwebhookconfigurations': webhooks,
  'flowcontrol.apiserver.k8s.io/flowschemas': flowSchemas,
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': priorityLevels,
  'rbac.authorization.k8s.io/clusterrolebindings': roleBindings,
  'rbac.authorization.k8s.io/rolebindings': roleBindings,
};

function printParameters(binding: ApiObject): string {
  const reference = fieldsAt(binding, 'spec', 'paramRef');
  const name = textAt(reference, 'name');
  if (name !== '') return `${orElse(textAt(reference, 'namespace'), '*')}/${name}`;
  return hasAt(reference, 'selector') ? goSelector(fieldsAt(reference, 'selector')) : '<unset>';
}

/** A selector as Go prints the struct. */
function goSelector(selector: Fields): string {
  const labels = Object.entries(fieldsAt(selector, 'matchLabels'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}: ${textOf(value)},`);
  const expressions = itemsAt(selector, 'matchExpressions').map(
    (each) =>
      `LabelSelectorRequirement{Key:${textAt(each, 'key')},Operator:${textAt(each, 'operator')},Values:[${listAt(each, 'values').join(' ')}],},`,
  );
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`;
}
