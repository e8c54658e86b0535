/**
 * A walk with the kubectl of Debian, many versions older than the server: it validates by OpenAPI v2 and speaks older forms of discovery. What it prints on the
 * embedded server is what it prints on a real one.
 */
import { describe, expect, inject, test } from 'vitest';
import { olderKubectl } from '../../../tools/real-cluster/older-kubectl.mjs';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { configMap, deployment, garden, gardenDefinition } from './kubectl-manifests.ts';
import { KubectlWalk } from './kubectl-walk.ts';

const real: ProvidedCluster | null = inject('realCluster');
const assets = real?.assets === undefined ? undefined : olderKubectl();

describe.runIf(assets)('an older kubectl', () => {
  const walk = new KubectlWalk({ ...(real as ProvidedCluster), assets: assets ?? '' });
  const prints = walk.prints.bind(walk);
  const complains = walk.complains.bind(walk);

  test('creates, shows, changes and deletes', async () => {
    expect(await prints('create -f -', configMap('settings', { data: { size: 'small' } }))).toBe(
      'configmap/settings created\n',
    );
    expect(await prints('get cm settings -o wide')).toContain('settings 1');
    expect(await prints('get cm settings -o yaml')).toContain('name: settings');
    expect(await prints('label cm settings side=left')).toBe('configmap/settings labeled\n');
    expect(await prints('get cm -l side=left -o name')).toBe('configmap/settings\n');
    expect(await prints('patch cm settings -p {"data":{"size":"large"}}')).toBe('configmap/settings patched\n');
    expect(await prints('describe cm settings')).toContain('large');
    expect(await prints('delete cm settings')).toContain('configmap "settings" deleted');
    expect(await complains('get cm settings')).toBe('Error from server (NotFound): configmaps "settings" not found\n');
  });

  test('applies on the client side and on the server, and shows differences', async () => {
    expect(await prints('apply -f -', deployment('web'))).toBe('deployment.apps/web created\n');
    expect(await prints('apply -f -', deployment('web'))).toBe('deployment.apps/web unchanged\n');
    expect(await prints('apply -f -', deployment('web', 3))).toBe('deployment.apps/web configured\n');
    expect(await prints('scale deployment web --replicas=2')).toBe('deployment.apps/web scaled\n');
    expect(await prints('set image deployment/web main=web:2')).toBe('deployment.apps/web image updated\n');
    expect(await prints('get deployment web -o jsonpath={.spec.replicas}')).toBe('2');
    expect(await prints('apply --server-side -f -', configMap('ours', { data: { size: 'small' } }))).toBe(
      'configmap/ours serverside-applied\n',
    );
  });

  test('validates what it sends, and explains it', async () => {
    const misspelled = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, dta: {} });
    expect(await complains('create -f -', misspelled)).toContain('unknown field "dta"');
    const { stdout } = await walk.onOurs.run(['explain', 'pod.spec.containers.livenessProbe', '--recursive']);
    expect(stdout).toMatch(/FIELDS:\n +exec\t<Object>\n +command\t<\[\]string>\n/); // the real one has descriptions, too
    expect(await prints('auth can-i create pods')).toBe('yes\n');
  });

  test('finds custom resources as soon as they are defined', async () => {
    const group = `${walk.namespace}.example.com`;
    expect(await prints('apply -f -', gardenDefinition(group))).toContain(`gardens.${group} created`);
    await prints(`wait crd/gardens.${group} --for=condition=Established --timeout=60s`);
    expect(await prints('apply -f -', garden(group, 'rose', { flower: 'rose' }))).toContain('rose created');
    expect(await prints(`get gardens.${group}`)).toContain('rose');
    expect(await prints(`delete gardens.${group} rose`)).toContain('"rose" deleted');
    expect(await walk.both(['delete', 'crd', `gardens.${group}`])).toMatchObject({ code: 0 });
  });
});
