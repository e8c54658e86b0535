import { describe, expect, test } from 'vitest';
import { ConfigMap, Namespace, Secret } from '@reeve/kinds/core/v1';
import { controllerNeeds, defineController, Finalizers } from '@reeve/runtime';
import type { Permission } from '@reeve/runtime';

const withPermission = (permission: unknown) =>
  defineController({ for: ConfigMap, permissions: [permission as Permission], reconcile: () => undefined });

describe('a permission of a controller that could never be granted is refused:', () => {
  const cases: Record<string, readonly [permission: unknown, message: RegExp]> = {
    'one without a kind': [{ verbs: ['get'] }, /needs a kind or nonResourceURLs/],
    'one without verbs': [{ kind: Secret, verbs: [] }, /the permission on secrets has no verbs/],
    'a verb that is none': [
      { kind: Secret, verbs: ['read'] },
      /"read" is no verb of a permission on secrets: there are get, list/,
    ],
    'a verb of resources on a URL': [
      { nonResourceURLs: ['/metrics'], verbs: ['list'] },
      /"list" is no verb of a permission on \/metrics/,
    ],
    'a URL that is no path': [{ nonResourceURLs: ['metrics'], verbs: ['get'] }, /metrics is no URL of a permission/],
    'a namespace of a cluster-scoped kind': [
      { kind: Namespace, verbs: ['get'], namespace: 'a' },
      /a Namespace is in no namespace/,
    ],
    'no names': [{ kind: Secret, verbs: ['get'], names: [] }, /names of the permission on secrets is empty/],
    'create with names': [
      { kind: Secret, verbs: ['create'], names: ['a'] },
      /a permission with names never covers create/,
    ],
    'a kind by its name': [{ kind: 'Secret', verbs: ['get'] }, /is a Kind value, such as Secret/],
  };

  for (const [name, [permission, message]] of Object.entries(cases))
    test(name, () => {
      expect(() => withPermission(permission)).toThrow(
        expect.objectContaining({ code: 'REEVE_INVALID_INPUT', message: expect.stringMatching(message) as unknown }),
      );
    });
});

test('a controller has the permission for finalizers of its kind, also for those that are made after it', () => {
  const Own = Object.freeze({ ...ConfigMap });
  const definition = defineController({ for: Own, reconcile: () => undefined });
  expect(controllerNeeds(definition)).not.toContainEqual({ kind: Own, verbs: ['update'] });
  new Finalizers(Own).register('example.com/late', () => undefined);
  expect(controllerNeeds(definition)).toContainEqual({ kind: Own, verbs: ['update'] });
});
