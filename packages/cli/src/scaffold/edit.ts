/**
 * Runs `reeve edit`: changes reeve.json, and lets the plugins that it then has make what they make of it.
 */
import {
  AnswerError,
  parseProject,
  projectFileName,
  projectIn,
  projectVersion,
  removeFromJson,
  requireDomain,
  setInJson,
} from '@reeve/scaffold';
import type { Json, Project } from '@reeve/scaffold';
import { join } from 'node:path';
import { nearest } from '@reeve/machinery';
import type { CommandContext } from '../command/command-context.ts';
import { make } from './make.ts';
import { nameOf, pluginRecord } from './plugin-records.ts';
import { ProjectFolder } from './project-folder.ts';

/** Runs `reeve edit`. */
export async function run(context: CommandContext): Promise<void> {
  const { terminal, project } = context;
  const { folder, files } = terminal;
  await projectIn(new ProjectFolder(folder, files));
  const text = (await files.read(join(folder, projectFileName))) ?? '';
  const edited = editedText(text, context);
  const after = parseProject(edited);
  const plugins = await project.named(after.plugins, folder);
  await make(context, {
    command: 'edit',
    folder,
    project: after,
    plugins,
    records: after.plugins,
    steps: [{ by: 'reeve', generate: (tree) => (edited === text ? undefined : tree.edit(projectFileName, edited)) }],
  });
}

function editedText(text: string, { flags }: CommandContext): string {
  let next = parseProject(text).version === projectVersion ? text : setInJson(text, ['version'], projectVersion);
  const domain = flags.text('domain');
  if (domain !== undefined) next = setInJson(next, ['domain'], requireDomain(domain));
  for (const name of flags.all('remove-plugin'))
    next = removeFromJson(next, ['plugins', indexOf(parseProject(next), name, 'remove-plugin')]);
  for (const name of flags.all('add-plugin')) {
    const record = pluginRecord(name, 'add-plugin');
    if (parseProject(next).plugins.some((one) => nameOf(one) === name))
      throw new AnswerError('add-plugin', `--add-plugin ${name}: the project has it already`, {
        next: 'set its options: reeve edit --set PLUGIN.OPTION=JSON',
      });
    next = setInJson(next, ['plugins', '-'], { ...record } as Json); // texts
  }
  for (const option of flags.all('set')) next = withOption(next, option);
  return next;
}

/** `PLUGIN.OPTION=JSON`; what is no JSON is a text. The plugin's name may have dots, too. */
function withOption(text: string, option: string): string {
  const project = parseProject(text);
  const [path, value] = splitOnce(option, '=');
  const names = project.plugins.map(nameOf).toSorted((one, other) => other.length - one.length);
  const plugin = names.find((name) => path.startsWith(`${name}.`));
  if (plugin === undefined || value === undefined || path.length === plugin.length + 1) {
    const known =
      value === undefined ? undefined : indexOf(project, path.split('.').slice(0, -1).join('.') || path, 'set');
    throw new AnswerError('set', `--set ${option} is not written as PLUGIN.OPTION=JSON`, {
      next: `write --set ${names[Number(known ?? 0)] ?? 'PLUGIN'}.OPTION=VALUE`,
    });
  }
  const at = indexOf(project, plugin, 'set');
  return setInJson(text, ['plugins', at, 'options', path.slice(plugin.length + 1)], jsonOr(value));
}

function indexOf({ plugins }: Project, name: string, flag: string): string {
  const at = plugins.findIndex((one) => nameOf(one) === name);
  if (at >= 0) return String(at);
  const names = plugins.map(nameOf);
  const meant = nearest(name, names);
  throw new AnswerError(flag, `--${flag} ${name}: the project has no such plugin`, {
    next:
      meant !== undefined
        ? `did you mean ${meant}?`
        : names.length === 0
          ? 'add it: reeve edit --add-plugin NAME'
          : `there are ${names.join(', ')}`,
  });
}

function splitOnce(text: string, by: string): [string, string | undefined] {
  const at = text.indexOf(by);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function jsonOr(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
