import {
  AlreadyOwnedError,
  CrossNamespaceOwnerError,
  setControllerReference,
  setOwnerReference,
} from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

const site = {
  apiVersion: 'web.example.com/v1',
  kind: 'Website',
  metadata: { name: 'blog', namespace: 'default', uid: 'u-1' },
};
const pool = { apiVersion: 'example.com/v1', kind: 'Pool', metadata: { name: 'blue', uid: 'u-2' } };
const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'blog', namespace: 'default' }, spec: {} };
const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'reader' } };

const controlling = {
  apiVersion: 'web.example.com/v1',
  kind: 'Website',
  name: 'blog',
  uid: 'u-1',
  controller: true,
  blockOwnerDeletion: true,
};

function failure(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

describe('a controller', () => {
  test('is set in a copy', () => {
    const owned = setControllerReference(site, 'Namespaced', service);

    expect(owned).toEqual({ ...service, metadata: { ...service.metadata, ownerReferences: [controlling] } });
    expect(owned.spec).toBe(service.spec);
    expect(service.metadata).toEqual({ name: 'blog', namespace: 'default' });
  });

  test('that is set again changes nothing', () => {
    const owned = setControllerReference(site, 'Namespaced', service);
    expect(setControllerReference(site, 'Namespaced', owned)).toBe(owned);
  });

  test('is updated when its version or its UID is another', () => {
    const owned = setControllerReference(site, 'Namespaced', service);
    const later = { ...site, apiVersion: 'web.example.com/v2', metadata: { ...site.metadata, uid: 'u-9' } };

    const again = setControllerReference(later, 'Namespaced', owned);

    expect(again.metadata).toMatchObject({
      ownerReferences: [{ ...controlling, apiVersion: 'web.example.com/v2', uid: 'u-9' }],
    });
  });

  test('takes the place of a plain reference to the same owner', () => {
    const owned = setControllerReference(site, 'Namespaced', setOwnerReference(site, 'Namespaced', service));
    expect(owned.metadata).toMatchObject({ ownerReferences: [controlling] });
  });

  test('need not block the deletion of the owner', () => {
    const owned = setControllerReference(site, 'Namespaced', service, { blockOwnerDeletion: false });
    expect(owned.metadata).toMatchObject({ ownerReferences: [{ controller: true, blockOwnerDeletion: false }] });
  });

  test('is refused when there is another, and the error says which', () => {
    const owned = setControllerReference(site, 'Namespaced', service);

    const error = failure(() => setControllerReference(pool, 'Cluster', owned));

    expect(error).toBeInstanceOf(AlreadyOwnedError);
    expect(error).toMatchObject({ code: 'REEVE_ALREADY_OWNED', owner: controlling });
    expect(String(error)).toContain('Service default/blog is controlled by Website blog');
  });
});

describe.each([
  ['controller', setControllerReference],
  ['owner', setOwnerReference],
])('the boundaries of a namespace, for the %s', (_, set) => {
  test('a cluster-scoped owner owns anything, whatever namespace it claims to be in', () => {
    const astray = { ...pool, metadata: { ...pool.metadata, namespace: 'elsewhere' } };
    for (const owner of [pool, astray]) {
      expect(set(owner, 'Cluster', service).metadata).toHaveProperty('ownerReferences.0.name', 'blue');
      expect(set(owner, 'Cluster', role).metadata).toHaveProperty('ownerReferences.0.name', 'blue');
    }
  });

  test('a namespaced owner does not own into another namespace', () => {
    const error = failure(() =>
      set(site, 'Namespaced', { ...service, metadata: { name: 'blog', namespace: 'kube-system' } }),
    );

    expect(error).toBeInstanceOf(CrossNamespaceOwnerError);
    expect(error).toMatchObject({
      code: 'REEVE_CROSS_NAMESPACE_OWNER',
      ownerNamespace: 'default',
      objectNamespace: 'kube-system',
    });
    expect(String(error)).toContain('Website default/blog cannot own Service kube-system/blog');
  });

  test('a namespaced owner does not own a cluster-scoped object', () => {
    const error = failure(() => set(site, 'Namespaced', role));

    expect(error).toMatchObject({ code: 'REEVE_CROSS_NAMESPACE_OWNER', objectNamespace: undefined });
    expect(String(error)).toContain('ClusterRole reader, which has no namespace');
  });

  test('a namespaced owner must say where it is', () => {
    const lost = { ...site, metadata: { name: 'blog', uid: 'u-1' } };
    expect(() => set(lost, 'Namespaced', role)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  });
});

test('an owner that is not the controller goes beside the controller', () => {
  const owned = setOwnerReference(pool, 'Cluster', setControllerReference(site, 'Namespaced', service));
  expect(owned.metadata).toMatchObject({
    ownerReferences: [controlling, { apiVersion: 'example.com/v1', kind: 'Pool', name: 'blue', uid: 'u-2' }],
  });
});
