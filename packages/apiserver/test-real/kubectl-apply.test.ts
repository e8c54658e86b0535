/**
 * kubectl's server-side apply on the embedded server and on a real one: the same words, the same conflicts, the same managers left behind.
 */
import { describe, expect, inject, test } from 'vitest';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { configMap, deployment } from './kubectl-manifests.ts';
import { KubectlWalk } from './kubectl-walk.ts';

const real: ProvidedCluster | null = inject('realCluster');
const managersOf = (name: string) =>
  `get ${name} --show-managed-fields -o jsonpath={range␣.metadata.managedFields[*]}{.manager}␣{.operation}␣{.subresource}␣{.fieldsV1}{"\\n"}{end}`;

describe.runIf(real)('kubectl apply --server-side', () => {
  const walk = new KubectlWalk(real as ProvidedCluster);
  const prints = walk.prints.bind(walk);
  const complains = walk.complains.bind(walk);

  test('creates, changes and leaves alone · P5', async () => {
    const first = configMap('settings', { data: { a: '1', b: '2' } });
    expect(await prints('apply --server-side -f -', first)).toBe('configmap/settings serverside-applied\n');
    expect(await prints('apply --server-side -f -', first)).toBe('configmap/settings serverside-applied\n');
    await prints('apply --server-side -f -', configMap('settings', { data: { a: '1' } }));
    expect(await prints('get configmap settings -o jsonpath={.data}')).toBe('{"a":"1"}');
    expect(await prints(managersOf('configmap settings'))).toContain('kubectl Apply');
  });

  test('tells of conflicts, and takes over when forced · P5', async () => {
    await prints('apply --server-side --field-manager=one -f -', configMap('settings', { data: { a: '1' } }));
    const other = configMap('settings', { data: { a: '2' } });
    const complaint = await complains('apply --server-side --field-manager=two -f -', other);
    expect(complaint).toContain('Apply failed with 1 conflict: conflict with "one": .data.a');
    await prints('apply --server-side --field-manager=two --force-conflicts -f -', other);
    expect(await prints(managersOf('configmap settings'))).toContain('two Apply');
  });

  test('takes over what was applied on the client side · P9', async () => {
    await prints('apply -f -', deployment('web'));
    await prints('apply --server-side -f -', deployment('web', 4));
    expect(await prints('get deployment web -o jsonpath={.spec.replicas}')).toBe('4');
    expect(await prints(managersOf('deployment web'))).toContain('kubectl Apply');
    await prints('scale deployment web --replicas=2');
    expect(await prints(managersOf('deployment web'))).toContain('scale');
  });

  test('shows managers when asked, and only tries when told so · M9 · P11', async () => {
    await prints('apply --server-side --dry-run=server -f -', configMap('settings', { data: { a: '1' } }));
    expect(await complains('get configmap settings')).toContain('not found');
    await prints('create configmap settings --from-literal=a=1');
    expect(await prints('get configmap settings -o yaml --show-managed-fields')).toContain('manager: kubectl-create');
    expect(
      await prints('apply --server-side --show-managed-fields -o yaml -f -', configMap('other', { data: { a: '1' } })),
    ).toContain('f:data');
  });
});
