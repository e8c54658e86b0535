import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Folder, reeve } from '../executable.ts';
import { textModule, websiteProgram } from '../website-program.ts';

const program = { 'website.ts': websiteProgram, 'text.ts': textModule };

const render = (folder: Folder, ...args: string[]) => reeve(['render', 'website.ts', ...args], folder);

const read = (folder: Folder, file: string): string => readFileSync(folder.file(file), 'utf8');

describe('reeve render --chart', { timeout: 60_000 }, () => {
  test('writes a chart with a template for each object, values with comments, and their schema', async () => {
    using folder = new Folder(program);
    const { code, out, err } = await render(
      folder,
      '--chart',
      'chart',
      '--image',
      'registry.example.com:5000/website:1.0',
    );
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toContain('helm install website chart -n website-system --create-namespace');
    expect(readdirSync(folder.file('chart'))).toEqual(['Chart.yaml', 'templates', 'values.schema.json', 'values.yaml']);
    expect(readdirSync(folder.file('chart/templates'))).toEqual([
      '_reeve.tpl',
      'clusterrole-metrics-auth.yaml',
      'clusterrole-metrics-reader.yaml',
      'clusterrole.yaml',
      'clusterrolebinding-metrics-auth.yaml',
      'clusterrolebinding.yaml',
      'crds',
      'deployment.yaml',
      'poddisruptionbudget.yaml',
      'role-leader-election.yaml',
      'rolebinding-leader-election.yaml',
      'service-metrics.yaml',
      'serviceaccount.yaml',
    ]);
    const values = parse(read(folder, 'chart/values.yaml')) as Record<string, unknown>;
    expect(values['image']).toEqual({
      repository: 'registry.example.com:5000/website',
      tag: '1.0',
      digest: '',
      pullPolicy: '',
    });
    expect(values['resources']).toEqual({ requests: { cpu: '10m', memory: '96Mi' }, limits: { memory: '256Mi' } });
    const schema = JSON.parse(read(folder, 'chart/values.schema.json')) as { properties: Record<string, unknown> };
    expect(Object.keys(schema.properties)).toEqual([...Object.keys(values), 'global']);
    for (const file of readdirSync(folder.file('chart/templates'), { recursive: true, encoding: 'utf8' }))
      expect(file.includes('.') ? read(folder, `chart/templates/${file}`) : '').not.toContain('x0reeve');
  });

  test('gives the same bytes when it is written again, and says nothing of unchanged files', async () => {
    using folder = new Folder(program);
    await render(folder, '--chart', 'chart', '--dashboard', '--network-policy', '--service-monitor');
    const all = () =>
      readdirSync(folder.file('chart'), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.includes('.'))
        .map((file) => [file, read(folder, `chart/${file}`)]);
    const first = all();
    const { err } = await render(folder, '--chart', 'chart', '--dashboard', '--network-policy', '--service-monitor');
    expect(all()).toEqual(first);
    expect(err).not.toContain('wrote');
  });

  test('keeps Chart.yaml, templates and changed values of a person, and adds values with their comments · PK-25', async () => {
    using folder = new Folder(program);
    await render(folder, '--chart', 'chart');
    folder.write('chart/Chart.yaml', 'apiVersion: v2\nname: mine\nversion: 7.0.0 # ours\n');
    folder.write('chart/templates/extra.yaml', 'kind: ConfigMap # ours\n');
    folder.write(
      'chart/values.yaml',
      '# our own\nreplicas: 3 # three zones\nimage:\n  repository: ours\nresources:\n  limits: { memory: 1Gi }\nours: 1\n',
    );
    expect((await render(folder, '--chart', 'chart')).code).toBe(0);
    expect(read(folder, 'chart/Chart.yaml')).toBe('apiVersion: v2\nname: mine\nversion: 7.0.0 # ours\n');
    expect(read(folder, 'chart/templates/extra.yaml')).toBe('kind: ConfigMap # ours\n');
    const text = read(folder, 'chart/values.yaml');
    expect(text).toMatch(/^# our own\nreplicas: 3 # three zones\nimage:\n {2}repository: ours\n/);
    expect(text).toContain(
      '# Always, IfNotPresent or Never; what Kubernetes chooses when it is empty.\n  pullPolicy: ""',
    );
    expect(text).toContain('# Further arguments of reeve run.\nextraArgs: []');
    const values = parse(text) as Record<string, unknown>;
    expect(values).toMatchObject({
      replicas: 3,
      ours: 1,
      resources: { limits: { memory: '1Gi' } },
      crds: { enabled: true },
    });
    expect(values['resources']).not.toHaveProperty('requests');
  });

  test('removes templates that it made for objects that are no longer there', async () => {
    using folder = new Folder(program);
    await render(folder, '--chart', 'chart', '--network-policy');
    expect(existsSync(folder.file('chart/templates/networkpolicy.yaml'))).toBe(true);
    const { err } = await render(folder, '--chart', 'chart');
    expect(existsSync(folder.file('chart/templates/networkpolicy.yaml'))).toBe(false);
    expect(err).toContain('removed chart/templates/networkpolicy.yaml');
  });

  test('refuses to write over a template of a person, and over values that it cannot read, and writes nothing then', async () => {
    using folder = new Folder(program);
    mkdirSync(folder.file('chart/templates'), { recursive: true });
    folder.write('chart/templates/deployment.yaml', 'mine\n');
    expect(await render(folder, '--chart', 'chart')).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /templates\/deployment.yaml of the chart website stand.*REEVE_FILE_EXISTS.*--force/s,
      ) as string,
    });
    expect(readdirSync(folder.file('chart'))).toEqual(['templates']);
    expect((await render(folder, '--chart', 'chart', '--force')).code).toBe(0);
    expect(read(folder, 'chart/templates/deployment.yaml')).toContain('kind: Deployment');
    for (const text of ['replicas: [', '- a list\n']) {
      folder.write('chart/values.yaml', text);
      expect(await render(folder, '--chart', 'chart')).toMatchObject({
        code: 1,
        err: expect.stringContaining('values.yaml') as string,
      });
      expect(read(folder, 'chart/values.yaml')).toBe(text);
    }
  });

  test('is not written together with a folder of manifests', async () => {
    using folder = new Folder(program);
    expect((await render(folder, '--chart', 'chart', '--out', 'deploy')).code).toBe(2);
  });
});

test('reeve render --out writes a kustomization.yaml that names the files in their order', async () => {
  using folder = new Folder(program);
  await render(folder, '--out', 'deploy', '--network-policy');
  const { resources } = parse(read(folder, 'deploy/kustomization.yaml')) as { resources: string[] };
  expect(resources).toEqual(readdirSync(folder.file('deploy')).filter((file) => file !== 'kustomization.yaml'));
  expect(resources.at(-1)).toBe('13-networkpolicy-website.yaml');
});

test('the Grafana dashboard asks for metrics that a manager serves, and for no others', async () => {
  using folder = new Folder(program);
  const { out } = await render(folder, '--dashboard');
  const used = new Set(
    [...out.matchAll(/\b((?:controller_runtime|workqueue|rest_client|informer|leader_election|reeve)_\w+)/g)].map(
      ([, name = '']) => name.replace(/_bucket$/, ''),
    ),
  );
  const documented = new Set(
    [
      ...readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8').matchAll(
        /^\| `([a-z_]+)` +\| (?:counter|gauge|histogram)/gm,
      ),
    ].map(([, name]) => name),
  );
  expect(used.size).toBeGreaterThan(10);
  expect([...used].filter((name) => !documented.has(name))).toEqual([]);
});
