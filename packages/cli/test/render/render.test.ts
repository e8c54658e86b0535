import { mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { Deployment } from '@reeve/kinds/apps/v1';
import type { ClusterRole } from '@reeve/kinds/rbac/v1';
import type { KubeObject } from '@reeve/machinery';
import { TestCluster } from '@reeve/testing';
import { Folder, reeve } from '../executable.ts';
import { textModule, websiteProgram } from '../website-program.ts';

const program = { 'website.ts': websiteProgram, 'text.ts': textModule };

async function rendered(folder: Folder, ...args: string[]): Promise<KubeObject[]> {
  const { code, out, err } = await reeve(['render', 'website.ts', ...args], folder);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return parseAllDocuments(out).map((document) => document.toJS() as KubeObject);
}

describe('reeve render', { timeout: 30_000 }, () => {
  test('prints everything that an operator needs, in an order that a server takes', async () => {
    using folder = new Folder(program);
    const objects = await rendered(folder, '--image', 'registry.example.com/website:1.0', '-n', 'estate');
    expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`)).toEqual([
      'CustomResourceDefinition /websites.web.example.com',
      'Namespace /estate',
      'ServiceAccount estate/website',
      'ClusterRole /website',
      'ClusterRoleBinding /website',
      'Role estate/website-leader-election',
      'RoleBinding estate/website-leader-election',
      'ClusterRole /website-metrics-auth',
      'ClusterRoleBinding /website-metrics-auth',
      'ClusterRole /website-metrics-reader',
      'Deployment estate/website',
      'Service estate/website-metrics',
    ]);
    await using server = await ApiServer.start({ profile: 'cluster' });
    const client = new Client({ transport: server.transport });
    const applied = await client.applyAll(objects, { fieldManager: 'test' });
    expect(applied).toHaveLength(objects.length);
  });

  test('grants what the controllers declare, and no more', async () => {
    using folder = new Folder(program);
    const objects = await rendered(folder);
    expect(objects.find(({ kind }) => kind === 'ClusterRole')).toMatchObject({
      rules: [
        {
          apiGroups: [''],
          resources: ['configmaps'],
          verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
        },
        { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] },
        { apiGroups: ['web.example.com'], resources: ['websites'], verbs: ['get', 'list', 'watch'] },
        { apiGroups: ['web.example.com'], resources: ['websites/finalizers'], verbs: ['update'] },
        { apiGroups: ['web.example.com'], resources: ['websites/status'], verbs: ['patch'] },
      ],
    });
    expect(objects.find(({ kind }) => kind === 'Deployment')).toMatchObject({
      metadata: { namespace: 'website-system' },
      spec: {
        template: {
          spec: {
            containers: [
              {
                image: 'website:latest',
                args: 'run website.ts --name website --metrics-address :8443 --metrics-secure --health-address :8081'.split(
                  ' ',
                ),
                ports: [
                  { name: 'metrics', containerPort: 8443 },
                  { name: 'health', containerPort: 8081 },
                ],
                env: [{ name: 'POD_NAMESPACE' }, { name: 'NODE_OPTIONS', value: '--max-semi-space-size=2' }],
              },
            ],
          },
        },
      },
    });
  });

  test('a rendered Deployment starts the image by its ENTRYPOINT, as a numeric user that may write nothing', async () => {
    using folder = new Folder(program);
    const objects = await rendered(folder);
    const { spec: pod } = (objects.find(({ kind }) => kind === 'Deployment') as Deployment).spec.template;
    expect(pod?.securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: 65532,
      runAsGroup: 65532,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    const [container] = pod?.containers ?? [];
    expect(container).not.toHaveProperty('command');
    expect(container?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container?.livenessProbe?.httpGet?.path).toBe('/healthz');
    expect(container?.readinessProbe?.httpGet?.path).toBe('/readyz');
    expect(container?.resources).toEqual({ requests: { cpu: '10m', memory: '96Mi' }, limits: { memory: '256Mi' } });
  });

  test('a rendered Deployment runs on a node whatever its image calls its user', async () => {
    using folder = new Folder(program);
    const objects = await rendered(folder);
    const podOf = (user: string) => ({ behaviour: () => ({ imageUser: user }) });
    await using cluster = await TestCluster.start({ nodes: 1, workloads: podOf('node') });
    await cluster.client.applyAll(objects, { fieldManager: 'test' });
    const running = await cluster.eventually(async () => {
      const deployment = await cluster.client.get(Deployment, 'website-system/website');
      return deployment.status?.readyReplicas === 1 && deployment;
    });
    expect(running.spec.template.spec?.containers.map(({ image }) => image)).toEqual(['website:latest']);
  });

  test('more than one replica has a PodDisruptionBudget, and one has none', async () => {
    using folder = new Folder(program);
    const budgetOf = (objects: KubeObject[]) => objects.find(({ kind }) => kind === 'PodDisruptionBudget');
    expect(budgetOf(await rendered(folder))).toBeUndefined();
    const labels = { 'app.kubernetes.io/name': 'website', 'app.kubernetes.io/managed-by': 'reeve' };
    expect(budgetOf(await rendered(folder, '--replicas', '2'))).toEqual({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'website', namespace: 'website-system', labels },
      spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
    });
  });

  test('reeve render grants what the permissions of a controller say, and what its finalizers do', async () => {
    const copier = websiteProgram
      .replace('import { ConfigMap,', 'import { ConfigMap, Finalizers, Secret,')
      .replace(
        'export default defineController({',
        [
          "const finalizers = new Finalizers(Website).register('example.com/theme', () => undefined);",
          'export default defineController({',
          "  events: 'core',",
          '  permissions: [',
          "    { kind: Secret, verbs: ['patch', 'create'] },",
          "    { kind: Secret, verbs: ['get'], namespace: 'vault', names: ['theme'] },",
          "    { nonResourceURLs: ['/version'], verbs: ['get'] },",
          '  ],',
        ].join('\n'),
      )
      .replace('    const name:', '    await finalizers.reconcile(site, ctx);\n    const name:');
    using folder = new Folder({ ...program, 'website.ts': copier });
    const objects = await rendered(folder);
    const { rules } = objects.find(({ kind }) => kind === 'ClusterRole') as ClusterRole;
    expect(rules).toContainEqual({ apiGroups: [''], resources: ['events', 'secrets'], verbs: ['create', 'patch'] });
    expect(rules).toContainEqual({
      apiGroups: ['web.example.com'],
      resources: ['websites'],
      verbs: ['get', 'list', 'watch', 'update'],
    });
    expect(rules).toContainEqual({ nonResourceURLs: ['/version'], verbs: ['get'] });
    const inVault = objects.filter(({ metadata }) => metadata.namespace === 'vault');
    expect(inVault).toMatchObject([
      {
        kind: 'Role',
        metadata: { name: 'website' },
        rules: [{ apiGroups: [''], resources: ['secrets'], resourceNames: ['theme'], verbs: ['get'] }],
      },
      {
        kind: 'RoleBinding',
        roleRef: { kind: 'Role', name: 'website' },
        subjects: [{ kind: 'ServiceAccount', name: 'website', namespace: 'website-system' }],
      },
    ]);
  });

  test('reeve render serves metrics over TLS to who has the role for it', async () => {
    using folder = new Folder(program);
    const objects = await rendered(folder);
    const ofKind = (kind: string, name: string): KubeObject | undefined =>
      objects.find((object) => object.kind === kind && object.metadata.name === name);
    expect(ofKind('Service', 'website-metrics')).toMatchObject({
      spec: { ports: [{ name: 'https', port: 8443, targetPort: 'metrics' }] },
    });
    expect(ofKind('ClusterRole', 'website-metrics-auth')).toMatchObject({
      rules: [
        { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
        { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
      ],
    });
    expect(ofKind('ClusterRoleBinding', 'website-metrics-auth')).toMatchObject({
      roleRef: { kind: 'ClusterRole', name: 'website-metrics-auth' },
      subjects: [{ kind: 'ServiceAccount', name: 'website', namespace: 'website-system' }],
    });
    expect(ofKind('ClusterRole', 'website-metrics-reader')).toMatchObject({
      rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }],
    });
  });

  test('writes a file each into a folder', async () => {
    using folder = new Folder(program);
    const { code, out, err } = await reeve(['render', 'website.ts', '--out', 'deploy'], folder);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toMatch(/^wrote deploy\/\d\d-deployment-website\.yaml$/m);
    const files = readdirSync(folder.file('deploy'));
    expect(files).toHaveLength(13);
    const place = (kind: string): number => files.findIndex((file) => file.includes(`-${kind}-`));
    expect(place('namespace')).toBeLessThan(place('deployment'));
    const [service = ''] = files.filter((file) => file.endsWith('service-website-metrics.yaml'));
    expect(readFileSync(folder.file(`deploy/${service}`), 'utf8')).toContain('kind: Service\n');
  });

  test('reeve render --out replaces a link in the folder, and leaves what it leads to', async () => {
    using folder = new Folder({ ...program, victim: 'mine' });
    mkdirSync(folder.file('deploy'));
    const first = '01-customresourcedefinition-websites.web.example.com.yaml';
    symlinkSync('../victim', folder.file(`deploy/${first}`));
    expect((await reeve(['render', 'website.ts', '--out', 'deploy'], folder)).code).toBe(0);
    expect(readFileSync(folder.file('victim'), 'utf8')).toBe('mine');
    expect(readFileSync(folder.file(`deploy/${first}`), 'utf8')).toContain('kind: CustomResourceDefinition\n');
  });

  test('a name that no object could have is wrong use', async () => {
    using folder = new Folder(program);
    const { code, err } = await reeve(['render', 'website.ts', '--name', 'My Site'], folder);
    expect(code).toBe(2);
    expect(err).toContain('error: --name My Site is no name for objects');
  });
});
