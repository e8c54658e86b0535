/**
 * Get, list, watch, tables and discovery.
 */
import { LabelQuery, isNotFound, labelRequirement, nodeHost, poll } from '@reeve/machinery';
import { preferredResources } from '@reeve/client';
import { ConfigMap, Namespace, Pod } from '@reeve/kinds/core/v1';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { Deployment } from '@reeve/kinds/apps/v1';
import { expect } from 'vitest';
import { errorOf, type Case, type Surroundings } from './client-case.ts';

const fill = async ({ client, namespace }: Surroundings, group: string, count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) {
    await client.create(ConfigMap, {
      metadata: { name: `${group}-${at}`, namespace, labels: { group, parity: at % 2 ? 'odd' : 'even' } },
    });
  }
};

const namesOf = (list: { items: { metadata: { name?: string } }[] }) => list.items.map(({ metadata }) => metadata.name);

export const readCases: readonly Case[] = [
  {
    title: 'says apiVersion and kind of every object that is read: got, listed, watched · LW-6 · CR-90',
    needs: 'core',
    async run(surroundings) {
      const { client, namespace } = surroundings;
      await fill(surroundings, 'typed-meta', 1);
      const type = { apiVersion: 'v1', kind: 'ConfigMap' };
      expect(await client.get(ConfigMap, `${namespace}/typed-meta-0`)).toMatchObject(type);
      const list = await client.list(ConfigMap, { namespace, labels: { group: 'typed-meta' } });
      expect(list.items).toEqual([expect.objectContaining(type)]);
      for await (const { object } of client.watch(ConfigMap, { namespace, labels: { group: 'typed-meta' } })) {
        expect(object).toMatchObject(type);
        break;
      }
    },
  },
  {
    title: 'lists by namespace, labels in every form, fields, both, and nothing · CR-90',
    needs: 'core',
    async run(surroundings) {
      const { client, namespace } = surroundings;
      await fill(surroundings, 'sel', 4);
      const selections = {
        record: { group: 'sel', parity: 'odd' },
        text: 'group=sel,parity in (odd)',
        selector: {
          matchLabels: { group: 'sel' },
          matchExpressions: [{ key: 'parity', operator: 'In', values: ['odd'] }],
        },
        query: LabelQuery.of([labelRequirement('group', '=', ['sel']), labelRequirement('parity', '!=', ['even'])]),
      };
      for (const labels of Object.values(selections)) {
        expect(namesOf(await client.list(ConfigMap, { namespace, labels }))).toEqual(['sel-1', 'sel-3']);
      }
      const byField = await client.list(ConfigMap, { namespace, fields: { 'metadata.name': 'sel-2' } });
      expect(namesOf(byField)).toEqual(['sel-2']);
      const both = await client.list(ConfigMap, { labels: { group: 'sel' }, fields: 'metadata.name!=sel-0' });
      expect(namesOf(both)).toEqual(['sel-1', 'sel-2', 'sel-3']);
      const none = await client.list(ConfigMap, { namespace, labels: { group: 'none' } });
      expect(none).toMatchObject({
        kind: 'ConfigMapList',
        items: [],
        metadata: { resourceVersion: expect.any(String) },
      });
      const kind = await client.kind('configmaps');
      expect((await client.list(kind, { namespace, labels: { group: 'sel' } })).items).toHaveLength(4);
    },
  },
  {
    title: 'lists page by page, with what remains, and as one · CR-90 · PG-2',
    needs: 'core',
    async run(surroundings) {
      const { client } = surroundings;
      const namespace = 'client-pages';
      await client.create(Namespace, { metadata: { name: namespace } });
      await fill({ client, namespace }, 'page', 5);
      const mine = (name = '') => name.startsWith('page-');
      const first = await client.list(ConfigMap, { namespace, limit: 2 });
      expect(first.items).toHaveLength(2);
      expect(first.metadata.remainingItemCount).toBeGreaterThanOrEqual(3);
      const second = await client.list(ConfigMap, { namespace, limit: 2, continue: first.metadata.continue });
      expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
      const whole = await client.listAll(ConfigMap, { namespace, pageSize: 2 });
      expect(namesOf(whole).filter(mine)).toEqual(['page-0', 'page-1', 'page-2', 'page-3', 'page-4']);
      expect(whole.metadata).toMatchObject({ resourceVersion: expect.any(String) });
      expect(whole.metadata.continue).toBeUndefined();
      const each: (string | undefined)[] = [];
      for await (const { metadata } of client.listEach(ConfigMap, { namespace, pageSize: 2 })) each.push(metadata.name);
      expect(each).toEqual(namesOf(whole));
    },
  },
  {
    title: 'reads at a version',
    needs: 'core',
    async run({ client, namespace }) {
      const list = await client.list(ConfigMap, { namespace, resourceVersion: '0' });
      const { resourceVersion } = list.metadata;
      const exact = await client.list(ConfigMap, { namespace, resourceVersion, resourceVersionMatch: 'Exact' });
      expect(exact.metadata.resourceVersion).toBe(resourceVersion);
      expect(namesOf(exact)).toEqual(namesOf(list));
    },
  },
  {
    title: 'reads as tables and as metadata alone · CR-90',
    needs: 'core',
    async run(surroundings) {
      const { client, namespace } = surroundings;
      await fill(surroundings, 'shape', 2);
      const labels = { group: 'shape' };
      const table = await client.table(ConfigMap, { namespace, labels });
      expect(table.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Data', 'Age']);
      expect(table.rows.map(({ cells }) => cells[0])).toEqual(['shape-0', 'shape-1']);
      const list = await client.metadata(ConfigMap).list({ namespace, labels });
      expect(list.kind).toBe('PartialObjectMetadataList');
      expect(list.items.map((item) => [item.kind, item.metadata.name, Object.keys(item).length])).toEqual([
        ['PartialObjectMetadata', 'shape-0', 3],
        ['PartialObjectMetadata', 'shape-1', 3],
      ]);
    },
  },
  {
    title: 'watches typed, unstructured and metadata-only objects from a version on · CR-96',
    needs: 'core',
    async run({ client, namespace }) {
      const { metadata } = await client.list(ConfigMap, { namespace });
      const from = { namespace, resourceVersion: metadata.resourceVersion, labels: { group: 'watched' } };
      await client.create(ConfigMap, { metadata: { name: 'watched', namespace, labels: { group: 'watched' } } });
      const watches = [
        client.watch(ConfigMap, from),
        client.watch(await client.kind('cm'), from),
        client.metadata(ConfigMap).watch(from),
      ];
      for (const watch of watches) {
        for await (const event of watch) {
          expect(event).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'watched' } } });
          break;
        }
      }
    },
  },
  {
    title: 'begins a watch with what is there and a bookmark after it',
    needs: 'core',
    async run(surroundings) {
      const { client, namespace } = surroundings;
      await fill(surroundings, 'initial', 2);
      const seen: string[] = [];
      for await (const event of client.watch(ConfigMap, {
        namespace,
        labels: { group: 'initial' },
        sendInitialEvents: true,
      })) {
        seen.push(event.type === 'BOOKMARK' ? 'bookmark' : `${event.type} ${event.object.metadata.name}`);
        if (event.type === 'BOOKMARK') break;
      }
      expect(seen).toEqual(['ADDED initial-0', 'ADDED initial-1', 'bookmark']);
    },
  },
  {
    title: 'throws a typed error for what is not there, naming the object · LW-10',
    needs: 'core',
    async run({ client, namespace }) {
      const error = await errorOf(client.get(ConfigMap, { name: 'nobody', namespace }));
      expect(isNotFound(error)).toBe(true);
      expect(error).toMatchObject({ kind: 'ConfigMap', key: `${namespace}/nobody` });
      await expect(client.get(ConfigMap, { name: '', namespace })).rejects.toMatchObject({
        code: 'REEVE_INVALID_INPUT',
      });
    },
  },
  {
    title: 'finds kinds by plural, singular, short name, kind and group · CR-99',
    needs: 'core',
    async run({ client }) {
      for (const name of [
        'deployments',
        'deployment',
        'deploy',
        'Deployment',
        'deployments.apps',
        'deployments.v1.apps',
        'Deployment.v1.apps',
      ]) {
        expect((await client.kind(name)).gvk).toEqual(Deployment.gvk);
      }
      expect((await client.mapper.kindFor({ resource: 'po' })).kind).toBe('Pod');
      expect(await client.mapper.resourceFor({ resource: 'pod' })).toEqual(Pod.gvr);
      expect(await client.mapper.singular('pods')).toBe('pod');
      expect(await client.mapper.category('all')).toContainEqual({ group: '', resource: 'pods' });
      expect(await client.mapper.isNamespaced({ group: '', kind: 'Namespace' })).toBe(false);
      const discovered = await client.discovery.discover();
      expect(discovered.failures.size).toBe(0);
      expect(preferredResources(discovered).filter(({ kind }) => kind === 'Deployment')).toHaveLength(1);
    },
  },
  {
    title: 'follows a definition that is installed: its kind, its objects, its status · CR-99 · LW-7',
    needs: 'crds',
    async run({ client, namespace }) {
      await client.kind('pods'); // what is known from before does not help
      await client.create(CustomResourceDefinition, definition);
      const own = { fields: { 'metadata.name': definition.metadata.name } };
      for await (const event of client.watch(CustomResourceDefinition, own)) {
        if (event.type !== 'BOOKMARK' && isEstablished(event.object)) break;
      }
      const kind = await poll(nodeHost(), () => client.kind('wdg').catch(() => undefined), {
        intervalMs: 100,
        timeoutMs: 20_000,
      });
      const made = await client.create(kind, {
        metadata: { name: 'w', namespace },
        spec: { size: 9_007_199_254_740_993n },
      });
      expect(made).toMatchObject({
        apiVersion: 'conformance.example.com/v1',
        kind: 'Widget',
        spec: { size: 9_007_199_254_740_993n },
      });
      const marked = await client.updateStatus(kind, { ...made, status: { seen: true } });
      expect(marked['status']).toEqual({ seen: true });
      expect((await client.list(kind, { namespace })).items).toEqual([marked]);
    },
  },
  {
    title: 'reads the OpenAPI document of a group, and the version of the server',
    needs: 'openapi',
    async run({ client }) {
      const { schema } = await client.openApi.schemaOf(Deployment);
      expect(schema['properties']).toHaveProperty('spec');
      expect((await client.serverVersion()).major).toBe('1');
    },
  },
  {
    title: 'speaks with any path through raw requests',
    needs: 'core',
    async run({ client, namespace }) {
      const result = await client.raw.get().absPath('/api/v1').namespace(namespace).resource('configmaps').do();
      expect(result.error()).toBeUndefined();
      expect(result.statusCode()).toBe(200);
      const missing = await client.raw
        .get()
        .absPath('/api/v1')
        .namespace(namespace)
        .resource('configmaps')
        .name('nobody')
        .do();
      expect(missing.statusCode()).toBe(404);
      expect(isNotFound(missing.error())).toBe(true);
      expect(Buffer.from(await client.raw.get().absPath('/readyz').doRaw()).toString()).toBe('ok');
    },
  },
];

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const;

const definition = {
  metadata: { name: 'widgets.conformance.example.com' },
  spec: {
    group: 'conformance.example.com',
    scope: 'Namespaced' as const,
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wdg'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: anything, status: anything } } },
      },
    ],
  },
};

const isEstablished = ({ status }: CustomResourceDefinition): boolean =>
  status?.conditions?.some(({ type, status: value }) => type === 'Established' && value === 'True') ?? false;
