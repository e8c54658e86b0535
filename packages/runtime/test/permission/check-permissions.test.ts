import { describe, expect, test } from 'vitest';
import { Client } from '@reeve/client';
import { Deployment } from '@reeve/kinds/apps/v1';
import { ConfigMap, Pod } from '@reeve/kinds/core/v1';
import type { Transport } from '@reeve/machinery';
import {
  Manager,
  checkPermissions,
  controllerNeeds,
  defineController,
  describeRule,
  missingRules,
  ruleOf,
  rulesYaml,
} from '@reeve/runtime';
import type { Permission, PolicyRule } from '@reeve/runtime';
import { Recording } from '../events/recording.ts';

/** A server that allows everything, behind somebody who forbids some of it. */
function forbidding(inner: Transport, forbidden: readonly string[]): Transport {
  return {
    async request(request) {
      const { spec } = JSON.parse(String(request.body ?? '{}')) as {
        spec?: Record<string, Record<string, string>>;
      };
      const {
        verb = '',
        resource = '',
        subresource,
        path,
      } = {
        ...spec?.['resourceAttributes'],
        ...spec?.['nonResourceAttributes'],
      };
      const what = `${verb} ${path ?? resource}${subresource === undefined ? '' : `/${subresource}`}`;
      if (!forbidden.includes(what)) return inner.request(request);
      const answer = {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        metadata: {},
        spec,
        status: { allowed: false },
      };
      const response = await inner.request(request);
      async function* body(): AsyncGenerator<Uint8Array, void, void> {
        await Promise.resolve();
        yield new TextEncoder().encode(JSON.stringify(answer));
      }
      return { ...response, body: body() };
    },
  };
}

describe('the check of permissions', () => {
  const needs = [
    { kind: Deployment, verbs: ['get', 'list', 'create'] },
    { kind: Pod, verbs: ['create'], subresource: 'eviction', namespace: 'shop' },
    { kind: ConfigMap, verbs: ['get'] },
  ] satisfies Permission[];

  test('finds nothing missing where all is allowed', async () => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      expect(await missingRules(world.client, needs)).toEqual([]);
      await checkPermissions(world.client, needs);
    });
  });

  test('names what is missing, and prints the rules', async () => {
    await using world = await Recording.start();
    const transport = forbidding(world.server.transport, [
      'list deployments',
      'create deployments',
      'create pods/eviction',
    ]);
    await world.host.run(async () => {
      const checking = checkPermissions(new Client({ transport, host: world.host }), needs);
      await expect(checking).rejects.toMatchObject({
        code: 'REEVE_MISSING_PERMISSION',
        message: [
          'permissions are missing: list, create deployments.apps; create pods/eviction in shop. Grant them in a Role or ClusterRole:',
          'rules:',
          '  - apiGroups: ["apps"]',
          '    resources: ["deployments"]',
          '    verbs: ["list","create"]',
          '  - apiGroups: [""] # in the namespace shop',
          '    resources: ["pods/eviction"]',
          '    verbs: ["create"]',
          '',
        ].join('\n'),
      });
    });
  });

  test('names what is missing on names and on URLs', async () => {
    await using world = await Recording.start();
    const transport = forbidding(world.server.transport, ['get configmaps', 'get /metrics']);
    await world.host.run(async () => {
      const [onNames, onUrls] = await missingRules(new Client({ transport, host: world.host }), [
        { kind: ConfigMap, verbs: ['get'], names: ['one', 'two'], namespace: 'shop' },
        { nonResourceURLs: ['/metrics'], verbs: ['get'] },
      ]);
      expect(describeRule(onNames as PolicyRule)).toBe('get configmaps called one, two in shop');
      expect(describeRule(onUrls as PolicyRule)).toBe('get /metrics');
      expect(rulesYaml([onUrls as PolicyRule])).toBe('rules:\n  - nonResourceURLs: ["/metrics"]\n    verbs: ["get"]\n');
    });
  });

  test('is held up by nobody who cannot answer', async () => {
    await using world = await Recording.start();
    world.server.faults.add({ resources: ['selfsubjectaccessreviews'], effect: { type: 'status', code: 403 } });
    await world.host.run(async () => {
      await expect(checkPermissions(world.client, needs)).resolves.toBeUndefined();
    });
  });

  test('at the start of a manager is about what its controllers need', async () => {
    await using world = await Recording.start();
    const transport = forbidding(world.server.transport, ['watch pods']);
    const controller = defineController({ for: Pod, reconcile: () => undefined });
    const manager = new Manager({ transport, host: world.host, checkPermissions: true }).add(controller);
    await world.host.run(async () => {
      const running = manager.run({ signal: new AbortController().signal });
      await expect(running).rejects.toThrow(/permissions are missing: watch pods\./);
    });
  });

  test('knows what a controller needs', () => {
    const definition = defineController({ for: Deployment, owns: [Pod], reconcile: () => undefined });
    expect(controllerNeeds(definition).map(ruleOf)).toEqual([
      { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: ['apps'], resources: ['deployments/status'], verbs: ['patch'] },
      {
        apiGroups: [''],
        resources: ['pods'],
        verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
      },
    ]);
  });
});
