/**
 * Runs `reeve init`: a project in a folder that is empty, or has some of its files already.
 */
import { basename, join, relative, resolve } from 'node:path';
import { createProject, defaultDomain, labelOf, parseProject, projectFileName } from '@reeve/scaffold';
import type { CommandContext } from '../command/command-context.ts';
import { version } from '../version/package-version.ts';
import { make } from './make.ts';
import { projectToTake, takeOverStep } from './kubebuilder-project.ts';
import { pluginRecords } from './plugin-records.ts';
import { answerTo } from './questions.ts';

/** Runs `reeve init [FOLDER]`. */
export async function run(context: CommandContext): Promise<void> {
  const { args, flags, terminal, project, cli } = context;
  const [place = '.'] = args;
  const folder = resolve(terminal.folder, place.startsWith('-') ? '.' : place);
  const from = flags.text('from');
  const taken = from === undefined ? undefined : await projectToTake(from, terminal);
  const name = await answerTo(
    { flag: 'name', asks: 'the name of the operator', preset: taken?.name ?? labelOf(basename(folder)) },
    context,
  );
  const domain = await answerTo(
    { flag: 'domain', asks: 'the domain that API groups are named under', preset: taken?.domain ?? defaultDomain },
    context,
  );
  const records = pluginRecords(flags.text('plugins') ?? '');
  const plugins = await project.named(records, folder);
  const text = await terminal.files.read(join(folder, projectFileName));
  await make(context, {
    command: 'init',
    folder,
    project: text === undefined ? undefined : parseProject(text),
    plugins,
    records,
    steps: [
      {
        by: 'reeve',
        generator: 'init',
        answers: { name, domain },
        generate: (tree) => createProject(tree, { name, domain, plugins: records, reeve: version }),
      },
      ...(taken === undefined ? [] : [{ by: 'reeve', generate: takeOverStep(taken) }]),
    ],
    next: [
      ...(folder === terminal.folder ? [] : [`cd ${relative(terminal.folder, folder)}`]),
      'npm install',
      `npx ${cli.name} create api --kind Shop`,
      'npm run dev',
    ],
  });
}
