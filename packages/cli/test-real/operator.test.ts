import { writeFileSync } from 'node:fs';
import { describe, expect, inject, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { Client, connect, loadKubeConfig } from '@reeve/client';
import { ClusterRoleBinding } from '@reeve/kinds/rbac/v1';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { defineKind, isNotFound, nodeHost } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { eventually } from '@reeve/testing';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { Folder, reeve, startReeve } from '../test/executable.ts';
import { textModule, websiteProgram } from '../test/website-program.ts';

const real: ProvidedCluster | null = inject('realCluster');
const program = { 'estate.ts': websiteProgram.replace('web.example.com', 'estate.example.com'), 'text.ts': textModule };
const Website = defineKind<KubeObject & { spec: object }, 'Namespaced'>({
  group: 'estate.example.com',
  version: 'v1',
  kind: 'Website',
  plural: 'websites',
  scope: 'Namespaced',
});

describe.skipIf(real === null)('a rendered operator on a real cluster', () => {
  test('is accepted, and may do what it needs and no more', async () => {
    using folder = new Folder(program);
    const { kubeconfig = '', ca = '' } = real ?? {};
    await using cluster = connect((await loadKubeConfig({ kubeconfig })).connection());
    const client = Client.of(cluster);
    const { out } = await reeve(['render', 'estate.ts'], folder);
    const objects = parseAllDocuments(out).map((document) => document.toJS() as KubeObject);
    try {
      const applied = await client.applyAll(objects, { fieldManager: 'test' });
      expect(applied).toHaveLength(12);

      writeFileSync(folder.file('ca.crt'), ca);
      const token = await tokenOf(client, 'estate-system', 'estate');
      const args = ['run', 'estate.ts', '-s', cluster.server, '--token', token, '--certificate-authority', 'ca.crt'];
      const quiet = [
        '--metrics-address',
        '127.0.0.1:0',
        '--metrics-secure',
        '--health-address',
        '0',
        '--leader-election-namespace',
        'estate-system',
      ];
      {
        await using run = startReeve([...args, ...quiet], folder);
        await run.shows('"leader"');
        await client.create(Website, { metadata: { namespace: 'default', name: 'farm' }, spec: { title: 'farm' } });
        const map = await eventually(nodeHost(), () => client.get(ConfigMap, 'default/farm'), {});
        expect(map.data).toEqual({ text: 'first farm' });
        await eventually(nodeHost(), async () => 'status' in (await client.get(Website, 'default/farm')), {});
        run.signal('SIGTERM');
        expect(await run.ended).toBe(0);
        expect(run.err).not.toContain('forbidden');
      }

      await client.delete(ClusterRoleBinding, 'estate');
      const refused = await eventually(nodeHost(), async () => {
        const ended = await reeve([...args, ...quiet], folder);
        return ended.code === 1 && ended;
      });
      expect(refused.err).toContain('[REEVE_MISSING_PERMISSION]');
      expect(refused.err).toContain('resources: ["websites/status"]');
      expect(refused.err).not.toContain(token);
    } finally {
      for (const object of objects.toReversed()) await remove(client, object);
      await client.delete(ConfigMap, 'default/farm').catch(unlessGone);
    }
  });
});

async function tokenOf(client: Client, namespace: string, name: string): Promise<string> {
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  const bytes = await client.raw.post().absPath(path).body(review).doRaw();
  const { status } = JSON.parse(new TextDecoder().decode(bytes)) as { status: { token: string } };
  return status.token;
}

async function remove(client: Client, object: KubeObject): Promise<void> {
  await client.delete(await client.kindOf(object), object).catch(unlessGone);
}

function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
