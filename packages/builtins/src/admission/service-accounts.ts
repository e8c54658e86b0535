/**
 * Every pod acts under a service account, which must be there: the namespace's default unless it names one. It gets that account's pull secrets, and a volume
 * with a token, the server's authority and its namespace at the place where clients in a cluster look. Upstream: the ServiceAccount admission plugin.
 */
import { randomSuffix, type Host } from '@reeve/machinery';
import {
  fieldsAt,
  forbidden,
  itemsAt,
  listAt,
  textAt,
  valueAt,
  type AdmissionPlugin,
  type AdmissionRequest,
  type ApiObject,
  type Fields,
  type Store,
} from '@reeve/registry';

const defaultAccount = 'default';
const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount';
const mirror = 'kubernetes.io/config.mirror';
/** A token lives a little longer than the hour after which it is renewed. */
const tokenSeconds = 3607;
/** How often a pod looks for the default account of a namespace that has just been made, and how long it waits in between. */
const looks = 10;
const pauseMs = 100;

export function serviceAccounts(store: Store, host: Host): AdmissionPlugin {
  return {
    name: 'ServiceAccount',
    mutate: (request) => {
      const { object } = request as AdmissionRequest & { object: ApiObject }; // there is one when something is to be changed
      const isConcerned = isNewPod(request) && object.metadata.annotations?.[mirror] === undefined;
      return isConcerned ? withAccount(object, request) : object;
    },
  };

  async function withAccount(pod: ApiObject, request: AdmissionRequest): Promise<ApiObject> {
    const name = textAt(pod, 'spec', 'serviceAccountName') || defaultAccount;
    const key = `${request.namespace}/${name}`;
    const account = await found(store, host, key);
    if (account === undefined) throw forbidden(request.resource, request.name, absent(key, name));
    return actingAs(pod, account, () => `kube-api-access-${randomSuffix(host.random)}`);
  }
}

const isNewPod = ({ operation, resource, subresource }: AdmissionRequest): boolean =>
  operation === 'CREATE' && resource.group === '' && resource.plural === 'pods' && subresource === undefined;

const absent = (key: string, name: string): string =>
  `error looking up service account ${key}: serviceaccount "${name}" not found`;

async function found(store: Store, host: Host, key: string): Promise<ApiObject | undefined> {
  const attempts = key.endsWith(`/${defaultAccount}`) ? looks : 1;
  for (let attempt = 1; ; attempt += 1) {
    const account = store.table('serviceaccounts').get(key)?.object;
    if (account !== undefined || attempt === attempts) return account;
    await host.sleep(pauseMs);
  }
}

function actingAs(pod: ApiObject, account: ApiObject, volumeName: () => string): ApiObject {
  const { name } = account.metadata;
  const spec = fieldsAt(pod, 'spec');
  const own = listAt(spec, 'imagePullSecrets');
  const secrets = own.length > 0 ? own : itemsAt(account, 'imagePullSecrets').map((each) => ({ name: each['name'] }));
  const acting = {
    ...spec,
    serviceAccountName: name,
    serviceAccount: name,
    ...(secrets.length > 0 && { imagePullSecrets: secrets }),
  };
  return { ...pod, spec: isMounted(spec, account) ? withToken(acting, volumeName) : acting };
}

const isMounted = (spec: Fields, account: ApiObject): boolean =>
  Boolean(valueAt(spec, 'automountServiceAccountToken') ?? valueAt(account, 'automountServiceAccountToken') ?? true);

/** The volume, where a container has nothing of its own at that place. A volume of that kind that is there already is used. */
function withToken(spec: Fields, volumeName: () => string): Fields {
  const known = itemsAt(spec, 'volumes').find((volume) => textAt(volume, 'name').startsWith('kube-api-access-'));
  const name = known === undefined ? volumeName() : textAt(known, 'name');
  let isUsed = false;
  const mounted = (container: Fields): Fields => {
    const mounts = itemsAt(container, 'volumeMounts');
    if (mounts.some((mount) => textAt(mount, 'mountPath') === mountPath)) return container;
    isUsed = true;
    return { ...container, volumeMounts: [...mounts, { name, readOnly: true, mountPath }] };
  };
  const initContainers = itemsAt(spec, 'initContainers').map(mounted);
  const containers = itemsAt(spec, 'containers').map(mounted);
  const volumes = [
    ...itemsAt(spec, 'volumes'),
    ...(isUsed && known === undefined ? [{ name, projected: tokenVolume }] : []),
  ];
  return {
    ...spec,
    containers,
    ...(initContainers.length > 0 && { initContainers }),
    ...(volumes.length > 0 && { volumes }),
  };
}

const tokenVolume = {
  sources: [
    { serviceAccountToken: { expirationSeconds: tokenSeconds, path: 'token' } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    {
      downwardAPI: { items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }] },
    },
  ],
  defaultMode: 0o644,
};
