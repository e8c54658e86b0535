/**
 * The everyday verbs beside kubectl: the same words on the same server print the same and end the same.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer } from '@reeve/apiserver';
import { runCli } from '@reeve/cli';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { run } from '../../apiserver/test-real/run.ts';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { testTerminal } from '../test/test-terminal.ts';

const provided: ProvidedCluster | null = inject('realCluster');

const manifests = `
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, labels: { app: blog, tier: web } }
data: { color: red, text: "two\\nlines\\n", number: "42", yes: "true", empty: "", colon: "a: b", star: "*x", quote: "it's", long: "${'word '.repeat(40)}" }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: other, annotations: { example.com/a: "x<y>&z" } }
binaryData: { bytes: AAEC }
---
apiVersion: v1
kind: Service
metadata: { name: blog, labels: { app: blog } }
spec: { selector: { app: blog }, ports: [{ name: http, port: 80 }, { name: alt, port: 81, targetPort: web }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: blog, labels: { app: blog } }
spec:
  replicas: 2
  selector: { matchLabels: { app: blog } }
  template:
    metadata: { labels: { app: blog } }
    spec:
      containers:
        - { name: web, image: "nginx:1", ports: [{ containerPort: 80 }] }
        - { name: side, image: "busybox", command: [sleep, "3600"] }
`;

const elsewhere = `
apiVersion: v1
kind: ConfigMap
metadata: { name: far, namespace: kube-public }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: farther, namespace: kube-system }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
`;

describe.runIf(provided?.assets)('the same words', () => {
  let server: ApiServer;
  let folder: string;
  let kubeconfig: string;

  beforeAll(async () => {
    server = await ApiServer.start({ port: 0, profile: 'cluster' });
    folder = mkdtempSync(join(tmpdir(), 'reeve-verbs-'));
    kubeconfig = join(folder, 'kubeconfig');
    writeFileSync(kubeconfig, server.kubeconfig(), { mode: 0o600 });
    const files = { 'all.yaml': manifests, 'elsewhere.yaml': elsewhere };
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(folder, name), text);
      const { code } = await kubectl(['apply', '--server-side', '--force-conflicts', '-f', name]);
      if (code !== 0) throw new Error(`the objects of ${name} were not applied`);
    }
    // The second file applies one of them without its data.
    await kubectl(['apply', '--server-side', '--force-conflicts', '-f', 'all.yaml']);
  });

  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const kubectl = async (words: readonly string[], input?: string) => {
    const { code, stdout, stderr } = await run(
      join(provided?.assets ?? '', 'kubectl'),
      ['--kubeconfig', kubeconfig, ...words],
      {
        env: { HOME: folder },
        cwd: folder,
        ...(input !== undefined && { input }),
      },
    );
    return { code, out: stdout, err: stderr };
  };

  const reeve = async (words: readonly string[], stdin = '') => {
    const terminal = testTerminal({ folder, variables: { KUBECONFIG: kubeconfig }, stdin });
    const code = await runCli([...words], { terminal });
    return { code, out: terminal.printed.out, err: terminal.printed.err };
  };

  const settled = (text: string): string => text.replaceAll(/\b\d+s\b/g, '<age>');

  test.for([
    'get configmaps',
    'get cm',
    'get cm settings',
    'get cm/settings',
    'get cm settings other',
    'get cm,svc',
    'get cm/settings svc/blog',
    'get deployments.apps',
    'get deployment.v1.apps',
    'get Deployment',
    'get deploy -o wide',
    'get deploy,svc -o wide',
    'get cm -A',
    'get ns',
    'get svc -o wide --show-labels',
    'get cm --show-labels',
    'get cm -L app,tier',
    'get cm -l app=blog',
    'get cm -l app!=blog',
    'get cm -l tier',
    'get cm -l app=nobody',
    'get cm --field-selector metadata.name=settings',
    'get cm --no-headers',
    'get cm --sort-by=.metadata.name',
    'get cm --show-kind',
    'get pods',
    'get pods -A',
    'get pods -n nowhere',
    'get cm nope',
    'get cm settings nope',
    'get cm nope --ignore-not-found',
    'get all',
    'get cm settings -o yaml',
    'get cm settings -o json',
    'get cm other -o yaml',
    'get cm other -o json',
    'get cm -o yaml',
    'get deploy blog -o yaml',
    'get deploy blog -o json',
    'get svc blog -o yaml --show-managed-fields',
    'get cm,svc -o name',
    'get deploy -o name',
    'get cm nope -o yaml',
    'get cm -o jsonpath={.items[*].metadata.name}',
    'get cm settings -o jsonpath={.data.color}',
    'get cm settings -o jsonpath={.data}',
    'get cm settings -o jsonpath={.data.nope}',
    'get deploy blog -o jsonpath={.spec.template.spec.containers[0].image}',
    'get deploy blog -o jsonpath={.spec.template.spec.containers[-1].name}',
    'get deploy blog -o jsonpath={.spec.template.spec.containers[0:1].name}',
    'get deploy blog -o jsonpath={.spec.template.spec.containers[?(@.name=="side")].image}',
    'get deploy blog -o jsonpath={.spec.template.spec.containers[?(@.command)].name}',
    'get deploy blog -o jsonpath={..image}',
    "get deploy blog -o jsonpath={.spec['replicas']}",
    'get svc -o jsonpath={range|.items[*]}{.metadata.name}{"\\t"}{.spec.ports[*].port}{"\\n"}{end}',
    'get cm -o custom-columns=NAME:.metadata.name,COLOR:.data.color',
    'get svc blog -o custom-columns=NAME:.metadata.name,PORTS:.spec.ports[*].port --no-headers',
    'get deploy -o custom-columns=LABELS:.metadata.labels,NAMES:.spec.template.spec.containers[*].name',
    'explain deployment.spec.strategy',
    'explain deployment.spec.strategy.rollingUpdate.maxSurge',
    'explain pods.spec.containers.ports',
    'explain configmap',
    'explain pod.spec.volumes --recursive',
    'explain services --recursive',
    'get cm -f all.yaml',
    'get -f all.yaml',
    'get -f all.yaml -o wide',
    'get -f all.yaml -o name',
    'get -f elsewhere.yaml',
    'get -f elsewhere.yaml -o yaml',
    'get cm/settings cm/other',
    'get cm/settings svc/blog cm/other',
    'get cm settings settings',
  ])('reeve and kubectl agree on: %s', async (line) => {
    const words = line.split(' ').map((word) => word.replaceAll('|', ' '));
    const [expected, seen] = await Promise.all([kubectl(words), reeve(words)]);

    expect({ out: settled(seen.out), code: seen.code }).toEqual({ out: settled(expected.out), code: expected.code });
  });

  test.for([
    'get podz',
    'get',
    'get cm nope',
    'get cm settings nope',
    'get pods',
    'get pods -A',
    'delete cm nope',
    'get -f elsewhere.yaml -n default',
    'get cm settings other -w',
    'get cm,svc -w',
  ])('and say the same about: %s', async (line) => {
    const [expected, seen] = await Promise.all([kubectl(line.split(' ')), reeve(line.split(' '))]);
    const [sentence = ''] = expected.err.split('\n').map((text) => text.replace(/^error: /, ''));

    expect(seen.code).toBe(expected.code);
    expect(seen.err).toContain(sentence.replace(/\. Use.*/, ''));
  });

  test('deletes in the same words', async () => {
    const made = async (name: string) => void (await kubectl(['create', 'configmap', name]));
    for (const flags of [[], ['-o', 'name'], ['--dry-run=server'], ['--cascade=orphan'], ['--wait=false']]) {
      await made('doomed');
      const expected = await kubectl(['delete', 'cm', 'doomed', ...flags]);
      await made('doomed');
      expect({ flags, ...(await reeve(['delete', 'cm', 'doomed', ...flags])) }).toEqual({ flags, ...expected });
    }
  });

  test('applies in the same words', async () => {
    const manifest = JSON.stringify({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'new' },
      data: { a: '1' },
    });
    const expected = await kubectl(['apply', '--server-side', '-f', '-'], manifest);
    expect(await reeve(['apply', '-f', '-', '--force-conflicts'], manifest)).toEqual(expected);
  });
});
