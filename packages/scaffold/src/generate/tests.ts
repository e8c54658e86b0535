/**
 * Further tests of a resource: of what its controller does, and of what is left when everything around it goes wrong.
 */
import { AnswerError } from '../problem/problems.ts';
import { fileNameOf, requireProjectName, variableOf } from '../names/kind-names.ts';
import { projectIn } from '../project/project-file.ts';
import type { ResourceRecord } from '../project/project-file.ts';
import type { ProjectTree } from '../tree/tree.ts';
import { requireResource } from './resource-record.ts';

/** The answers of a person. */
export interface TestAnswers {
  readonly kind?: string | undefined;
  /** What the test is called: part of its file's name. */
  readonly name?: string | undefined;
}

/** Makes a test of what a kind does: that the server refuses what the definition does not allow. */
export async function createTest(tree: ProjectTree, { kind, name = 'refused' }: TestAnswers): Promise<void> {
  const resource = requireResource(await projectIn(tree), kind);
  requireProjectName(name);
  const path = resource.file.replace(/\.ts$/, `.${name}.test.ts`);
  tree.write(
    path,
    `import { expect, test } from 'vitest';
import { TestCluster } from 'reeve/testing';
import { ${resource.kind} } from './${moduleOf(resource)}';

test('a ${resource.kind} without a spec is refused, and says which field', async () => {
  await using cluster = await TestCluster.start({ resources: [${resource.kind}] });
  const { apiVersion, kind } = ${resource.kind};
  const body = { apiVersion, kind, metadata: { name: 'first' }, spec: 'none' };
  await expect(cluster.client.create(${resource.kind}, body as never)).rejects.toThrow('spec');
});
`,
  );
}

/** Makes a test of a kind's controller through storms: crashes, lost answers, late watches, two processes. The same seed gives the same storm. */
export async function createSimulation(tree: ProjectTree, { kind, name = 'simulation' }: TestAnswers): Promise<void> {
  const resource = requireResource(await projectIn(tree), kind);
  if (resource.controller !== true)
    throw new AnswerError('kind', `--kind ${resource.kind}: ${resource.file} has no controller to simulate`, {
      next: 'write its controller first, and say "controller": true in reeve.json',
    });
  requireProjectName(name);
  const controller = variableOf(resource);
  tree.write(
    resource.file.replace(/\.ts$/, `.${name}.test.ts`),
    `import { expect, test } from 'vitest';
import { ConfigMap } from 'reeve';
import { calmState, runChaos } from 'reeve/testing';
import type { ChaosScenario } from 'reeve/testing';
import ${controller}, { ${resource.kind} } from './${moduleOf(resource)}';

const metadata = { name: 'first'${spaceOf(resource)} };

const scenario: ChaosScenario = {
  resources: [${resource.kind}],
  controllers: () => [${controller}],
  steps: [
    (client, signal) => client.apply(${resource.kind}, { metadata, spec: { message: 'hi' } }, { fieldManager: 'user', signal }),
    (client, signal) => client.apply(${resource.kind}, { metadata, spec: { message: 'ho' } }, { fieldManager: 'user', signal }),
  ],
  kinds: [${resource.kind}, ConfigMap],
};

test.each([1, 2, 3, 4, 5])('storm %i ends where calm weather does', { timeout: 60_000 }, async (seed) => {
  const { problems } = await runChaos(scenario, { seed }, await calmState(scenario));
  expect(problems).toEqual([]);
});
`,
  );
}

const moduleOf = ({ file, kind }: ResourceRecord): string => file.split('/').at(-1) ?? `${fileNameOf(kind)}.ts`;

const spaceOf = ({ scope }: ResourceRecord): string => (scope === 'Cluster' ? '' : ", namespace: 'default'");
