/**
 * Which flow schema and priority level a request falls under, by their UIDs in two headers. Nothing is limited by them. Upstream: apiserver's priority and
 * fairness filter.
 */
import type { Store, UserInfo } from '@reeve/registry';
import type { RequestInfo } from '../request/request-info.ts';

const schemas = 'flowcontrol.apiserver.k8s.io/flowschemas';
const levels = 'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations';

/** The headers, or none when the objects are not there. */
export function flowHeaders(store: Store, user: UserInfo, info: RequestInfo): Readonly<Record<string, string>> {
  const [schema, level] = flowOf(user, info);
  const schemaUid = store.table(schemas).get(schema)?.object.metadata.uid;
  const levelUid = store.table(levels).get(level)?.object.metadata.uid;
  if (schemaUid === undefined || levelUid === undefined) return {};
  return { 'x-kubernetes-pf-flowschema-uid': schemaUid, 'x-kubernetes-pf-prioritylevel-uid': levelUid };
}

/** The schema and the level that a fresh server's objects give to such a request. */
function flowOf({ groups }: UserInfo, info: RequestInfo): readonly [schema: string, level: string] {
  if (groups.includes('system:masters')) return ['exempt', 'exempt'];
  if (!info.isResource && /^\/(healthz|livez|readyz)$/.test(info.path)) return ['probes', 'exempt'];
  if (groups.includes('system:nodes')) return ['system-nodes', 'system'];
  if (groups.includes('system:serviceaccounts')) return ['service-accounts', 'workload-low'];
  return ['global-default', 'global-default'];
}
