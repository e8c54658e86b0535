/**
 * Derived clients: bound to a namespace, without effects, under a name, strict, as somebody else, with hooks.
 */
import { isBadRequest, isInvalid, isNotFound } from '@reeve/machinery';
import { mergePatch } from '@reeve/client';
import { Deployment } from '@reeve/kinds/apps/v1';
import { ConfigMap, Namespace, Pod } from '@reeve/kinds/core/v1';
import { expect } from 'vitest';
import { errorOf, type Case } from './client-case.ts';

const spec = { containers: [{ name: 'main', image: 'nginx' }] };

const deploymentNamed = (name: string, namespace: string) => {
  const labels = { app: name };
  return {
    metadata: { name, namespace },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  };
};

export const derivedCases: readonly Case[] = [
  {
    title:
      'a client bound to a namespace fills it in, refuses another and leaves cluster-scoped kinds alone, on every verb · CR-93',
    needs: 'core',
    async run({ client, namespace }) {
      const bound = client.inNamespace(namespace);
      const made = await bound.create(Pod, { metadata: { name: 'bound', labels: { group: 'bound' } }, spec });
      expect(made.metadata.namespace).toBe(namespace);
      expect((await bound.get(Pod, 'bound')).metadata.uid).toBe(made.metadata.uid);
      expect((await bound.list(Pod, { labels: { group: 'bound' } })).items).toHaveLength(1);
      await bound.patch(Pod, 'bound', mergePatch({ metadata: { annotations: { a: '1' } } }));
      const { metadata: _namespace, ...rest } = await bound.get(Pod, 'bound');
      const updated = await bound.update(Pod, {
        ...rest,
        metadata: { name: 'bound', labels: { group: 'bound', b: '2' } },
      });
      expect(updated.metadata.labels).toMatchObject({ b: '2' });
      const status = await bound.updateStatus(Pod, { ...updated, status: { phase: 'Running' } });
      expect(status.status?.phase).toBe('Running');
      for await (const { object } of bound.watch(Pod, { labels: { group: 'bound' } })) {
        expect(object.metadata.namespace).toBe(namespace);
        break;
      }
      const elsewhere = { name: 'bound', namespace: 'elsewhere' };
      const refused = { code: 'REEVE_INVALID_INPUT' };
      await expect(bound.get(Pod, elsewhere)).rejects.toMatchObject(refused);
      await expect(bound.list(Pod, { namespace: 'elsewhere' })).rejects.toMatchObject(refused);
      await expect(bound.create(Pod, { metadata: elsewhere, spec })).rejects.toMatchObject(refused);
      await expect(bound.update(Pod, { metadata: elsewhere, spec })).rejects.toMatchObject(refused);
      await expect(bound.updateStatus(Pod, { metadata: elsewhere, spec })).rejects.toMatchObject(refused);
      await expect(bound.patch(Pod, elsewhere, mergePatch({}))).rejects.toMatchObject(refused);
      await expect(bound.delete(Pod, elsewhere)).rejects.toMatchObject(refused);
      await expect(bound.deleteCollection(Pod, { namespace: 'elsewhere' })).rejects.toMatchObject(refused);
      expect(() => bound.watch(Pod, { namespace: 'elsewhere' })).toThrow(/bound to the namespace/);
      expect((await bound.get(Namespace, 'kube-system')).metadata.name).toBe('kube-system');
      await bound.deleteCollection(Pod, { labels: { group: 'bound' }, gracePeriodSeconds: 0 });
      expect(isNotFound(await errorOf(client.get(Pod, made)))).toBe(true);
      const invalid = await errorOf(bound.create(Pod, { metadata: { name: 'Not_Valid' }, spec }));
      expect(isInvalid(invalid)).toBe(true);
    },
  },
  {
    title:
      'a client without effects reads, writes nothing with any verb or subresource, and still refuses what is invalid · CR-94',
    needs: 'apply',
    async run({ client, namespace }) {
      const dry = client.dryRun();
      const ref = { name: 'dry-kept', namespace };
      const kept = await client.create(Pod, { metadata: { ...ref, labels: { group: 'dry-kept' } }, spec });
      await dry.create(ConfigMap, { metadata: { name: 'dry-new', namespace } });
      await dry.update(Pod, { ...kept, metadata: { ...kept.metadata, labels: { group: 'other' } } });
      await dry.patch(Pod, ref, mergePatch({ metadata: { labels: { group: 'other' } } }));
      await dry.updateStatus(Pod, { ...kept, status: { phase: 'Failed' } });
      await dry.patchStatus(Pod, ref, mergePatch({ status: { phase: 'Failed' } }));
      await dry.apply(Pod, { metadata: { ...ref, labels: { group: 'other' } } }, { fieldManager: 'dry', force: true });
      await dry.applyStatus(Pod, { metadata: ref, status: { phase: 'Failed' } }, { fieldManager: 'dry', force: true });
      await dry.apply(ConfigMap, { metadata: { name: 'dry-new', namespace } }, { fieldManager: 'dry' });
      await dry.evict(Pod, ref);
      const deployment = await client.create(Deployment, deploymentNamed('dry-scaled', namespace));
      const scale = dry.subresource(Deployment, 'scale');
      await scale.update(deployment, { ...(await scale.get(deployment)), spec: { replicas: 3 } });
      await scale.patch(deployment, mergePatch({ spec: { replicas: 4 } }));
      expect(await dry.get(Deployment, deployment)).toEqual(deployment);
      await dry.delete(Pod, ref);
      await dry.deleteCollection(Pod, { namespace, labels: { group: 'dry-kept' } });
      expect(await dry.get(Pod, ref)).toEqual(await client.get(Pod, ref));
      expect((await dry.get(Pod, ref)).metadata.resourceVersion).toBe(kept.metadata.resourceVersion);
      expect(isNotFound(await errorOf(dry.get(ConfigMap, { name: 'dry-new', namespace })))).toBe(true);
      expect(isInvalid(await errorOf(dry.create(Pod, { metadata: { name: 'Bad_Name', namespace }, spec })))).toBe(true);
    },
  },
  {
    title: 'field validation warns or refuses as the client says, and as the call says instead · CR-83 · CR-95',
    needs: 'core',
    async run({ client, namespace }) {
      const warnings: string[] = [];
      const onWarning = ({ text }: { text: string }): void => void warnings.push(text);
      const wrong = (name: string) => ({ metadata: { name, namespace }, data: {}, surprise: true }) as never;
      const warned = client.withFieldValidation('Warn');
      await warned.create(ConfigMap, wrong('warned'), { onWarning });
      expect(warnings).toEqual(['unknown field "surprise"']);
      const strict = client.withFieldValidation('Strict');
      expect(isBadRequest(await errorOf(strict.create(ConfigMap, wrong('strict'))))).toBe(true);
      expect(isBadRequest(await errorOf(strict.update(ConfigMap, wrong('warned'))))).toBe(true);
      const patch = mergePatch({ surprise: true });
      expect(isInvalid(await errorOf(strict.patch(ConfigMap, { name: 'warned', namespace }, patch)))).toBe(true);
      await strict.create(ConfigMap, wrong('ignored'), { fieldValidation: 'Ignore' });
    },
  },
  {
    title: 'writes own fields under the name of the client, or of the call · CR-95',
    needs: 'apply',
    async run({ client, namespace }) {
      const named = client.withFieldManager('by-client');
      const managers = (object: { metadata: { managedFields?: { manager?: string }[] } }) =>
        object.metadata.managedFields?.map(({ manager }) => manager);
      const ref = { name: 'owned', namespace };
      expect(managers(await named.create(ConfigMap, { metadata: ref, data: { x: '1' } }))).toEqual(['by-client']);
      const patched = await named.patch(ConfigMap, ref, mergePatch({ data: { a: '1' } }), { fieldManager: 'by-call' });
      expect(managers(patched)).toContain('by-call');
      const applied = await named.apply(ConfigMap, { metadata: { name: 'owned-2', namespace }, data: { b: '1' } });
      expect(managers(applied)).toEqual(['by-client']);
    },
  },
  {
    title: 'acts as somebody else, and leaves the original alone · LW-2',
    needs: 'impersonation',
    async run({ client }) {
      const kind = await client.kind('selfsubjectreviews.authentication.k8s.io');
      const whoami = async (each: typeof client) => {
        const review = await each.create(kind, { metadata: {} });
        return (review as unknown as { status: { userInfo: { username: string; groups: string[] } } }).status.userInfo;
      };
      const before = await whoami(client);
      const jane = await whoami(client.as({ user: 'jane', groups: ['gardeners', 'readers'] }));
      expect(jane.username).toBe('jane');
      expect(jane.groups).toEqual(expect.arrayContaining(['gardeners', 'readers', 'system:authenticated']));
      expect((await whoami(client)).username).toBe(before.username);
    },
  },
  {
    title: 'runs a hook instead of its verb, passes others, and takes status for a subresource · CR-97',
    needs: 'core',
    async run({ client, namespace }) {
      const seen: string[] = [];
      const hooked = client.intercept({
        get: async () => {
          seen.push('get');
          return { metadata: { name: 'invented' } };
        },
        list: async (call, next) => {
          seen.push('list');
          return next({ ...call, options: { ...call.options, labels: 'none=none' } });
        },
        update: () => expect.unreachable('status is a subresource'),
        subresource: {
          update: async (call, next) => {
            seen.push(`update ${call.subresource}`);
            return next(call);
          },
        },
      });
      const ref = { name: 'hooked', namespace };
      const pod = await hooked.create(Pod, { metadata: ref, spec });
      expect((await hooked.get(Pod, ref)).metadata.name).toBe('invented');
      expect((await hooked.list(Pod, { namespace })).items).toEqual([]);
      await hooked.updateStatus(Pod, { ...pod, status: { phase: 'Running' } });
      expect((await client.get(Pod, ref)).status?.phase).toBe('Running');
      expect(seen).toEqual(['get', 'list', 'update status']);
    },
  },
];
