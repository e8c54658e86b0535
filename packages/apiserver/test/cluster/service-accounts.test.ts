/**
 * Pods act under service accounts on a server with the profile `cluster`.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InCluster } from './in-cluster.ts';

const pods = '/api/v1/namespaces/default/pods';
const accounts = '/api/v1/namespaces/default/serviceaccounts';
const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount';

interface Spec {
  readonly serviceAccountName?: string;
  readonly imagePullSecrets?: readonly object[];
  readonly volumes?: readonly { readonly name: string; readonly projected?: object }[];
  readonly containers: readonly { readonly volumeMounts?: readonly object[] }[];
}

describe('a pod', () => {
  let cluster: InCluster;

  beforeEach(async () => {
    cluster = await InCluster.start();
  });

  afterEach(async () => {
    await cluster[Symbol.asyncDispose]();
    if (cluster.bugs.length > 0) throw new AggregateError(cluster.bugs, 'the server has bugs');
  });

  const specOf = async (spec: object = {}): Promise<Spec> => {
    const containers = [{ name: 'main', image: 'main:1' }];
    return (await cluster.create(pods, { metadata: { generateName: 'p-' }, spec: { containers, ...spec } }))[
      'spec'
    ] as Spec;
  };

  test('acts as the default account and finds its token', async () => {
    const { serviceAccountName, volumes, containers } = await specOf();
    expect(serviceAccountName).toBe('default');
    const name = volumes?.[0]?.name ?? '';
    expect(name).toMatch(/^kube-api-access-[a-z0-9]{5}$/);
    expect(containers[0]?.volumeMounts).toEqual([{ name, readOnly: true, mountPath }]);
    expect(volumes?.[0]?.projected).toEqual({
      defaultMode: 420,
      sources: [
        { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        {
          downwardAPI: {
            items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
          },
        },
      ],
    });
  });

  test('keeps what a container has at that place', async () => {
    const own = { name: 'own', mountPath };
    const { volumes } = await specOf({
      volumes: [{ name: 'own', emptyDir: {} }],
      containers: [{ name: 'main', image: 'main:1', volumeMounts: [own] }],
    });
    expect(volumes?.map(({ name }) => name)).toEqual(['own']);
  });

  test('gets no token where the account or the pod wants none, and the account’s pull secrets', async () => {
    await cluster.create(accounts, {
      metadata: { name: 'quiet' },
      automountServiceAccountToken: false,
      imagePullSecrets: [{ name: 'registry' }],
    });
    const quiet = await specOf({ serviceAccountName: 'quiet' });
    expect(quiet).toMatchObject({ serviceAccountName: 'quiet', imagePullSecrets: [{ name: 'registry' }] });
    expect(quiet.volumes).toBeUndefined();
    expect((await specOf({ serviceAccountName: 'quiet', automountServiceAccountToken: true })).volumes).toHaveLength(1);
    expect((await specOf({ automountServiceAccountToken: false })).volumes).toBeUndefined();
  });

  test('is refused under an account that is not there', async () => {
    const spec = { serviceAccountName: 'nobody', containers: [{ name: 'main', image: 'main:1' }] };
    const { status, body } = await cluster.ask('POST', pods, { metadata: { name: 'lost' }, spec });
    expect([status, body['message']]).toEqual([
      403,
      'pods "lost" is forbidden: error looking up service account default/nobody: serviceaccount "nobody" not found',
    ]);
  });

  test('waits a moment for the account of a new namespace', async () => {
    await cluster.create('/api/v1/namespaces', { metadata: { name: 'new' } });
    const made = await cluster.host.run(() =>
      cluster.create('/api/v1/namespaces/new/pods', {
        metadata: { name: 'early' },
        spec: { containers: [{ name: 'main', image: 'main:1' }] },
      }),
    );
    expect(made['spec']).toMatchObject({ serviceAccountName: 'default' });
  });
});
