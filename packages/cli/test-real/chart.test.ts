/**
 * Helm itself renders and checks the charts that are written.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { buildHelm } from '../../../tools/helm/build-helm.mjs';
import { Folder, reeve } from '../test/executable.ts';
import { textModule, websiteProgram } from '../test/website-program.ts';

const run = promisify(execFile);
const folder = await buildHelm();

interface Rendered {
  readonly kind: string;
  readonly metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
}

const objectsOf = (text: string): Rendered[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS() as Rendered | null)
    .filter((object) => object !== null);

const keyOf = ({ kind, metadata }: Rendered): string => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;

/** Without the labels and annotations that are Helm's, and without the namespace, which Helm makes. */
function comparable(objects: readonly Rendered[]): Record<string, unknown> {
  const compared = objects
    .filter(({ kind }) => kind !== 'Namespace')
    .map((object) => {
      const copy = structuredClone(object);
      for (const fields of [copy.metadata.labels, copy.metadata.annotations])
        for (const key of Object.keys(fields ?? {})) if (key.startsWith('helm.sh/')) delete fields?.[key];
      for (const field of ['labels', 'annotations'] as const)
        if (Object.keys(copy.metadata[field] ?? {}).length === 0) delete copy.metadata[field];
      return [keyOf(copy), copy] as const;
    });
  return Object.fromEntries(compared.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

// Texts with braces, quotes and line ends come through as they are.
const program = {
  'website.ts': websiteProgram.replace(
    "kind: 'Website',",
    "kind: 'Website',\n  description: 'Says {{ .Values.x }} and \"quotes\" and {{`raw`}}',",
  ),
  'text.ts': textModule,
};

describe.runIf(folder)('a chart that reeve render writes', { timeout: 120_000 }, () => {
  const helm = async (project: Folder, ...args: string[]): Promise<string> =>
    (await run(`${folder}/helm`, args, { cwd: project.path, env: { HOME: project.path, PATH: process.env['PATH'] } }))
      .stdout;

  test('is rendered by Helm with default values to the objects of reeve render, but for labels and annotations of Helm · PK-24', async () => {
    using project = new Folder(program);
    const flags = [
      '--image',
      'registry.example.com:5000/website:1.0',
      '--dashboard',
      '--network-policy',
      '--service-monitor',
    ];
    for (const replicas of ['1', '2']) {
      const plain = await reeve(['render', 'website.ts', ...flags, '--replicas', replicas], project);
      expect(plain.code).toBe(0);
      const chart = `chart-${replicas}`;
      expect(
        (await reeve(['render', 'website.ts', ...flags, '--replicas', replicas, '--chart', chart], project)).code,
      ).toBe(0);
      const rendered = await helm(project, 'template', 'any-release', chart, '-n', 'website-system');
      expect(comparable(objectsOf(rendered))).toEqual(comparable(objectsOf(plain.out)));
      expect(await helm(project, 'lint', '--strict', chart)).toContain('0 chart(s) failed');
    }
  });

  test('takes what a release decides: namespace, names, image, pods, and what is made at all', async () => {
    using project = new Folder(program);
    await reeve(['render', 'website.ts', '--chart', 'chart'], project);
    project.write(
      'own.yaml',
      JSON.stringify({
        nameOverride: 'sites',
        replicas: 3,
        image: { repository: 'registry.example.com/own', digest: `sha256:${'a'.repeat(64)}`, pullPolicy: 'Always' },
        podLabels: { team: 'web' },
        podAnnotations: { note: 'yes: "quoted"' },
        nodeSelector: { disk: 'ssd' },
        tolerations: [{ key: 'x', operator: 'Exists' }],
        env: [{ name: 'LEVEL', value: 'debug' }],
        extraArgs: ['--log-level', 'debug'],
        volumes: [{ name: 'tmp', emptyDir: {} }],
        volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
        resources: null,
        serviceAccount: { create: false, name: 'shared' },
        metrics: { enabled: false },
        crds: { enabled: false },
      }),
    );
    const objects = objectsOf(await helm(project, 'template', 'r', 'chart', '-n', 'estate', '-f', 'own.yaml'));
    expect(objects.map(keyOf).toSorted()).toEqual([
      'ClusterRole /sites',
      'ClusterRoleBinding /sites',
      'Deployment estate/sites',
      'PodDisruptionBudget estate/sites',
      'Role estate/sites-leader-election',
      'RoleBinding estate/sites-leader-election',
    ]);
    const deployment = objects.find(({ kind }) => kind === 'Deployment');
    expect(deployment).toMatchObject({
      spec: {
        replicas: 3,
        template: {
          metadata: {
            labels: { team: 'web', 'app.kubernetes.io/name': 'sites' },
            annotations: { note: 'yes: "quoted"' },
          },
          spec: {
            serviceAccountName: 'shared',
            nodeSelector: { disk: 'ssd' },
            tolerations: [{ key: 'x', operator: 'Exists' }],
            volumes: [{ name: 'tmp', emptyDir: {} }],
            containers: [
              {
                image: `registry.example.com/own@sha256:${'a'.repeat(64)}`,
                imagePullPolicy: 'Always',
                args: 'run website.ts --name sites --metrics-address 0 --health-address :8081 --log-level debug'.split(
                  ' ',
                ),
                env: [{ name: 'POD_NAMESPACE' }, { name: 'NODE_OPTIONS' }, { name: 'LEVEL', value: 'debug' }],
                volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
              },
            ],
          },
        },
      },
    });
    expect(JSON.stringify(deployment)).not.toContain('"resources"');
    const binding = objects.find(({ kind }) => kind === 'ClusterRoleBinding');
    expect(binding).toMatchObject({ subjects: [{ kind: 'ServiceAccount', name: 'shared', namespace: 'estate' }] });
  });

  test('has values that are held against their schema', async () => {
    using project = new Folder(program);
    await reeve(['render', 'website.ts', '--chart', 'chart'], project);
    for (const [flag, message] of [
      ['replicas=many', /replicas/],
      ['image.tagg=1', /tagg/],
      ['image.pullPolicy=Sometimes', /pullPolicy/],
    ] as const)
      await expect(helm(project, 'template', 'r', 'chart', '--set', flag)).rejects.toThrow(message);
  });
});
