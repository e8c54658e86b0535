/**
 * The permissions of an operator, from what its controllers declare. Rules of one group with the same verbs are one rule, and verbs of one resource are joined.
 */
import type { PermissionNeed } from '@reeve/runtime';
import { controllerNeeds } from '@reeve/runtime';
import type { Program } from '../program/program.ts';

/** A rule of a Role. */
export interface Rule {
  apiGroups: string[];
  resources: string[];
  verbs: string[];
}

const verbOrder = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'];

/** What the controllers do in the whole cluster. */
export function clusterRules({ controllers }: Program): Rule[] {
  const verbs = new Map<string, Set<string>>();
  const add = (group: string, resource: string, more: readonly string[]): void => {
    const key = `${group} ${resource}`;
    verbs.set(key, new Set([...(verbs.get(key) ?? []), ...more]));
  };
  for (const controller of controllers) {
    for (const need of controllerNeeds(controller)) add(need.kind.group, resourceOf(need), need.verbs);
    const { group, plural } = controller.for;
    add(group, `${plural}/finalizers`, ['update']); // owner references that block the owner's deletion
  }
  add('events.k8s.io', 'events', ['create', 'patch']);
  return joined(verbs);
}

/** The rules for needs, one after the other. */
export const rulesOf = (needs: readonly PermissionNeed[]): Rule[] =>
  needs.map((need) => ({ apiGroups: [need.kind.group], resources: [resourceOf(need)], verbs: [...need.verbs] }));

/** What the election of a leader does in the operator's own namespace. */
export const leaderRules = (): Rule[] => [
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'create', 'update'] },
  { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
];

const resourceOf = ({ kind, subresource }: PermissionNeed): string =>
  subresource === undefined ? kind.plural : `${kind.plural}/${subresource}`;

/** Resources of a group that have the same verbs share a rule. */
function joined(verbs: ReadonlyMap<string, ReadonlySet<string>>): Rule[] {
  const rules = new Map<string, Rule>();
  for (const [key, set] of [...verbs].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const [group = '', resource = ''] = key.split(' ');
    const ordered = [...set].toSorted((one, other) => verbOrder.indexOf(one) - verbOrder.indexOf(other));
    const place = `${group} ${ordered.join()}`;
    const rule = rules.get(place) ?? { apiGroups: [group], resources: [], verbs: ordered };
    rule.resources.push(resource);
    rules.set(place, rule);
  }
  return [...rules.values()];
}
