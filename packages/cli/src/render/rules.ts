/**
 * The permissions of an operator as rules of roles, from what its controllers declare. What is for the whole cluster is in one role, what is for a namespace in one per namespace.
 * Verbs on one resource are joined, and resources of one group with the same verbs share a rule.
 */
import { controllerNeeds, CoreEvent, ruleOf, SeriesEvent } from '@reeve/runtime';
import type { Permission, PolicyRule } from '@reeve/runtime';
import type { Program } from '../program/program.ts';

/** A rule of a Role or ClusterRole. */
export interface Rule {
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
  verbs: string[];
}

const verbOrder = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** What the controllers do in the whole cluster. */
export const clusterRules = (program: Program): Rule[] =>
  joined(permissionsOf(program).filter(({ namespace }) => namespace === undefined));

/** What the controllers do in single namespaces, by namespace. */
export function namespaceRules(program: Program): ReadonlyMap<string, Rule[]> {
  const byNamespace = new Map<string, PolicyRule[]>();
  for (const rule of permissionsOf(program)) {
    if (rule.namespace === undefined) continue;
    byNamespace.set(rule.namespace, [...(byNamespace.get(rule.namespace) ?? []), rule]);
  }
  const inOrder = [...byNamespace].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return new Map(inOrder.map(([namespace, rules]) => [namespace, joined(rules)]));
}

/** The rules for permissions. */
export const rulesOf = (permissions: readonly Permission[]): Rule[] => joined(permissions.map(ruleOf));

/** What the election of a leader does in the operator's own namespace. */
export const leaderRules = (): Rule[] => [
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'create', 'update'] },
  { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
];

/** What the controllers declare, and what the framework does for them: it writes events, and refers to owners in a way that some servers ask this permission for. */
function permissionsOf({ controllers }: Program): readonly PolicyRule[] {
  return controllers.flatMap((controller) => {
    const { for: kind, owns = [], events = 'series' } = controller;
    const needs: readonly Permission[] = [
      ...controllerNeeds(controller),
      { kind: events === 'core' ? CoreEvent : SeriesEvent, verbs: ['create', 'patch'] },
      ...(owns.length > 0 ? [{ kind, subresource: 'finalizers', verbs: ['update'] } as const] : []),
    ];
    return needs.map(ruleOf);
  });
}

/** Each verb on a resource is granted once; resources that differ in nothing else share a rule. */
const joined = (rules: readonly PolicyRule[]): Rule[] => [...resourceRules(grantsOf(rules)), ...urlRules(rules)];

/** The verbs on one resource. */
interface Grant {
  readonly group: string;
  readonly resource: string;
  readonly names: readonly string[] | undefined;
  readonly verbs: Set<string>;
}

function grantsOf(rules: readonly PolicyRule[]): Grant[] {
  const grants = new Map<string, Grant>();
  for (const { apiGroups = [], resources = [], resourceNames: names, verbs } of rules)
    for (const group of apiGroups)
      for (const resource of resources) {
        const key = [group, resource, ...(names ?? [])].join(' ');
        const grant = grants.get(key) ?? { group, resource, names, verbs: new Set() };
        for (const verb of verbs) grant.verbs.add(verb);
        grants.set(key, grant);
      }
  return [...grants].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, grant]) => grant);
}

function resourceRules(grants: readonly Grant[]): Rule[] {
  const rules = new Map<string, Rule & { resources: string[] }>();
  for (const { group, resource, names, verbs } of grants) {
    const ordered = [...verbs].toSorted((one, other) => verbOrder.indexOf(one) - verbOrder.indexOf(other));
    const key = JSON.stringify([group, names, ordered]);
    const rule = rules.get(key) ?? {
      apiGroups: [group],
      resources: [],
      ...(names !== undefined && { resourceNames: [...names] }),
      verbs: ordered,
    };
    rule.resources.push(resource);
    rules.set(key, rule);
  }
  return [...rules.values()];
}

const urlRules = (rules: readonly PolicyRule[]): Rule[] =>
  rules.flatMap(({ nonResourceURLs, verbs }) =>
    nonResourceURLs === undefined ? [] : [{ nonResourceURLs: [...nonResourceURLs], verbs: [...verbs] }],
  );
