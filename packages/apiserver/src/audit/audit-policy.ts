/**
 * Which requests are noted, and how much of them: the first rule that matches decides. Upstream: apiserver audit/policy.
 */
import { InvalidInputError } from '@reeve/machinery';
import { fieldsAt, itemsAt, listAt, textAt, textsAt, type Fields, type UserInfo } from '@reeve/registry';
import type { AccessRequest } from '../authorization/authorizer.ts';

export type AuditLevel = 'None' | 'Metadata' | 'Request' | 'RequestResponse';
export type AuditStage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic';

/** What is noted of one request. */
export interface AuditConfig {
  readonly level: AuditLevel;
  readonly omitStages: ReadonlySet<string>;
  readonly omitManagedFields: boolean;
}

interface Rule extends AuditConfig {
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly namespaces: readonly string[];
  readonly resources: readonly { group: string; resources: readonly string[]; resourceNames: readonly string[] }[];
  readonly nonResourceURLs: readonly string[];
}

const levels: readonly AuditLevel[] = ['None', 'Metadata', 'Request', 'RequestResponse'];
const stages: readonly AuditStage[] = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'];
const policyFields = ['apiVersion', 'kind', 'metadata', 'rules', 'omitStages', 'omitManagedFields'];
const ruleFields = [
  'level',
  'users',
  'userGroups',
  'verbs',
  'resources',
  'namespaces',
  'nonResourceURLs',
  'omitStages',
  'omitManagedFields',
];

export class AuditPolicy {
  readonly #rules: readonly Rule[];
  readonly #otherwise: AuditConfig;

  /** `policy` is a Policy of audit.k8s.io/v1. What is wrong with it is an `InvalidInputError` with the path of the field. */
  constructor(policy: unknown) {
    if (textAt(policy, 'apiVersion') !== 'audit.k8s.io/v1' || textAt(policy, 'kind') !== 'Policy')
      throw refused('', 'is no Policy of audit.k8s.io/v1');
    onlyFields(fieldsAt(policy), policyFields, '');
    const rules = itemsAt(policy, 'rules');
    if (rules.length === 0) throw refused('rules', 'has no rules');
    const omitted = stagesIn(policy, 'omitStages');
    const omitManagedFields = fieldsAt(policy)['omitManagedFields'] === true;
    this.#rules = rules.map((rule, at) => readRule(rule, `rules[${at}]`, { omitted, omitManagedFields }));
    this.#otherwise = { level: 'None', omitStages: new Set(omitted), omitManagedFields };
  }

  /** What is noted of a request. */
  configFor(request: AccessRequest): AuditConfig {
    return this.#rules.find((rule) => matches(rule, request)) ?? this.#otherwise;
  }
}

function readRule(
  rule: Fields,
  field: string,
  { omitted, omitManagedFields }: { omitted: readonly string[]; omitManagedFields: boolean },
): Rule {
  onlyFields(rule, ruleFields, `${field}.`);
  const level = levels.find((each) => each === textAt(rule, 'level'));
  if (level === undefined) throw refused(`${field}.level`, `must be one of ${levels.join(', ')}`);
  const nonResourceURLs = textsAt(rule, 'nonResourceURLs');
  if (nonResourceURLs.length > 0 && (listAt(rule, 'resources').length > 0 || listAt(rule, 'namespaces').length > 0))
    throw refused(`${field}.nonResourceURLs`, 'rules cannot apply to both regular resources and non-resource URLs');
  return {
    level,
    omitStages: new Set([...omitted, ...stagesIn(rule, `${field}.omitStages`)]),
    omitManagedFields: typeof rule['omitManagedFields'] === 'boolean' ? rule['omitManagedFields'] : omitManagedFields,
    users: textsAt(rule, 'users'),
    userGroups: textsAt(rule, 'userGroups'),
    verbs: textsAt(rule, 'verbs'),
    namespaces: textsAt(rule, 'namespaces'),
    nonResourceURLs,
    resources: itemsAt(rule, 'resources').map((each) => ({
      group: textAt(each, 'group'),
      resources: textsAt(each, 'resources'),
      resourceNames: textsAt(each, 'resourceNames'),
    })),
  };
}

function stagesIn(of: unknown, field: string): readonly string[] {
  const given = textsAt(of, 'omitStages');
  const unknown = given.find((each) => !stages.some((stage) => stage === each));
  if (unknown !== undefined) throw refused(field, `${unknown} is no stage: there are ${stages.join(', ')}`);
  return given;
}

function onlyFields(of: Fields, known: readonly string[], prefix: string): void {
  const unknown = Object.keys(of).find((name) => !known.includes(name));
  if (unknown !== undefined) throw refused(`${prefix}${unknown}`, 'is no field of an audit policy');
}

const refused = (field: string, problem: string): InvalidInputError =>
  new InvalidInputError('audit policy', `the audit policy${field === '' ? '' : `: ${field}:`} ${problem}`);

function matches(rule: Rule, { user, verb, resource, path = '' }: AccessRequest): boolean {
  if (!isOf(rule, user) || (rule.verbs.length > 0 && !rule.verbs.includes(verb))) return false;
  if (rule.namespaces.length > 0 || rule.resources.length > 0)
    return resource !== undefined && matchesResource(rule, resource);
  return (
    rule.nonResourceURLs.length === 0 ||
    (resource === undefined && rule.nonResourceURLs.some((url) => covers(url, path)))
  );
}

const isOf = ({ users, userGroups }: Rule, user: UserInfo): boolean =>
  (users.length === 0 || users.includes(user.name)) &&
  (userGroups.length === 0 || user.groups.some((group) => userGroups.includes(group)));

const covers = (url: string, path: string): boolean =>
  url === '*' || url === path || (url.endsWith('*') && path.startsWith(url.replace(/\*+$/, '')));

function matchesResource(rule: Rule, asked: NonNullable<AccessRequest['resource']>): boolean {
  const { group, plural, subresource = '', namespace = '', name = '' } = asked;
  if (rule.namespaces.length > 0 && !rule.namespaces.includes(namespace)) return false;
  if (rule.resources.length === 0) return true;
  const whole = subresource === '' ? plural : `${plural}/${subresource}`;
  return rule.resources.some(
    (one) =>
      (one.group === group || one.group === '*') &&
      (one.resources.length === 0 ||
        ((one.resourceNames.length === 0 || one.resourceNames.includes(name)) &&
          one.resources.some(
            (each) =>
              each === whole ||
              each === '*' ||
              (subresource !== '' && each === `*/${subresource}`) ||
              each === `${plural}/*`,
          ))),
  );
}
