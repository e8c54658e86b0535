/**
 * A resource with its controller and a test: two files and an entry in the project file. The controller does the least that can be seen, so that its test says something.
 * Upstream: kubebuilder create api.
 */
import { pluralOf } from '@reeve/machinery';
import { fileNameOf, kindNames, variableOf } from '../names/kind-names.ts';
import type { KindAnswers, KindNames } from '../names/kind-names.ts';
import { projectIn } from '../project/project-file.ts';
import type { ProjectTree } from '../tree/tree.ts';
import { recordResource, requireNewKind } from './resource-record.ts';

/** The answers of a person. */
export interface ApiAnswers extends KindAnswers {
  /** False makes the definition alone. */
  readonly controller?: boolean | undefined;
  /** False makes no test. */
  readonly test?: boolean | undefined;
}

/** Makes the files of a resource. */
export async function createApi(tree: ProjectTree, answers: ApiAnswers): Promise<KindNames> {
  const { controller = true, test = true } = answers;
  const project = await projectIn(tree);
  const names = kindNames(answers, project.domain);
  requireNewKind(project, names);
  const { group, version, kind, plural, scope } = names;
  const name = fileNameOf(kind);
  const file = `src/${name}.ts`;
  tree.write(file, controller ? controllerModule(names) : definitionModule(names));
  if (test) tree.write(`src/${name}.test.ts`, controller ? controllerTest(names) : definitionTest(names));
  const isRegular = plural === pluralOf(kind);
  await recordResource(tree, { group, version, kind, ...(!isRegular && { plural }), scope, file, controller });
  return names;
}

/** The namespace that a cluster-wide resource makes its objects in. */
const inNamespace = ({ scope }: KindNames): string => (scope === 'Cluster' ? ", namespace: 'default'" : '');

/** The resource, as it is declared. */
function definition(names: KindNames): string {
  const { group, version, kind, plural, scope } = names;
  const regular = plural === pluralOf(kind);
  return `/** What people write. */
export const ${kind} = defineResource({
  group: '${group}',
  version: '${version}',
  kind: '${kind}',
${regular ? '' : `  names: { plural: '${plural}' },\n`}${scope === 'Cluster' ? "  scope: 'Cluster',\n" : ''}  spec: z.object({ message: z.string().default('hello') }),
  status: z.object({ message: z.string().optional() }),
  columns: { Message: '.status.message' },
});
`;
}

const controllerModule = (names: KindNames): string => `import { z } from 'zod';
import { ConfigMap, defineController, defineResource } from 'reeve';

${definition(names)}
/** What is made of it: a ConfigMap, which comes back when somebody deletes it and goes with its owner. */
export default defineController({
  for: ${names.kind},
  owns: [ConfigMap],
  async reconcile({ metadata: { name }, spec: { message } }, ctx) {
    await ctx.apply(ConfigMap.of({ metadata: { name: \`\${name}-${fileNameOf(names.kind)}\`${inNamespace(names)} }, data: { message } }));
    await ctx.status({ message });
  },
});
`;

const definitionModule = (names: KindNames): string => `import { z } from 'zod';
import { defineResource } from 'reeve';

${definition(names)}`;

function controllerTest(names: KindNames): string {
  const { kind } = names;
  const [controller, file] = [variableOf(names), fileNameOf(kind)];
  return `import { expect, test } from 'vitest';
import { ConfigMap } from 'reeve';
import { TestCluster } from 'reeve/testing';
import ${controller}, { ${kind} } from './${file}.ts';

test('the ConfigMap of a ${kind} comes back when it is deleted', async ({ signal }) => {
  await using cluster = await TestCluster.start({ resources: [${kind}], controllers: [${controller}] });
  await cluster.client.create(${kind}, { metadata: { name: 'first' }, spec: { message: 'hi' } });
  const made = await cluster.appears(ConfigMap, 'default/first-${file}', signal);
  expect(made.data).toEqual({ message: 'hi' });

  await cluster.client.delete(ConfigMap, made);

  const again = await cluster.appears(ConfigMap, 'default/first-${file}', signal);
  expect(again.metadata.uid).not.toBe(made.metadata.uid);
});
`;
}

function definitionTest(names: KindNames): string {
  const { kind } = names;
  return `import { expect, test } from 'vitest';
import { TestCluster } from 'reeve/testing';
import { ${kind} } from './${fileNameOf(kind)}.ts';

test('a ${kind} that says nothing gets the message that is the default', async () => {
  await using cluster = await TestCluster.start({ resources: [${kind}] });
  const made = await cluster.client.create(${kind}, { metadata: { name: 'first' }, spec: {} });
  expect(made.spec).toEqual({ message: 'hello' });
});
`;
}
