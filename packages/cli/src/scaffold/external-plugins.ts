/**
 * The executables that a project names: where they are, how they run, and which flags they take. They are found below kubebuilder's folder for plugins only, never in the project.
 */
import { join } from 'node:path';
import { nearest } from '@reeve/machinery';
import { AnswerError, externalFlags, externalStep, flagName, PluginError } from '@reeve/scaffold';
import type { ExternalRunner, PlanStep, PluginRecord } from '@reeve/scaffold';
import type { CommandContext } from '../command/command-context.ts';
import type { CommandDeclaration } from '../command/command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { runExecutable } from './run-executable.ts';

/** The steps of the executables among the plugins of a project. Flags that neither the command nor they know are refused. */
export async function externalSteps(
  records: readonly PluginRecord[],
  command: string,
  context: CommandContext,
): Promise<readonly PlanStep[]> {
  const external = records.filter(
    (record): record is PluginRecord & { readonly external: string } => record.external !== undefined,
  );
  const run = runnerFor(context);
  await refuseUnknownFlags(external, command, context, run);
  const chain = external.map((record) => record.external);
  return external.flatMap((record) => externalStep({ record, command, words: context.words, chain, run }) ?? []);
}

/** Asks executables for their flags only where a word is on the command line that reeve does not know. */
async function refuseUnknownFlags(
  external: readonly { readonly external: string }[],
  command: string,
  { args, commands }: CommandContext,
  run: ExternalRunner,
): Promise<void> {
  const words = args.filter((word) => word.startsWith('-') && word !== '-').map((word) => word.split('=')[0] ?? word);
  if (words.length === 0) return;
  const known = new Set<string>();
  for (const { external: key } of external) {
    const flags = await externalFlags(key, command, run);
    if (flags === undefined) return; // it takes any
    for (const flag of flags) known.add(`--${flagName(flag)}`);
  }
  const unknown = words.find((word) => !known.has(word));
  if (unknown === undefined) return;
  const own = declarationOf(commands, command)?.flags?.map((flag) => `--${flagName(flag)}`) ?? [];
  const meant = nearest(unknown, [...own, ...known]);
  throw new AnswerError(
    unknown.replace(/^-+/, ''),
    `unknown option '${unknown}'${meant === undefined ? '' : `: did you mean ${meant}?`}`,
    {
      next: `reeve ${command} --help`,
    },
  );
}

function declarationOf(commands: readonly CommandDeclaration[], path: string): CommandDeclaration | undefined {
  let found: CommandDeclaration | undefined;
  for (const word of path.split(' '))
    found = (found === undefined ? commands : (found.commands ?? [])).find(({ name }) => name === word);
  return found;
}

const runnerFor =
  ({ terminal, host, signal, say }: CommandContext): ExternalRunner =>
  async (key, request) => {
    const path = await executableOf(key, terminal);
    try {
      const result = await runExecutable({
        path,
        folder: terminal.folder,
        input: JSON.stringify(request),
        clock: host.clock,
        signal,
        say: (text) => say(text.trimEnd()),
      });
      signal.throwIfAborted();
      return result;
    } catch (cause) {
      signal.throwIfAborted();
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
      if (code === 'EACCES') throw new PluginError(key, `may not be executed: ${path}`, { next: `chmod +x ${path}` });
      throw new PluginError(key, `cannot be started: ${path}`, { cause });
    }
  };

/** `ROOT/NAME/VERSION/NAME`, or with a dot and anything behind it. */
async function executableOf(key: string, { variables, environment, files }: Terminal): Promise<string> {
  const [name = '', version = ''] = key.split('/');
  const root = pluginRoot({ variables, environment });
  const folder = join(root, name, version);
  const entries = (await files.list(folder)) ?? [];
  const found = entries.find((entry) => !entry.isFolder && (entry.name === name || entry.name.startsWith(`${name}.`)));
  if (found !== undefined) return join(folder, found.name);
  throw new PluginError(key, `is not installed: there is no ${join(folder, name)}`, {
    next: 'put its executable there, or say where plugins are with EXTERNAL_PLUGINS_PATH',
  });
}

/** The folder that kubebuilder looks for plugins in. */
export function pluginRoot({ variables, environment: { home } }: Pick<Terminal, 'variables' | 'environment'>): string {
  const { EXTERNAL_PLUGINS_PATH: own, XDG_CONFIG_HOME: config } = variables;
  if (own !== undefined && own !== '') return own;
  if (config !== undefined && config !== '') return join(config, 'kubebuilder', 'plugins');
  const isMac = process.platform === 'darwin';
  return join(home, ...(isMac ? ['Library', 'Application Support'] : ['.config']), 'kubebuilder', 'plugins');
}
