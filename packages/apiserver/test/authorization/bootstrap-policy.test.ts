/**
 * The roles that every server has, and what becomes of them.
 */
import { ApiServer, type Journal } from '@reeve/apiserver';
import { loadSeedObjects } from '@reeve/kinds';
import type { ApiObject, Commit } from '@reeve/registry';
import { describe, expect, test } from 'vitest';
import { InCluster } from '../cluster/in-cluster.ts';
import { ask, type Body } from '../server/talk.ts';

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const clusterRoles = `${rbac}/clusterroles`;
const merge = { 'content-type': 'application/merge-patch+json' };
const autoUpdate = 'rbac.authorization.kubernetes.io/autoupdate';

/** Objects without what differs from server to server. */
const stable = ({ metadata, ...rest }: Body) => {
  const { uid: _uid, resourceVersion: _version, creationTimestamp: _time, managedFields: _managed, ...kept } = metadata;
  const { kind: _kind, apiVersion: _apiVersion, ...fields } = rest;
  return { metadata: kept, ...fields };
};

test('a fresh server has the roles and bindings that a real one has, and no others · Z2', async () => {
  await using server = await ApiServer.start({ authorization: { modes: ['RBAC'] } });
  const recorded = (await loadSeedObjects()).filter(({ group }) => group === 'rbac.authorization.k8s.io');
  const counts = new Map(recorded.map(({ plural, objects }) => [plural, objects.length]));

  for (const { plural, objects } of recorded) {
    const { body } = await ask(server.transport, 'GET', `${rbac}/${plural}`);
    expect((body.items ?? []).map(stable)).toEqual(objects);
  }
  expect(counts.get('clusterroles')).toBeGreaterThanOrEqual(69);
  expect(counts.get('clusterrolebindings')).toBeGreaterThanOrEqual(50);
  expect([counts.get('roles'), counts.get('rolebindings')]).toEqual([7, 7]);
});

/** A journal in memory. */
class Notebook implements Journal {
  readonly commits: Commit[] = [];

  async load(): Promise<readonly Commit[]> {
    return this.commits;
  }

  async append(commits: readonly Commit[]): Promise<void> {
    this.commits.push(...commits);
  }

  async check(): Promise<void> {}
}

describe('a server that takes up data of an earlier one', () => {
  const viewer = `${clusterRoles}/system:public-info-viewer`;
  const change = (server: ApiServer, path: string, patch: object) => ask(server.transport, 'PATCH', path, patch, merge);

  test('adds what bootstrap roles and bindings lack, and takes nothing away · Z2', async () => {
    const journal = new Notebook();
    await using first = await ApiServer.start({ journal });
    const before = (await ask(first.transport, 'GET', viewer)).body;
    const mine = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
    await change(first, viewer, { rules: [mine], metadata: { annotations: { [autoUpdate]: null } } });
    const binding = `${rbac}/clusterrolebindings/system:public-info-viewer`;
    await change(first, binding, { subjects: [] });
    await ask(first.transport, 'DELETE', `${clusterRoles}/view`);

    await using second = await ApiServer.start({ journal });
    const after = (await ask(second.transport, 'GET', viewer)).body;

    expect(after['rules']).toEqual([
      mine,
      ...((before['rules'] as { nonResourceURLs: string[] }[])[0]?.nonResourceURLs ?? []).map((url) => ({
        verbs: ['get'],
        nonResourceURLs: [url],
      })),
    ]);
    expect(after.metadata.annotations).toEqual({ [autoUpdate]: 'true' });
    expect((await ask(second.transport, 'GET', binding)).body['subjects']).toHaveLength(2);
    expect((await ask(second.transport, 'GET', `${clusterRoles}/view`)).status).toBe(200);
  });

  test('leaves those alone that say autoupdate false · Z2', async () => {
    const journal = new Notebook();
    await using first = await ApiServer.start({ journal });
    await change(first, viewer, { rules: [], metadata: { annotations: { [autoUpdate]: 'false' } } });

    await using second = await ApiServer.start({ journal });

    expect((await ask(second.transport, 'GET', viewer)).body['rules']).toBeNull();
  });
});

describe('an aggregated role', () => {
  const rules = async (cluster: InCluster, name: string) =>
    (
      (await cluster.get(`${clusterRoles}/${name}`)) as unknown as ApiObject & {
        rules: { resources?: string[] }[] | null;
      }
    ).rules;

  test('is filled where controllers stand behind the API, and stays empty where none do, as on a real server · Z1 aggregation', async () => {
    await using cluster = await InCluster.start();
    await using alone = await InCluster.start('envtest');

    expect(await rules(alone, 'admin')).toBeNull();
    const [view, edit, admin] = await Promise.all(['view', 'edit', 'admin'].map((name) => rules(cluster, name)));
    expect(view?.some(({ resources }) => resources?.includes('pods'))).toBe(true);
    expect(edit).toEqual(expect.arrayContaining(view ?? []));
    expect(admin).toEqual(expect.arrayContaining(edit ?? []));
  });

  test('has what the roles allow that its selectors find, as they come, change and go · Z1 aggregation', async () => {
    await using cluster = await InCluster.start();
    const part = (name: string, resource: string) => ({
      metadata: { name, labels: { to: 'sum' } },
      rules: [{ apiGroups: [''], resources: [resource], verbs: ['get'] }],
    });
    await cluster.create(clusterRoles, {
      metadata: { name: 'sum' },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { to: 'sum' } }] },
      rules: [],
    });
    const resources = async () => {
      await cluster.settled();
      return (await rules(cluster, 'sum'))?.flatMap((rule) => rule.resources ?? []) ?? [];
    };

    await cluster.create(clusterRoles, part('b', 'secrets'));
    await cluster.create(clusterRoles, part('a', 'pods'));
    expect(await resources()).toEqual(['pods', 'secrets']);
    await cluster.merge(`${clusterRoles}/sum`, { rules: [] });
    expect(await resources()).toEqual(['pods', 'secrets']);
    await cluster.merge(`${clusterRoles}/a`, { metadata: { labels: { to: null } } });
    expect(await resources()).toEqual(['secrets']);
    await cluster.delete(`${clusterRoles}/b`);
    expect(await resources()).toEqual([]);
  });
});
