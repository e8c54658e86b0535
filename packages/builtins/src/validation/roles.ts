/**
 * What roles and their bindings must be. Upstream: kubernetes pkg/apis/rbac/validation.
 */
import { deepEqual } from '@reeve/machinery';
import {
  dnsSubdomain,
  fieldsAt,
  hasAt,
  invalid,
  itemsAt,
  listAt,
  notSupported,
  pathSegment,
  required,
  textAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { eachItem, none, oneOf, requiredWord, when, wordProblems } from './checks.ts';
import { selectorProblems } from './selector.ts';

const group = 'rbac.authorization.k8s.io';

/** The rules of a role; those of a namespace are not about paths outside of the API. */
export const roleProblems =
  (isNamespaced: boolean) =>
  (role: ApiObject): readonly FieldError[] =>
    eachItem(itemsAt(role, 'rules'), 'rules', (rule, field) => ruleProblems(rule, field, isNamespaced));

/** Upstream declares this with the field, and tells it last. */
export const missingVerbs = (role: ApiObject): readonly FieldError[] =>
  eachItem(itemsAt(role, 'rules'), 'rules', (rule, field) =>
    when(listAt(rule, 'verbs').length === 0, required(`${field}.verbs`, '')),
  );

/** A role of the cluster may be put together from others. */
export const clusterRoleProblems = (role: ApiObject): readonly FieldError[] => [
  ...roleProblems(false)(role),
  ...(hasAt(role, 'aggregationRule')
    ? aggregationProblems(itemsAt(role, 'aggregationRule', 'clusterRoleSelectors'))
    : none),
];

export const bindingProblems =
  (roleKinds: readonly string[], isNamespaced: boolean) =>
  (binding: ApiObject): readonly FieldError[] => {
    const role = fieldsAt(binding, 'roleRef');
    return [
      ...oneOf(textAt(role, 'apiGroup'), [group], 'roleRef.apiGroup'),
      ...oneOf(textAt(role, 'kind'), roleKinds, 'roleRef.kind'),
      ...requiredWord(pathSegment, textAt(role, 'name'), 'roleRef.name'),
      ...eachItem(itemsAt(binding, 'subjects'), 'subjects', (subject, field) =>
        subjectProblems(subject, field, isNamespaced),
      ),
    ];
  };

export const bindingChangeProblems = (binding: ApiObject, old: ApiObject): readonly FieldError[] => {
  const role = fieldsAt(binding, 'roleRef');
  if (deepEqual(role, fieldsAt(old, 'roleRef'))) return none;
  const goRole = { APIGroup: textAt(role, 'apiGroup'), Kind: textAt(role, 'kind'), Name: textAt(role, 'name') };
  return [invalid('roleRef', goRole, 'field is immutable')];
};

function aggregationProblems(selectors: readonly Fields[]): readonly FieldError[] {
  const field = 'aggregationRule.clusterRoleSelectors';
  const missing = 'at least one clusterRoleSelector required if aggregationRule is non-nil';
  return [
    ...when(selectors.length === 0, required(field, missing)),
    ...eachItem(selectors, field, (selector, path) => {
      const problems = selectorProblems(selector, path);
      return problems.length === 0 ? none : [...problems, invalid(path, null, 'invalid label selector.')];
    }),
  ];
}

function ruleProblems(rule: Fields, field: string, isNamespaced: boolean): readonly FieldError[] {
  const has = (name: string): boolean => listAt(rule, name).length > 0;
  if (has('nonResourceURLs')) {
    const urls = `${field}.nonResourceURLs`;
    const isAboutBoth = has('apiGroups') || has('resources') || has('resourceNames');
    return [
      ...(isNamespaced
        ? [invalid(urls, rule['nonResourceURLs'], 'namespaced rules cannot apply to non-resource URLs')]
        : none),
      ...(isAboutBoth
        ? [invalid(urls, rule['nonResourceURLs'], 'rules cannot apply to both regular resources and non-resource URLs')]
        : none),
    ];
  }
  return [
    ...(has('apiGroups')
      ? none
      : [required(`${field}.apiGroups`, 'resource rules must supply at least one api group')]),
    ...(has('resources') ? none : [required(`${field}.resources`, 'resource rules must supply at least one resource')]),
  ];
}

function subjectProblems(subject: Fields, field: string, isNamespaced: boolean): readonly FieldError[] {
  const kind = textAt(subject, 'kind');
  const missing = textAt(subject, 'name') === '' ? [required(`${field}.name`, '')] : none;
  if (!['ServiceAccount', 'User', 'Group'].includes(kind))
    return [...missing, notSupported(`${field}.kind`, kind, ['ServiceAccount', 'User', 'Group'])];
  if (kind !== 'ServiceAccount')
    return [...missing, ...oneOf(textAt(subject, 'apiGroup'), [group], `${field}.apiGroup`)];
  const isHomeless = !isNamespaced && textAt(subject, 'namespace') === '';
  return [
    ...missing,
    ...(missing.length > 0 ? none : wordProblems(dnsSubdomain, textAt(subject, 'name'), `${field}.name`)),
    ...(textAt(subject, 'apiGroup') === ''
      ? none
      : [notSupported(`${field}.apiGroup`, textAt(subject, 'apiGroup'), [''])]),
    ...(isHomeless ? [required(`${field}.namespace`, '')] : none),
  ];
}
