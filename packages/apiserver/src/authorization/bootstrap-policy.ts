/**
 * Brings the bootstrap roles and bindings of data from an earlier server up to this version: what is missing is added, nothing is taken away, and what says
 * `rbac.authorization.kubernetes.io/autoupdate: "false"` stays as it is. What is not there at all is seeded like on a fresh server.
 * Upstream: the post-start hook rbac/bootstrap-roles and component-helpers auth/rbac/reconciliation.
 */
import { loadSeedObjects } from '@reeve/kinds';
import { deepEqual, type UnstructuredObject } from '@reeve/machinery';
import { itemsAt, listAt, type ApiObject, type Store } from '@reeve/registry';
import { rulesOfRole, uncoveredRules, type PolicyRule } from './policy-rule.ts';
import { rbacGroup } from './role-rules.ts';

const autoUpdate = 'rbac.authorization.kubernetes.io/autoupdate';

/** Whether the store holds roles already. Those of a fresh server are as they should be. */
export const hasPolicy = (store: Store): boolean => store.table(`${rbacGroup}/clusterroles`).count > 0;

export async function reconcileBootstrapPolicy(store: Store): Promise<void> {
  for (const { group, plural, objects } of await loadSeedObjects()) {
    if (group !== rbacGroup) continue;
    for (const expected of objects as readonly ApiObject[]) {
      const { name = '', namespace } = expected.metadata;
      reconcile(store, `${group}/${plural}`, namespace === undefined ? name : `${namespace}/${name}`, expected);
    }
  }
}

function reconcile(store: Store, table: string, key: string, expected: ApiObject): void {
  store.commit(table, key, (current) => {
    if (current === undefined || current.object.metadata.annotations?.[autoUpdate] === 'false') return { type: 'keep' };
    const object = reconciled(current.object, expected);
    return deepEqual(object, current.object) ? { type: 'keep' } : { type: 'put', object };
  });
}

function reconciled(existing: ApiObject, expected: ApiObject): ApiObject {
  const { labels, annotations } = expected.metadata;
  const metadata: ApiObject['metadata'] = {
    ...existing.metadata,
    ...(labels && { labels: { ...labels, ...existing.metadata.labels } }),
    ...(annotations && { annotations: { ...annotations, ...existing.metadata.annotations } }),
  };
  return 'roleRef' in expected
    ? withSubjects({ ...existing, metadata }, expected)
    : withRules({ ...existing, metadata }, expected);
}

function withRules(existing: ApiObject, expected: ApiObject): ApiObject {
  const missing = uncoveredRules(rulesOfRole(existing), rulesOfRole(expected)).map(writtenRule);
  const selectors = itemsAt(existing, 'aggregationRule', 'clusterRoleSelectors');
  const wanted = itemsAt(expected, 'aggregationRule', 'clusterRoleSelectors');
  const missingSelectors = wanted.filter((one) => !selectors.some((other) => deepEqual(one, other)));
  return {
    ...existing,
    ...(missing.length > 0 && { rules: [...listAt(existing, 'rules'), ...missing] }),
    ...(missingSelectors.length > 0 && {
      aggregationRule: { clusterRoleSelectors: [...selectors, ...missingSelectors] },
    }),
  };
}

/** A binding cannot come to refer to another role: one that does is as it is on a fresh server. */
function withSubjects(existing: ApiObject, expected: ApiObject): ApiObject {
  if (!deepEqual(existing['roleRef'], expected['roleRef']))
    return { ...existing, roleRef: expected['roleRef'], subjects: expected['subjects'] };
  const subjects = itemsAt(existing, 'subjects');
  const missing = itemsAt(expected, 'subjects').filter((one) => !subjects.some((other) => deepEqual(one, other)));
  return missing.length === 0 ? existing : { ...existing, subjects: [...subjects, ...missing] };
}

/** A rule without the parts that say nothing. */
const writtenRule = (rule: PolicyRule): UnstructuredObject[string] =>
  Object.fromEntries(Object.entries(rule).filter(([, words]) => words.length > 0));
