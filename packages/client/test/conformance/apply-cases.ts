/**
 * Server-side apply: create, update, take over, conflicts that say who owns what.
 */
import { isConflict, isFieldManagerConflict } from '@reeve/machinery';
import { fieldConflictsOf } from '@reeve/client';
import { ConfigMap, Pod } from '@reeve/kinds/core/v1';
import { Deployment } from '@reeve/kinds/apps/v1';
import { expect } from 'vitest';
import { errorOf, type Case } from './client-case.ts';

export const applyCases: readonly Case[] = [
  {
    title: 'applies: creates, updates, takes over an object that was not applied, typed and unstructured · CR-86',
    needs: 'apply',
    async run({ client, namespace }) {
      const mine = client.withFieldManager('mine');
      const ref = { name: 'applied', namespace };
      const made = await mine.apply(ConfigMap, { metadata: ref, data: { a: '1', b: '1' } });
      expect(made).toMatchObject({ kind: 'ConfigMap', data: { a: '1', b: '1' } });
      expect((await mine.apply(ConfigMap, { metadata: ref, data: { a: '2' } })).data).toEqual({ a: '2' });
      await client.create(
        ConfigMap,
        { metadata: { name: 'foreign', namespace }, data: { x: '1' } },
        { fieldManager: 'other' },
      );
      const taken = await mine.apply(
        ConfigMap,
        { metadata: { name: 'foreign', namespace }, data: { x: '2' } },
        { force: true },
      );
      expect(taken.data).toEqual({ x: '2' });
      const [loose] = await mine.applyAll([
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied-all', namespace } },
      ]);
      expect(loose?.metadata.name).toBe('applied-all');
    },
  },
  {
    title: 'tells who owns which field when an apply meets others · CR-86',
    needs: 'apply',
    async run({ client, namespace }) {
      const object = (replicas: number) => ({
        metadata: { name: 'contested', namespace },
        spec: {
          replicas,
          selector: { matchLabels: { app: 'x' } },
          template: { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'main', image: 'nginx' }] } },
        },
      });
      await client.apply(Deployment, object(1), { fieldManager: 'first' });
      const error = await errorOf(client.apply(Deployment, object(2), { fieldManager: 'second' }));
      expect(isConflict(error) && isFieldManagerConflict(error)).toBe(true);
      expect(fieldConflictsOf(error)).toEqual([expect.objectContaining({ field: '.spec.replicas', manager: 'first' })]);
      const forced = await client.apply(Deployment, object(2), { fieldManager: 'second', force: true });
      expect(forced.spec?.replicas).toBe(2);
    },
  },
  {
    title: 'applies the status and leaves the spec alone · CR-88',
    needs: 'apply',
    async run({ client, namespace }) {
      const metadata = { name: 'applied-status', namespace };
      await client.create(Pod, { metadata, spec: { containers: [{ name: 'main', image: 'nginx' }] } });
      const applied = await client.applyStatus(
        Pod,
        { metadata, status: { phase: 'Running' } },
        { fieldManager: 'kubelet' },
      );
      expect(applied).toMatchObject({
        kind: 'Pod',
        status: { phase: 'Running' },
        spec: { containers: [{ image: 'nginx' }] },
      });
    },
  },
  {
    title: 'refuses to apply without a field manager, or with managed fields, before asking',
    needs: 'core',
    async run({ client, namespace }) {
      const refused = { code: 'REEVE_INVALID_INPUT' };
      await expect(client.apply(ConfigMap, { metadata: { name: 'x', namespace } })).rejects.toMatchObject(refused);
      const managed = { metadata: { name: 'x', namespace, managedFields: [] } };
      await expect(client.apply(ConfigMap, managed, { fieldManager: 'mine' })).rejects.toMatchObject(refused);
    },
  },
];
