/**
 * Create, update, patch and delete, for typed, unstructured and metadata-only objects, namespaced and cluster-scoped.
 */
import { isAlreadyExists, isConflict, isInvalid, isNotFound, isStatus } from '@reeve/machinery';
import { jsonPatch, mergePatch, mergePatchFrom, strategicPatch, strategicPatchFrom } from '@reeve/client';
import { ConfigMap, Namespace, Pod, Secret } from '@reeve/kinds/core/v1';
import { expect } from 'vitest';
import { errorOf, type Case } from './client-case.ts';

const container = { name: 'main', image: 'nginx' };

export const writeCases: readonly Case[] = [
  {
    title:
      'creates namespaced and cluster-scoped objects, typed and unstructured, and gives them back as stored · CR-84 · LW-7',
    needs: 'core',
    async run({ client, namespace }) {
      const typed = await client.create(ConfigMap, { metadata: { name: 'made', namespace }, data: { a: '1' } });
      expect(typed).toMatchObject({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { uid: expect.any(String) },
        data: { a: '1' },
      });
      const cluster = await client.create(Namespace, { metadata: { name: 'made-cluster' } });
      expect(cluster).toMatchObject({ kind: 'Namespace', metadata: { name: 'made-cluster' } });
      const kind = await client.kind('configmaps');
      const unstructured = await client.create(kind, { metadata: { name: 'made-loose', namespace }, data: { b: '2' } });
      expect(unstructured['data']).toEqual({ b: '2' });
    },
  },
  {
    title: 'surfaces existing, invalid and unmapped objects, and refuses metadata alone before asking · CR-84 · LW-10',
    needs: 'core',
    async run({ client, namespace }) {
      const object = { metadata: { name: 'twice', namespace } };
      await client.create(ConfigMap, object);
      expect(isAlreadyExists(await errorOf(client.create(ConfigMap, object)))).toBe(true);
      const invalid = await errorOf(
        client.create(Pod, { metadata: { name: 'Invalid_Name', namespace }, spec: { containers: [container] } }),
      );
      expect(isInvalid(invalid)).toBe(true);
      await expect(client.kind('unheard-of')).rejects.toMatchObject({ code: 'REEVE_NO_MATCH' });
      const partial = await client.metadata(ConfigMap).get({ name: 'twice', namespace });
      await expect(client.create(ConfigMap, partial as never)).rejects.toMatchObject({ code: 'REEVE_INVALID_INPUT' });
    },
  },
  {
    title: 'does the same where nobody looks at the answer',
    needs: 'core',
    async run({ client, namespace }) {
      const [configMaps, key] = [client.writeOnly(ConfigMap), { name: 'unread', namespace }];
      const dataOf = async () => (await client.get(ConfigMap, key)).data;
      await configMaps.create({ metadata: key, data: { a: '1' } });
      expect(await dataOf()).toEqual({ a: '1' });
      await configMaps.update({ metadata: key, data: { a: '2' } });
      expect(await dataOf()).toEqual({ a: '2' });
      await configMaps.patch(key, mergePatch({ data: { b: '3' } }));
      expect(await dataOf()).toEqual({ a: '2', b: '3' });
      await configMaps.apply({ metadata: key, data: { c: '4' } }, { fieldManager: 'me' });
      expect(await dataOf()).toEqual({ a: '2', b: '3', c: '4' });
      expect(isAlreadyExists(await errorOf(configMaps.create({ metadata: key })))).toBe(true);
      await configMaps.delete(key);
      expect(isNotFound(await errorOf(client.get(ConfigMap, key)))).toBe(true);
    },
  },
  {
    title: 'creates nothing in a dry run · CR-84',
    needs: 'core',
    async run({ client, namespace }) {
      const made = await client.create(ConfigMap, { metadata: { name: 'dry', namespace } }, { dryRun: true });
      expect(made.metadata.uid).toEqual(expect.any(String));
      expect(isNotFound(await errorOf(client.get(ConfigMap, { name: 'dry', namespace })))).toBe(true);
    },
  },
  {
    title: 'fills in a name that the server generates',
    needs: 'core',
    async run({ client, namespace }) {
      const made = await client.create(ConfigMap, { metadata: { generateName: 'gen-' } }, { namespace });
      expect(made.metadata.name).toMatch(/^gen-.{5}$/);
    },
  },
  {
    title:
      'updates objects, which keep their type, and fails for those that are not there, are stale, or are metadata alone · CR-85',
    needs: 'core',
    async run({ client, namespace }) {
      const made = await client.create(ConfigMap, { metadata: { name: 'changed', namespace }, data: { a: '1' } });
      const changed = await client.update(ConfigMap, { ...made, data: { a: '2' } });
      expect(changed).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', data: { a: '2' } });
      expect(isConflict(await errorOf(client.update(ConfigMap, { ...made, data: { a: '3' } })))).toBe(true);
      const kind = await client.kind({ group: '', version: 'v1', kind: 'ConfigMap' });
      const loose = await client.get(kind, { name: 'changed', namespace });
      expect(await client.update(kind, { ...loose, data: { a: '4' } })).toMatchObject({
        kind: 'ConfigMap',
        data: { a: '4' },
      });
      const missing = { metadata: { name: 'not-there', namespace } };
      expect(isNotFound(await errorOf(client.update(ConfigMap, missing)))).toBe(true);
      const space = await client.create(Namespace, { metadata: { name: 'changed-cluster' } });
      space.metadata.labels = { ...space.metadata.labels, team: 'estate' };
      expect((await client.update(Namespace, space)).metadata.labels).toMatchObject({ team: 'estate' });
      const partial = await client.metadata(ConfigMap).get({ name: 'changed', namespace });
      await expect(client.update(ConfigMap, partial as never)).rejects.toMatchObject({ code: 'REEVE_INVALID_INPUT' });
    },
  },
  {
    title: 'patches by JSON patch, merge patch and strategic merge patch',
    needs: 'core',
    async run({ client, namespace }) {
      const ref = { name: 'patched', namespace };
      await client.create(Pod, { metadata: ref, spec: { containers: [container] } });
      const one = await client.patch(Pod, ref, jsonPatch([{ op: 'add', path: '/metadata/labels', value: { a: '1' } }]));
      expect(one.metadata.labels).toEqual({ a: '1' });
      const two = await client.patch(Pod, ref, mergePatch({ metadata: { labels: { a: null, b: '2' } } }));
      expect(two.metadata.labels).toEqual({ b: '2' });
      const three = await client.patch(
        Pod,
        ref,
        strategicPatch({ spec: { containers: [{ name: 'main', image: 'nginx:2' }] } }),
      );
      expect(three.spec?.containers.map(({ image }) => image)).toEqual(['nginx:2']);
    },
  },
  {
    title: 'makes patches that hold changes alone, lock by version when asked, and keep integers of 64 bits · CR-92',
    needs: 'core',
    async run({ client, namespace }) {
      const before = await client.create(ConfigMap, {
        metadata: { name: 'patch-from', namespace },
        data: { a: '1', b: '2' },
      });
      const after = { ...before, data: { a: '1', b: '3' } };
      expect(mergePatchFrom(before, after)).toEqual({ type: 'merge', patch: { data: { b: '3' } } });
      const locked = mergePatchFrom(before, after, { optimisticLock: true });
      const { resourceVersion } = before.metadata;
      expect(locked.patch).toEqual({ data: { b: '3' }, metadata: { resourceVersion } });
      await client.patch(ConfigMap, before, locked);
      expect(isConflict(await errorOf(client.patch(ConfigMap, before, locked)))).toBe(true);
      const big = { metadata: { name: 'big' }, spec: { n: 9_007_199_254_740_993n } };
      const bigger = { metadata: { name: 'big' }, spec: { n: 9_007_199_254_740_995n } };
      expect(mergePatchFrom(big, bigger).patch).toEqual({ spec: { n: 9_007_199_254_740_995n } });
    },
  },
  {
    title: 'makes strategic patches with the schema that the server publishes · CR-92',
    needs: 'openapi',
    async run({ client, namespace }) {
      const before = await client.create(Pod, {
        metadata: { name: 'strategic-from', namespace },
        spec: { containers: [container, { name: 'side', image: 'busybox' }] },
      });
      const after = structuredClone(before);
      for (const each of after.spec?.containers ?? []) if (each.name === 'side') each.image = 'busybox:2';
      const patch = strategicPatchFrom(before, after, await client.openApi.patchSchemaOf(Pod), {
        optimisticLock: true,
      });
      expect(patch.patch).toMatchObject({
        metadata: { resourceVersion: before.metadata.resourceVersion },
        spec: { containers: [{ name: 'side', image: 'busybox:2' }] },
      });
      const patched = await client.patch(Pod, before, patch);
      expect(patched.spec?.containers.map(({ image }) => image)).toEqual(['nginx', 'busybox:2']);
    },
  },
  {
    title: 'patches metadata alone by merge patch with options · CR-86',
    needs: 'core',
    async run({ client, namespace }) {
      const ref = { name: 'meta-patched', namespace };
      await client.create(ConfigMap, { metadata: ref, data: { a: '1' } });
      const patch = mergePatch({ metadata: { annotations: { note: 'x' } } });
      const dry = await client.metadata(ConfigMap).patch(ref, patch, { dryRun: true });
      expect(dry).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { annotations: { note: 'x' } } });
      expect((await client.get(ConfigMap, ref)).metadata.annotations).toBeUndefined();
      await client.metadata(ConfigMap).patch(ref, patch, { fieldManager: 'meta' });
      expect(await client.get(ConfigMap, ref)).toMatchObject({
        metadata: { annotations: { note: 'x' } },
        data: { a: '1' },
      });
    },
  },
  {
    title: 'deletes objects and collections, typed, unstructured and by metadata, with preconditions · CR-89',
    needs: 'core',
    async run({ client, namespace }) {
      const make = (name: string, labels: Record<string, string> = {}) =>
        client.create(ConfigMap, { metadata: { name, namespace, labels } });
      const typed = await make('del-typed');
      const other = await errorOf(client.delete(ConfigMap, typed, { preconditions: { uid: 'another' } }));
      expect(isConflict(other)).toBe(true);
      expect(isStatus(await client.delete(ConfigMap, typed))).toBe(true);
      const again = await make('del-typed');
      expect(isConflict(await errorOf(client.delete(ConfigMap, typed)))).toBe(true); // not the one that was read
      await client.metadata(ConfigMap).delete(again);
      await client.delete(await client.kind('cm'), await make('del-loose'));
      await make('del-many-1', { group: 'typed' });
      await make('del-many-2', { group: 'typed' });
      await make('del-many-3', { group: 'meta' });
      await client.deleteCollection(ConfigMap, { namespace, labels: { group: 'typed' }, propagation: 'Background' });
      await client.metadata(ConfigMap).deleteCollection({ namespace, labels: { group: 'meta' } });
      const left = await client.list(ConfigMap, { namespace, labels: 'group' });
      expect(left.items).toEqual([]);
    },
  },
  {
    title: 'gives back an object that finalizers still hold',
    needs: 'core',
    async run({ client, namespace }) {
      const held = await client.create(Secret, {
        metadata: { name: 'held', namespace, finalizers: ['example.com/hold'] },
      });
      const deleted = await client.delete(Secret, held);
      expect(deleted).toMatchObject({ kind: 'Secret', metadata: { deletionTimestamp: expect.any(String) } });
      await client.patch(Secret, held, mergePatch({ metadata: { finalizers: null } }));
      expect(isNotFound(await errorOf(client.get(Secret, held)))).toBe(true);
    },
  },
  {
    title: 'creates or updates what a function describes, and writes nothing when nothing changed',
    needs: 'core',
    async run({ client, namespace }) {
      const ref = { name: 'ensured', namespace };
      const ensure = (value: string) =>
        client.createOrUpdate(ConfigMap, ref, (draft) => {
          draft.data = { ...draft.data, value };
        });
      expect((await ensure('1')).result).toBe('created');
      const same = await ensure('1');
      expect(same.result).toBe('unchanged');
      const changed = await ensure('2');
      expect(changed).toMatchObject({ result: 'updated', object: { data: { value: '2' } } });
      const renaming = client.createOrUpdate(ConfigMap, ref, (draft) => {
        draft.metadata.name = 'another';
      });
      await expect(renaming).rejects.toMatchObject({ code: 'REEVE_INVALID_INPUT' });
    },
  },
  {
    title: 'creates or patches what a function describes, the status by its own way',
    needs: 'core',
    async run({ client, namespace }) {
      const ref = { name: 'ensured-pod', namespace };
      const ensure = (label: string, phase: 'Running' | 'Failed') =>
        client.createOrPatch(Pod, ref, (draft) => {
          draft.metadata.labels = { label };
          draft.spec ??= { containers: [container] };
          draft.status = { ...draft.status, phase };
        });
      expect((await ensure('1', 'Running')).result).toBe('created');
      expect((await ensure('1', 'Running')).result).toBe('updatedStatusOnly'); // a create keeps no status
      expect((await ensure('1', 'Running')).result).toBe('unchanged');
      expect((await ensure('2', 'Running')).result).toBe('updated');
      expect(await ensure('3', 'Failed')).toMatchObject({
        result: 'updatedStatus',
        object: { status: { phase: 'Failed' }, metadata: { labels: { label: '3' } } },
      });
    },
  },
];
