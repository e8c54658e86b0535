/**
 * Sets of manifests, differences, and readiness on the embedded server.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from '@reeve/apiserver';
import { runCli } from '@reeve/cli';
import { Client, mergePatch } from '@reeve/client';
import { Deployment } from '@reeve/kinds/apps/v1';
import { ConfigMap, Pod } from '@reeve/kinds/core/v1';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testTerminal } from '../test-terminal.ts';

let server: ApiServer;
let client: Client;
let folder: string;

beforeAll(async () => {
  server = await ApiServer.start({ port: 0 });
  client = new Client({ transport: server.transport });
  folder = mkdtempSync(join(tmpdir(), 'reeve-set-'));
  writeFileSync(join(folder, 'kubeconfig'), server.kubeconfig(), { mode: 0o600 });
});

beforeEach(() => server.reset());

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function reeve(line: string, stdin = ''): Promise<{ code: number; out: string; err: string }> {
  const terminal = testTerminal({ folder, variables: { KUBECONFIG: join(folder, 'kubeconfig') }, stdin });
  const code = await runCli(line.split(' '), { terminal });
  return { code, ...terminal.printed };
}

const configMap = (name: string, color = 'red', annotations = ''): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n${annotations}data:\n  color: ${color}\n`;
const all = (...documents: string[]): string => documents.join('---\n');
const names = async (): Promise<string[]> =>
  (await client.list(ConfigMap, { namespace: 'default', labels: 'applyset.kubernetes.io/part-of' })).items.map(
    ({ metadata }) => metadata.name,
  );
const web = {
  metadata: { namespace: 'default', name: 'web' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
  },
};

describe('reeve apply --set', () => {
  test('applies a folder as a set, and deletes what is no longer in it with --prune', async () => {
    mkdirSync(join(folder, 'set'), { recursive: true });
    writeFileSync(join(folder, 'set', 'one.yaml'), all(configMap('a'), configMap('b')));
    expect(await reeve('apply --set web --prune -f set')).toMatchObject({
      code: 0,
      out: 'configmap/a created\nconfigmap/b created\n',
    });
    expect((await reeve('apply --set web -f -', configMap('b', 'blue'))).out).toBe(
      'configmap/b updated\nconfigmap/a not pruned (the set prunes nothing)\n',
    );
    expect((await reeve('apply --set web --prune -f -', configMap('b', 'blue'))).out).toBe(
      'configmap/b unchanged\nconfigmap/a pruned\n',
    );
    expect(await names()).toEqual(['b']);
  });

  test('refuses objects of others by name, applies the rest, and adopts them when asked', async () => {
    await reeve('apply -f -', configMap('taken'));
    const refused = await reeve('apply --set web -f -', all(configMap('taken', 'blue'), configMap('free')));
    expect(refused.code).toBe(1);
    expect(refused.out).toBe('configmap/free created\n');
    expect(refused.err).toContain(
      'ConfigMap default/taken exists and belongs to no object set; its fields were set by reeve',
    );
    expect((await reeve('apply --set web --adopt unowned -f -', configMap('taken', 'blue'))).out).toContain(
      'configmap/taken updated',
    );
  });

  test('says which wave begins, and what it waits for', async () => {
    const late = configMap('late', 'red', '  annotations:\n    sets.reeve.dev/wave: "1"\n');
    const claim =
      'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data }\nspec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }\n';
    const { code, out, err } = await reeve('apply --set web --timeout 1s -f -', all(claim, late));
    expect(code).toBe(1);
    expect(out).toBe('persistentvolumeclaim/data created\n');
    expect(err).toContain('wave 1 of 2: 1 object\n');
    expect(err).toContain(
      'not ready in time: PersistentVolumeClaim default/data: its phase is Pending [REEVE_NOT_READY]',
    );
  });

  test('applies a definition together with objects of its kind', async () => {
    const definition = JSON.stringify({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    });
    const widget = 'apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: w }\n';
    const { code, out } = await reeve('apply --set web --prune -f -', all(widget, `${definition}\n`));
    expect(code).toBe(0);
    expect(out).toContain('widget.example.com/w created\n');
  });

  test('needs a set to prune', async () => {
    expect(await reeve('apply --prune -f -', configMap('a'))).toMatchObject({ code: 1, out: '' });
  });
});

describe('reeve diff', () => {
  test('shows what a set would change and ends with 1, and with 0 where nothing would', async () => {
    await reeve('apply --set web --prune -f -', all(configMap('a'), configMap('b')));
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: { name: s }\nstringData: { password: hunter2 }\n';
    const { code, out } = await reeve('diff --set web --prune -f -', all(configMap('a', 'blue'), secret));
    expect(code).toBe(1);
    expect(out).toBe(
      'create secret/s\nupdate configmap/a\n  /data/color: "red" -> "blue"\ndelete configmap/b\n1 to create, 1 to update, 1 to delete, 0 unchanged\n',
    );
    expect(await names()).toEqual(['a', 'b']);
    expect(await reeve('diff --set web --prune -f -', all(configMap('a'), configMap('b')))).toMatchObject({ code: 0 });
  });

  test('shows what files would change without a set, and no values of Secrets', async () => {
    const secret = (word: string): string =>
      `apiVersion: v1\nkind: Secret\nmetadata: { name: s }\nstringData: { password: ${word} }\n`;
    await reeve('apply -f -', secret('one'));
    const { code, out } = await reeve('diff -f -', all(secret('two'), configMap('new')));
    expect(code).toBe(1);
    expect(out).toBe('update secret/s\n  /data/password: (hidden) -> (hidden)\ncreate configmap/new\n');
    expect((await reeve('diff -f -', secret('one'))).code).toBe(0);
  });
});

describe('reeve status and reeve wait', () => {
  test('say whether objects are ready, and why not, with the newest pod in trouble', async () => {
    await client.create(Deployment, web);
    await client.create(ConfigMap, { metadata: { namespace: 'default', name: 'fine' } });
    const { metadata } = await client.get(Deployment, 'default/web');
    const status = {
      observedGeneration: metadata.generation,
      replicas: 2,
      updatedReplicas: 2,
      readyReplicas: 1,
      availableReplicas: 1,
    };
    await client.patchStatus(Deployment, 'default/web', mergePatch({ status }));
    await client.create(Pod, {
      metadata: { namespace: 'default', name: 'web-7', labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'x' }] },
    });
    const containerStatuses = [
      {
        name: 'web',
        image: 'x',
        imageID: '',
        ready: false,
        restartCount: 0,
        state: { waiting: { reason: 'ImagePullBackOff' } },
      },
    ];
    await client.patchStatus(Pod, 'default/web-7', mergePatch({ status: { phase: 'Pending', containerStatuses } }));
    const { code, out } = await reeve('status deployment/web configmap/fine configmap/none');
    expect(code).toBe(1);
    expect(out).toBe(
      'deployment/web  progressing  1 of 2 replicas are ready, newest pod default/web-7 is ImagePullBackOff\n' +
        'configmap/fine  ready        it exists\n' +
        'configmap/none  missing      it does not exist\n',
    );
    expect((await reeve('status configmap fine')).code).toBe(0);
  });

  test('wait until objects are ready, have a condition, or are gone, and say what they waited for', async () => {
    await client.create(Deployment, web);
    const late = await reeve('wait deployment/web --timeout 1s');
    expect(late.code).toBe(1);
    expect(late.err).toContain(
      'not ready in time: deployment/web: its controller has not looked at it yet [REEVE_NOT_READY]',
    );
    const conditions = [{ type: 'Available', status: 'True' }];
    await client.patchStatus(Deployment, 'default/web', mergePatch({ status: { conditions } }));
    expect(await reeve('wait deployment/web --for condition=Available')).toMatchObject({
      code: 0,
      out: 'deployment/web has condition=Available\n',
    });
    expect(await reeve('wait configmap/none --for delete')).toMatchObject({ code: 0, out: 'configmap/none is gone\n' });
    expect((await reeve('wait deployment/web --for something')).err).toContain(
      'write ready, delete, or condition=Available',
    );
  });
});
