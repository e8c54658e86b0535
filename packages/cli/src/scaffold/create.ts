/**
 * Runs `reeve create …`: one generator of reeve by the second word, and those of plugins after it.
 */
import { createApi, createController, createPlugin, createSimulation, createTest, projectIn } from '@reeve/scaffold';
import type { PlanStep } from '@reeve/scaffold';
import type { CommandContext } from '../command/command-context.ts';
import type { Flags } from '../command/flags.ts';
import { UsageError } from '../error/usage-error.ts';
import { knownKind } from './known-kind.ts';
import { make } from './make.ts';
import { ProjectFolder } from './project-folder.ts';
import { answerTo } from './questions.ts';

/** Runs `reeve create WORD`. */
export async function run(context: CommandContext): Promise<void> {
  const { terminal, project, command } = context;
  await projectIn(new ProjectFolder(terminal.folder, terminal.files));
  const plugins = await project.plugins();
  const word = command.split(' ').at(-1) ?? '';
  const step = Object.hasOwn(own, word) ? await own[word]?.(context) : undefined;
  await make(context, {
    command,
    folder: terminal.folder,
    project: project.file,
    plugins,
    steps: step === undefined ? [] : [step],
    next: nextOf[word] ?? [],
  });
}

type Maker = (context: CommandContext) => Promise<PlanStep>;

const own: Readonly<Record<string, Maker>> = {
  api: async (context) => {
    const { flags } = context;
    const kind = await answerTo({ flag: 'kind', asks: 'the kind, such as Shop' }, context);
    const scope = flags.text('scope');
    const answers = {
      ...texts(flags, ['group', 'version', 'plural']),
      kind,
      ...(scope !== undefined && { scope }),
      controller: flags.has('controller'),
      test: flags.has('test'),
    };
    return {
      by: 'reeve',
      generator: 'create api',
      answers,
      generate: async (tree) => void (await createApi(tree, answers)),
    };
  },
  controller: async (context) => {
    const { flags } = context;
    const known = await knownKind(context);
    const answers = { ...texts(flags, ['name']), test: flags.has('test') };
    const recorded = { ...texts(flags, ['for', 'crd']), ...answers };
    return {
      by: 'reeve',
      generator: 'create controller',
      answers: recorded,
      generate: (tree) => createController(tree, known, answers),
    };
  },
  test: ({ flags }) => {
    const answers = texts(flags, ['kind', 'name']);
    return Promise.resolve({
      by: 'reeve',
      generator: 'create test',
      answers,
      generate: (tree) => createTest(tree, answers),
    });
  },
  simulation: ({ flags }) => {
    const answers = texts(flags, ['kind', 'name']);
    return Promise.resolve({
      by: 'reeve',
      generator: 'create simulation',
      answers,
      generate: (tree) => createSimulation(tree, answers),
    });
  },
  plugin: ({ args: [name] }) => {
    if (name === undefined) throw new UsageError('what is it called? reeve create plugin NAME');
    return Promise.resolve({
      by: 'reeve',
      generator: 'create plugin',
      answers: { name },
      generate: (tree) => createPlugin(tree, { name }),
    });
  },
};

const nextOf: Readonly<Record<string, readonly string[]>> = {
  api: ['npm test', 'npm run dev'],
  controller: ['npm test', 'npm run dev'],
  test: ['npm test'],
  simulation: ['npm test'],
  plugin: ['npm test', 'npx reeve --help'],
};

/** The flags that were given, as answers. */
const texts = (flags: Flags, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = flags.text(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
