import { expect, test } from 'vitest';
import { certificates } from './certificates.ts';
import { TestProject } from './project.ts';

const project = `domain: example.org
layout:
- go.kubebuilder.io/v4
projectName: Pki Operator
repo: example.org/pki
resources:
- api: { crdVersion: v1, namespaced: true }
  controller: true
  domain: example.org
  group: pki
  kind: Certificate
  path: example.org/pki/api/v1
  version: v1
- api: { crdVersion: v1 }
  domain: example.org
  group: pki
  kind: Issuer
  version: v1beta1
- controller: true
  core: true
  group: apps
  kind: Deployment
  version: v1
version: "3"
`;

test('name, domain and resources of a kubebuilder project are taken over, its definitions as types · PK-19', async () => {
  using folder = new TestProject().install();
  folder.write('old/PROJECT', project).write('old/config/crd/bases/pki.example.org_certificates.yaml', certificates);
  const { err } = await folder.done(['init', 'new', '--from', 'old/PROJECT']);
  expect(err).toContain(
    'Deployment of apps has no definition in old/PROJECT: make its controller with reeve create controller',
  );
  expect(err).toContain('Issuer: there is no config/crd/bases/pki.example.org_issuers.yaml');
  expect(JSON.parse(folder.read('new/reeve.json'))).toMatchObject({
    name: 'pki-operator',
    domain: 'example.org',
    resources: [
      { group: 'pki.example.org', version: 'v1', kind: 'Certificate', scope: 'Namespaced', file: 'src/certificate.ts' },
      { group: 'pki.example.org', version: 'v1beta1', kind: 'Issuer', scope: 'Cluster', file: 'src/issuer.ts' },
    ],
  });
  folder.write(
    'new/src/check.ts',
    `import { Certificate } from './certificate.ts';
import { Issuer } from './issuer.ts';

export const names: string[] = [Certificate.crd.metadata.name, Issuer.crd.metadata.name];
export const right = Certificate.of({ metadata: { name: 'web' }, spec: { secretName: 'web', days: 90 } });
// @ts-expect-error days is a number
export const wrong: Certificate['spec'] = { secretName: 'web', days: 'many' };
`,
  );
  folder.program('tsc', ['-p', 'new']);
});

const wrong: readonly [string, string][] = [
  ['version: "2"\ndomain: a.b\n', 'version is "2", and only 3 is read'],
  ['version: "3"\n', 'domain must be a text'],
  ['version: "3"\ndomain: a.b\nresources: [{ kind: 1 }]\n', 'resources[0] must have kind, version and group as texts'],
  ['{', 'is no YAML'],
];

test.each(wrong)('the PROJECT %j is refused, and nothing is written', async (text, problem) => {
  using folder = new TestProject();
  folder.write('PROJECT', text);
  const { code, err } = await folder.reeve(['init', 'new', '--from', 'PROJECT']);
  expect(code).toBe(1);
  expect(err).toContain(problem);
  expect(Object.keys(folder.files())).toEqual(['PROJECT']);
});
