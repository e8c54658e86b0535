/**
 * Makes what every server holds where it is missing: namespaces, bootstrap roles, priority levels, its own Service. Upstream: the bootstrap controllers.
 */
import { loadSeedObjects } from '@reeve/kinds';
import { formatTime, type Host } from '@reeve/machinery';
import type { ApiObject, ResourceRegistry, Store } from '@reeve/registry';

export async function seedObjects(store: Store, registry: ResourceRegistry, host: Host, port: number): Promise<void> {
  const now = formatTime(host.clock.now());
  for (const { group, version, plural, objects } of await loadSeedObjects()) {
    const resource = registry.find(group, version, plural);
    if (resource === undefined) continue;
    for (const seed of objects) {
      const { metadata, ...rest } = withPort(withTimes(seed, now), port) as ApiObject;
      const key = metadata.namespace ? `${metadata.namespace}/${metadata.name}` : (metadata.name ?? '');
      if (store.table(resource.storage.table).get(key)) continue;
      const object: ApiObject = {
        kind: resource.kind,
        apiVersion: resource.apiVersion,
        metadata: { ...metadata, uid: host.uuid(), creationTimestamp: now },
        ...rest,
      };
      store.commit(resource.storage.table, key, () => ({ type: 'put', object: resource.storage.toStorage(object) }));
    }
  }
  const isMissing = (name: string) => store.table('configmaps').get(`kube-system/${name}`) === undefined;
  if (isMissing(authentication)) putConfigMap(store, host, authentication, {});
  if (isMissing(tokenTracking)) putConfigMap(store, host, tokenTracking, { since: now.slice(0, 10) });
}

/** Tells servers that extend this one whose client certificates are believed. */
export const tellClientAuthority = (store: Store, host: Host, pem: string): void =>
  putConfigMap(store, host, authentication, { 'client-ca-file': pem });

const authentication = 'extension-apiserver-authentication';
const tokenTracking = 'kube-apiserver-legacy-service-account-token-tracking';

function putConfigMap(store: Store, host: Host, name: string, data: Readonly<Record<string, string>>): void {
  store.commit('configmaps', `kube-system/${name}`, (current) => ({
    type: 'put',
    object: {
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: current?.object.metadata ?? {
        name,
        namespace: 'kube-system',
        uid: host.uuid(),
        creationTimestamp: formatTime(host.clock.now()),
      },
      ...(Object.keys(data).length > 0 && { data }),
    },
  }));
}

/** Conditions tell when they came about. */
function withTimes(value: unknown, now: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withTimes(item, now));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, withTimes(item, now)] as const);
  const isCondition = 'type' in value && 'status' in value && 'reason' in value;
  return Object.fromEntries(isCondition ? [...entries, ['lastTransitionTime', now]] : entries);
}

/** The server's own Service leads to the port it listens on. */
function withPort(value: unknown, port: number): unknown {
  const object = value as { metadata?: { name?: string }; spec?: { ports?: { targetPort?: number }[] } };
  if (object.metadata?.name !== 'kubernetes' || object.spec?.ports === undefined) return value;
  return {
    ...object,
    spec: { ...object.spec, ports: object.spec.ports.map((each) => ({ ...each, targetPort: port })) },
  };
}
