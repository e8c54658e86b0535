/**
 * The rules of roles: what they allow, whether some rules cover others, and how messages print them.
 * Upstream: kubernetes pkg/apis/rbac/v1 evaluation helpers and component-helpers auth/rbac/validation.
 */
import { quote } from '@reeve/machinery';
import { itemsAt, textsAt, type ApiObject } from '@reeve/registry';
import type { AccessRequest } from './authorizer.ts';

export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

/** The rules of stored roles, read once per version: a stored object is never changed. */
const readRules = new WeakMap<ApiObject, readonly PolicyRule[]>();

/** The rules of a Role or ClusterRole. */
export function rulesOfRole(role: ApiObject): readonly PolicyRule[] {
  let rules = readRules.get(role);
  if (rules === undefined) {
    rules = itemsAt(role, 'rules').map((rule) => ({
      verbs: textsAt(rule, 'verbs'),
      apiGroups: textsAt(rule, 'apiGroups'),
      resources: textsAt(rule, 'resources'),
      resourceNames: textsAt(rule, 'resourceNames'),
      nonResourceURLs: textsAt(rule, 'nonResourceURLs'),
    }));
    readRules.set(role, rules);
  }
  return rules;
}

/** Whether a rule allows a request. */
export function ruleAllows(rule: PolicyRule, { verb, resource, path = '' }: AccessRequest): boolean {
  if (!hasOrAll(rule.verbs, verb)) return false;
  if (resource === undefined) return rule.nonResourceURLs.some((url) => coversPath(url, path) || url === '*');
  const { group, plural, subresource = '', name = '' } = resource;
  return (
    hasOrAll(rule.apiGroups, group) &&
    allowsResource(rule.resources, plural, subresource) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(name))
  );
}

const hasOrAll = (words: readonly string[], word: string): boolean => words.includes('*') || words.includes(word);

function allowsResource(resources: readonly string[], plural: string, subresource: string): boolean {
  if (subresource === '') return hasOrAll(resources, plural);
  return hasOrAll(resources, `${plural}/${subresource}`) || resources.includes(`*/${subresource}`);
}

/** Whether a path in a rule, which may end in `*`, covers another. */
const coversPath = (owned: string, path: string): boolean =>
  owned === path || (owned.endsWith('*') && path.startsWith(owned.replace(/\*+$/, '')));

/** Those parts of the wanted rules that no rule of the owner covers; each is about one verb of one thing. */
export function uncoveredRules(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  return wanted.flatMap(singleRules).filter((single) => !owned.some((rule) => covers(rule, single)));
}

const nothing: PolicyRule = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };

function singleRules(rule: PolicyRule): PolicyRule[] {
  const names = rule.resourceNames.length === 0 ? [[]] : rule.resourceNames.map((name) => [name]);
  const ofResources = rule.apiGroups.flatMap((group) =>
    rule.resources.flatMap((resource) =>
      rule.verbs.flatMap((verb) =>
        names.map((resourceNames) => ({
          ...nothing,
          apiGroups: [group],
          resources: [resource],
          verbs: [verb],
          resourceNames,
        })),
      ),
    ),
  );
  const ofPaths = rule.nonResourceURLs.flatMap((url) =>
    rule.verbs.map((verb) => ({ ...nothing, nonResourceURLs: [url], verbs: [verb] })),
  );
  return [...ofResources, ...ofPaths];
}

function covers(owner: PolicyRule, single: PolicyRule): boolean {
  return (
    coversWords(owner.verbs, single.verbs) &&
    coversWords(owner.apiGroups, single.apiGroups) &&
    coversResources(owner.resources, single.resources) &&
    single.nonResourceURLs.every((path) => owner.nonResourceURLs.some((url) => coversPath(url, path))) &&
    (owner.resourceNames.length === 0 ||
      (single.resourceNames.length > 0 && single.resourceNames.every((name) => owner.resourceNames.includes(name))))
  );
}

const coversWords = (owned: readonly string[], words: readonly string[]): boolean =>
  owned.includes('*') || words.every((word) => owned.includes(word));

const coversResources = (owned: readonly string[], resources: readonly string[]): boolean =>
  coversWords(owned, resources) ||
  resources.every((path) => {
    const slash = path.indexOf('/');
    return owned.includes(path) || (slash >= 0 && owned.includes(`*/${path.slice(slash + 1)}`));
  });

/** Rules in words, sorted, those about the same resource together. */
export const printedRules = (rules: readonly PolicyRule[]): string[] => [
  ...new Set(compactRules(rules).map(printedRule).toSorted()),
];

/** Rules about the same single resource become one. */
function compactRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const others: PolicyRule[] = [];
  const simple = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const key = simpleKey(rule);
    const known = key === undefined ? undefined : simple.get(key);
    if (key === undefined) others.push(rule);
    else simple.set(key, known === undefined ? rule : { ...known, verbs: [...known.verbs, ...rule.verbs] });
  }
  return [...others, ...simple.values()];
}

function simpleKey({ apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string | undefined {
  if (apiGroups.length !== 1 || resources.length !== 1 || resourceNames.length > 1 || nonResourceURLs.length > 0)
    return undefined;
  return JSON.stringify([apiGroups, resources, resourceNames]);
}

function printedRule({ apiGroups, resources, nonResourceURLs, resourceNames, verbs }: PolicyRule): string {
  const parts = {
    APIGroups: apiGroups,
    Resources: resources,
    NonResourceURLs: nonResourceURLs,
    ResourceNames: resourceNames,
    Verbs: verbs,
  };
  const shown = Object.entries(parts).filter(([, words]) => words.length > 0);
  return `{${shown.map(([name, words]) => `${name}:${printedList(words)}`).join(', ')}}`;
}

/** A list of texts as Go's `%q` prints it. */
export const printedList = (words: readonly string[]): string => `[${words.map(quote).join(' ')}]`;
