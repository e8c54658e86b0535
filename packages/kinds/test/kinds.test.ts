import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadResources, loadSchemas } from '@reeve/kinds';
import { Deployment } from '@reeve/kinds/apps/v1';
import { Namespace, Pod } from '@reeve/kinds/core/v1';
import { Lease } from '@reeve/kinds/coordination/v1/lease';
import { kindModules } from '../../../tools/facts/kinds/modules.mjs';

const generated = fileURLToPath(new URL('../src/generated/kinds/', import.meta.url));
const { groups } = await loadResources();
const modules: Map<string, string> = kindModules({ schemas: await loadSchemas(), groups });

describe('the generated kinds', () => {
  test('are those that the tables of facts give', () => {
    const stale = [...modules].filter(([path, text]) => readFileSync(generated + path, 'utf8') !== text);
    expect(stale.map(([path]) => path)).toEqual([]);
  });

  test('are all that a server serves, each with the names and scope of its resource', async () => {
    const served = groups.flatMap(({ name: group, versions }) =>
      versions.flatMap(({ version, resources }) => resources.map((resource) => ({ group, version, resource }))),
    );
    expect(served).toHaveLength(72);
    for (const { group, version, resource } of served) {
      const folder = group === '' ? 'core' : group.split('.')[0];
      const values: Record<string, unknown> = await import(`../src/generated/kinds/${folder}/${version}.ts`);
      expect(values[resource.kind]).toMatchObject({
        group,
        version,
        kind: resource.kind,
        plural: resource.plural,
        scope: resource.scope,
        subresources: (resource.subresources ?? []).map(({ name }) => name),
      });
    }
  });

  test('stand alone: the module of a kind imports nothing but machinery and types', () => {
    for (const [path, text] of modules) {
      if (path.endsWith('types.ts') || path.split('/').length < 3) continue;
      const loaded = [...text.matchAll(/^import (?!type).*from '(.+)';$/gm)].map(([, from]) => from);
      expect({ path, loaded }).toEqual({ path, loaded: ['@reeve/machinery'] });
    }
  });

  test('make objects and paths', () => {
    expect(Namespace.of({ metadata: { name: 'estate' } })).toEqual({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'estate' },
    });
    expect(Pod.path({ namespace: 'estate', name: 'barn', subresource: 'log' })).toBe(
      '/api/v1/namespaces/estate/pods/barn/log',
    );
    expect(Deployment.path({ namespace: 'estate' })).toBe('/apis/apps/v1/namespaces/estate/deployments');
    expect(Lease.apiVersion).toBe('coordination.k8s.io/v1');
  });
});
