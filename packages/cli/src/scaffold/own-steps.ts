/**
 * reeve's own generators by their names in the record of generated files: `create` runs them with the answers of flags, `update` again with those of the record.
 */
import {
  createApi,
  createController,
  createPlugin,
  createProject,
  createSimulation,
  createTest,
  createWebhook,
} from '@reeve/scaffold';
import type { PlanStep } from '@reeve/scaffold';
import type { Terminal } from '../terminal/terminal.ts';
import { version } from '../version/package-version.ts';
import { knownKind } from './known-kind.ts';

/** Answers, as they are recorded. */
export type Answers = Readonly<Record<string, string | boolean>>;

type Maker = (answers: Answers, terminal: Terminal) => Promise<PlanStep['generate']> | PlanStep['generate'];

const text = (answers: Answers, name: string): string | undefined => {
  const value = answers[name];
  return typeof value === 'string' ? value : undefined;
};

const makers: Readonly<Record<string, Maker>> = {
  init: (answers) => (tree) =>
    createProject(tree, { name: text(answers, 'name') ?? 'operator', domain: text(answers, 'domain'), reeve: version }),
  'create api': (answers) => async (tree) =>
    void (await createApi(tree, {
      group: text(answers, 'group'),
      version: text(answers, 'version'),
      kind: text(answers, 'kind') ?? '',
      plural: text(answers, 'plural'),
      scope: text(answers, 'scope'),
      controller: answers['controller'] !== false,
      test: answers['test'] !== false,
    })),
  'create controller': async (answers, terminal) => {
    const known = await knownKind({ for: text(answers, 'for'), crd: text(answers, 'crd') }, terminal);
    return (tree) => createController(tree, known, { name: text(answers, 'name'), test: answers['test'] !== false });
  },
  'create test': (answers) => (tree) => createTest(tree, { kind: text(answers, 'kind'), name: text(answers, 'name') }),
  'create simulation': (answers) => (tree) =>
    createSimulation(tree, { kind: text(answers, 'kind'), name: text(answers, 'name') }),
  'create webhook': async (answers, terminal) => {
    const of = text(answers, 'for');
    const known = of === undefined ? undefined : await knownKind({ for: of, crd: undefined }, terminal);
    return (tree) =>
      createWebhook(
        tree,
        {
          kind: text(answers, 'kind'),
          defaulting: answers['defaulting'] === true,
          validation: answers['validation'] === true,
          test: answers['test'] !== false,
        },
        known,
      );
  },
  'create plugin': (answers) => (tree) => createPlugin(tree, { name: text(answers, 'name') ?? '' }),
};

/** The step of a generator; undefined when it is none of reeve's. */
export async function ownStep(generator: string, answers: Answers, terminal: Terminal): Promise<PlanStep | undefined> {
  const maker = Object.hasOwn(makers, generator) ? makers[generator] : undefined;
  return maker && { by: 'reeve', generator, answers, generate: await maker(answers, terminal) };
}
