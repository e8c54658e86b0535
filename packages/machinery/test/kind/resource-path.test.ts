import { resourcePath } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ClusterRole, Deployment, Pod } from './kinds.ts';

test.each([
  ['all pods', Pod.path(), '/api/v1/pods'],
  ['all pods, said with nothing', Pod.path({}), '/api/v1/pods'],
  ['the pods of a namespace', Pod.path({ namespace: 'default' }), '/api/v1/namespaces/default/pods'],
  ['one pod', Pod.path({ namespace: 'default', name: 'web' }), '/api/v1/namespaces/default/pods/web'],
  [
    'the status of a deployment',
    Deployment.path({ namespace: 'x', name: 'y', subresource: 'status' }),
    '/apis/apps/v1/namespaces/x/deployments/y/status',
  ],
  ['all cluster roles', ClusterRole.path(), '/apis/rbac.authorization.k8s.io/v1/clusterroles'],
  [
    'a cluster role with colons in its name',
    ClusterRole.path({ name: 'system:node' }),
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/system:node',
  ],
  [
    'a cluster role whose name is dots, but more than two',
    ClusterRole.path({ name: '...' }),
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/...',
  ],
  [
    'a cluster role with every mark that a URL takes as it is',
    ClusterRole.path({ name: "A-z_0.~!*'()" }),
    "/apis/rbac.authorization.k8s.io/v1/clusterroles/A-z_0.~!*'()",
  ],
])('the path of %s', (_, path, expected) => {
  expect(path).toBe(expected);
});

test('characters that end or bend a path are escaped', () => {
  expect(ClusterRole.path({ name: 'a?b#c\\d e\n' })).toBe(
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/a%3Fb%23c%5Cd%20e%0A',
  );
  expect(ClusterRole.path({ name: 'größe' })).toBe('/apis/rbac.authorization.k8s.io/v1/clusterroles/gr%C3%B6%C3%9Fe');
});

describe.each(['.', '..', 'a/b', '/', '%2e%2e', '50%', '\ud800'])('the unsafe word "%s"', (word) => {
  const refused = expect.objectContaining({ code: 'REEVE_INVALID_INPUT', input: word });

  test('is refused as a name', () => {
    expect(() => Pod.path({ namespace: 'default', name: word })).toThrow(refused);
    expect(() => ClusterRole.path({ name: word })).toThrow(refused);
  });

  test('is refused as a namespace', () => {
    expect(() => Pod.path({ namespace: word })).toThrow(refused);
  });
});

test('an empty name or namespace is refused, and not taken for all', () => {
  expect(() => Pod.path({ namespace: 'default', name: '' })).toThrow(
    'The name of Pod is "", which cannot be part of a URL: it may not be empty',
  );
  expect(() => Pod.path({ namespace: '' })).toThrow('leave it out to mean all namespaces');
});

test.each([
  [
    'a namespace on a cluster-scoped kind',
    ClusterRole,
    { namespace: 'default', name: 'admin' },
    'Leave the namespace out',
  ],
  ['an object without its namespace', Pod, { name: 'web' }, 'Say which namespace web is in'],
  ['a subresource of no object', Pod, { namespace: 'default', subresource: 'log' }, 'only a single object has a log'],
  ['a subresource that is not there', Pod, { namespace: 'a', name: 'b', subresource: 'scale' }, 'It has status, log'],
  ['a subresource of a kind without any', ClusterRole, { name: 'b', subresource: 'status' }, 'It has none'],
])('%s is refused where types could not tell', (_, kind, target, text) => {
  expect(() => resourcePath(kind, target)).toThrow(text);
  expect(() => resourcePath(kind, target)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
});

test('the facts of a kind are escaped and checked like names', () => {
  expect(resourcePath({ ...Pod, plural: 'po?ds' }, {})).toBe('/api/v1/po%3Fds');
  expect(() => resourcePath({ ...Pod, group: 'a/..' }, {})).toThrow('The group of Pod');
  expect(() => resourcePath({ ...Pod, version: '..' }, {})).toThrow('The version of Pod');
});
