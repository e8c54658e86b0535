/**
 * A controller for a kind that is there: a built-in one, or one of a definition file. What the kind is and what a small object of it looks like is the caller's to know.
 * Upstream: kubebuilder create api --resource=false --controller.
 */
import { AnswerError } from '../problem/problems.ts';
import { fileNameOf, requireProjectName, variableOf } from '../names/kind-names.ts';
import { projectIn } from '../project/project-file.ts';
import type { ProjectTree } from '../tree/tree.ts';
import { literal } from './literal.ts';

/** A kind that is there. */
export interface KnownKind {
  readonly kind: string;
  readonly scope: 'Namespaced' | 'Cluster';
  /** A small object that a server takes: what the test creates. */
  readonly sample: object;
  /** The module that exports the kind, as it is imported; or its text, which is written into a file of the project. */
  readonly from: { readonly module: string } | { readonly text: string; readonly definition: string };
}

/** The answers of a person. */
export interface ControllerAnswers {
  /** The name of the file; made from the kind unless given. */
  readonly name?: string | undefined;
  readonly test?: boolean | undefined;
}

/** Makes the files of a controller. */
export async function createController(
  tree: ProjectTree,
  known: KnownKind,
  { name, test = true }: ControllerAnswers,
): Promise<void> {
  await projectIn(tree);
  const { kind, from } = known;
  if (kind === 'ConfigMap' && 'module' in from)
    throw new AnswerError(
      'for',
      '--for v1/ConfigMap: the controller that is made owns ConfigMaps, and would see its own',
      {
        next: 'write that controller by hand: docs/tutorial.md',
      },
    );
  const file = requireProjectName(name ?? `${fileNameOf(kind)}-controller`);
  const kindModule = 'module' in from ? from.module : `./${fileNameOf(kind)}.kind.ts`;
  if ('text' in from) tree.write(`src/${fileNameOf(kind)}.kind.ts`, from.text);
  tree.write(`src/${file}.ts`, controllerModule(known, kindModule));
  if (test) tree.write(`src/${file}.test.ts`, controllerTest(known, kindModule, file));
}

const controllerModule = (
  { kind, scope }: KnownKind,
  module: string,
): string => `import { ConfigMap, defineController } from 'reeve';
import { ${kind} } from '${module}';

/** Notes of each ${kind} which version of it was seen last. */
export default defineController({
  for: ${kind},
  owns: [ConfigMap],
  async reconcile({ metadata: { name, generation = 1 } }, ctx) {
    const metadata = { name: \`\${name}-notes\`${scope === 'Cluster' ? ", namespace: 'default'" : ''} };
    await ctx.apply(ConfigMap.of({ metadata, data: { generation: String(generation) } }));
  },
});
`;

function controllerTest({ kind, from, sample }: KnownKind, module: string, file: string): string {
  const controller = variableOf({ kind });
  const definitions = 'definition' in from ? `definitions: { paths: ['${from.definition}'] }, ` : '';
  return `import { expect, test } from 'vitest';
import { ConfigMap } from 'reeve';
import { TestCluster } from 'reeve/testing';
import { ${kind} } from '${module}';
import ${controller} from './${file}.ts';

test('a ${kind} gets notes', async ({ signal }) => {
  await using cluster = await TestCluster.start({ ${definitions}controllers: [${controller}] });
  await cluster.client.create(${kind}, ${literal(sample)});
  const notes = await cluster.appears(ConfigMap, 'default/sample-notes', signal);
  expect(notes.data).toEqual({ generation: '1' });
});
`;
}
