/**
 * How people change objects with kubectl: apply, prune, diff, edit, replace, and what validation says before and after. On the embedded server and on a
 * real one, with the same output.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { configMap, deployment } from './kubectl-manifests.ts';
import { KubectlWalk, wordsOf } from './kubectl-walk.ts';

const real: ProvidedCluster | null = inject('realCluster');

describe.runIf(real?.assets)('kubectl changes objects', () => {
  const walk = new KubectlWalk(real as ProvidedCluster);
  const both = walk.both.bind(walk);
  const prints = walk.prints.bind(walk);
  const complains = walk.complains.bind(walk);

  test('applies what changed, shows it beforehand, and leaves alone what did not · O1 · P9', async () => {
    expect(await prints('apply -f -', configMap('settings', { data: { color: 'blue' } }))).toBe(
      'configmap/settings created\n',
    );
    expect(await prints('apply -f -', configMap('settings', { data: { color: 'blue' } }))).toBe(
      'configmap/settings unchanged\n',
    );
    const changed = await both(['diff', '-f', '-'], configMap('settings', { data: { color: 'red' } }));
    expect(changed.code).toBe(1);
    expect(changed.stdout).toContain('- color: blue\n+ color: red');
    expect(await prints('apply -f -', configMap('settings', { data: { color: 'red' } }))).toContain('configured');
    expect(await both(['diff', '-f', '-'], configMap('settings', { data: { color: 'red' } }))).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect(await prints('apply --dry-run=server -f -', configMap('settings', { data: {} }))).toContain(
      'server dry run',
    );
    expect(await prints('apply view-last-applied configmap/settings -o json')).toContain('"color": "red"');
  });

  test('applies a Deployment again without touching what others set · P3 · O1', async () => {
    expect(await prints('apply -f -', deployment('web', 2))).toContain('created');
    expect(await prints('set image deployment/web main=web:2')).toContain('image updated');
    expect(await prints('apply -f -', deployment('web', 3))).toContain('configured');
    expect(await prints('get deployment web -o jsonpath={.spec.replicas}')).toBe('3');
    expect(await prints('apply -f - --dry-run=client', deployment('web', 4))).toContain('configured (dry run)');
  });

  test('takes away what is no longer applied with --prune · O1', async () => {
    const labelled = (name: string) => configMap(name, { labels: { set: 'one' }, data: { a: 'b' } });
    const list = (...names: string[]) => names.map(labelled).join('\n');
    const prune = 'apply --prune -l set=one --prune-allowlist=core/v1/ConfigMap -f -';
    expect(await prints(prune, list('kept', 'gone'))).toContain('configmap/gone created');
    const { stdout } = await both(wordsOf(prune), list('kept'));
    expect(stdout).toBe('configmap/kept unchanged\nconfigmap/gone pruned\n');
    expect(await prints('get cm -l set=one -o name')).toBe('configmap/kept\n');
  });

  test('edits in the editor that its user has · O1', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reeve-editor-'));
    try {
      const editor = (name: string, command: string) => {
        const file = join(folder, name);
        writeFileSync(file, `#!/bin/sh\n${command}\n`);
        chmodSync(file, 0o700);
        return { KUBE_EDITOR: file };
      };
      await prints('create configmap note --from-literal=color=blue');
      expect(await prints('edit configmap note', undefined, editor('paint', 'sed -i s/blue/green/ "$1"'))).toBe(
        'configmap/note edited\n',
      );
      expect(await prints('get cm note -o jsonpath={.data.color}')).toBe('green');
      const idle = await both(['edit', 'configmap', 'note'], undefined, editor('idle', 'true'));
      expect(idle.stderr).toContain('Edit cancelled, no changes made.');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('replaces objects, also by force · O1', async () => {
    expect(await complains('replace -f -', configMap('fresh', { data: { a: '1' } }))).toContain('not found');
    await prints('create -f -', configMap('fresh', { data: { a: '1' } }));
    expect(await prints('replace -f -', configMap('fresh', { data: { a: '2' } }))).toBe('configmap/fresh replaced\n');
    expect(await prints('get cm fresh -o jsonpath={.data.a}')).toBe('2');
    expect((await both(['replace', '--force', '-f', '-'], configMap('fresh', { data: { a: '3' } }))).stdout).toContain(
      'replaced',
    );
  });

  test('refuses fields that nobody knows, as strictly as it is told · E4 · O1', async () => {
    const odd = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'odd' }, dota: { a: 'b' } });
    expect(await complains('create --validate=strict -f -', odd)).toContain('unknown field "dota"');
    const warned = await both(['create', '--validate=warn', '-f', '-'], odd);
    expect(warned).toMatchObject({ code: 0, stderr: expect.stringContaining('Warning: unknown field "dota"') });
    await prints('delete configmap odd');
    expect(await prints('create --validate=ignore -f -', odd)).toContain('created');
  });
});
