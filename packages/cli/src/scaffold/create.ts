/**
 * Runs `reeve create …`: one generator of reeve by the second word, and those of plugins after it.
 */
import { projectIn } from '@reeve/scaffold';
import type { CommandContext } from '../command/command-context.ts';
import type { Flags } from '../command/flags.ts';
import { UsageError } from '../error/usage-error.ts';
import { make } from './make.ts';
import { ownStep } from './own-steps.ts';
import type { Answers } from './own-steps.ts';
import { ProjectFolder } from './project-folder.ts';
import { answerTo } from './questions.ts';

/** Runs `reeve create WORD`. */
export async function run(context: CommandContext): Promise<void> {
  const { terminal, project, command } = context;
  await projectIn(new ProjectFolder(terminal.folder, terminal.files));
  const plugins = await project.plugins();
  const word = command.split(' ').at(-1) ?? '';
  const answers = (await answersTo[word]?.(context)) ?? {};
  const step = await ownStep(command, answers, terminal);
  await make(context, {
    command,
    folder: terminal.folder,
    project: project.file,
    plugins,
    records: project.file?.plugins ?? [],
    steps: step === undefined ? [] : [step],
    next: word === 'api' || word === 'controller' ? ['npm test', 'npm run dev'] : ['npm test'],
  });
}

/** What each generator has to know, by flags or by asking. */
const answersTo: Readonly<Record<string, (context: CommandContext) => Promise<Answers> | Answers>> = {
  api: async (context) => ({
    ...texts(context.flags, ['group', 'version', 'plural', 'scope']),
    kind: await answerTo({ flag: 'kind', asks: 'the kind, such as Shop' }, context),
    ...switches(context.flags, ['controller', 'test']),
  }),
  controller: async (context) => {
    const { flags } = context;
    if (flags.has('crd') && flags.has('for'))
      throw new UsageError('name a kind with --for, or a file with --crd, and not both');
    const crd = flags.text('crd');
    const asked = crd ?? (await answerTo({ flag: 'for', asks: 'the kind, such as apps/v1/Deployment' }, context));
    return {
      ...(crd === undefined ? { for: asked } : { crd }),
      ...texts(flags, ['name']),
      ...switches(flags, ['test']),
    };
  },
  webhook: ({ flags }) => {
    if (flags.has('kind') && flags.has('for'))
      throw new UsageError('name a kind of the project with --kind, or another with --for, and not both');
    return { ...texts(flags, ['kind', 'for']), ...switches(flags, ['defaulting', 'validation', 'test']) };
  },
  test: ({ flags }) => texts(flags, ['kind', 'name']),
  simulation: ({ flags }) => texts(flags, ['kind', 'name']),
  plugin: ({ args: [name] }) => {
    if (name === undefined) throw new UsageError('what is it called? reeve create plugin NAME');
    return { name };
  },
};

/** The flags that were given. */
const texts = (flags: Flags, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = flags.text(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

const switches = (flags: Flags, names: readonly string[]): Record<string, boolean> =>
  Object.fromEntries(names.map((name) => [name, flags.has(name)]));
