/**
 * The commands of plugins among the others: their own, and the flags that their generators add to those that write files.
 */
import { mergeFlags, PluginError } from '@reeve/scaffold';
import type { FlagDeclaration } from '@reeve/scaffold';
import type { CommandDeclaration } from './command.ts';
import { UsageError } from '../error/usage-error.ts';
import type { ManifestCommand, PluginManifest } from '../project/plugin-manifest.ts';

/** All commands, with what plugins add to them. */
export function withPluginCommands(
  commands: readonly CommandDeclaration[],
  plugins: readonly PluginManifest[],
): readonly CommandDeclaration[] {
  if (plugins.length === 0) return commands;
  const added = plugins.flatMap((plugin) => plugin.commands.map((command) => declared(command, plugin)));
  for (const [at, one] of added.entries()) {
    const other = [...commands, ...added.slice(0, at)].find(({ name }) => name === one.name);
    if (other !== undefined)
      throw new PluginError(one.plugin, `has the command ${one.name}, which is there already`, {
        next: `take ${one.plugin} out of reeve.json`,
      });
  }
  return [...commands.map((command) => withFlags(command, command.name, plugins)), ...added];
}

function declared(
  { name, summary, ...rest }: ManifestCommand,
  plugin: PluginManifest,
): CommandDeclaration & { readonly plugin: string } {
  return {
    name,
    summary,
    ...optional(rest),
    group: 'Plugins',
    plugin: plugin.by,
    load: async () => {
      const { commands } = await plugin.load();
      const found = commands.find((command) => command.name === name);
      if (found === undefined)
        throw new PluginError(plugin.by, `declares the command ${name} in its package.json and does not add it`);
      return found;
    },
  };
}

const optional = ({
  description,
  arguments: words,
  flags,
  examples,
}: Omit<ManifestCommand, 'name' | 'summary'>): Partial<CommandDeclaration> => ({
  ...(description !== undefined && { description }),
  ...(words !== undefined && { arguments: words }),
  ...(flags !== undefined && { flags }),
  ...(examples !== undefined && { examples }),
});

/** A command with the flags of generators that take part in it, and its own below. */
function withFlags(command: CommandDeclaration, path: string, plugins: readonly PluginManifest[]): CommandDeclaration {
  const below = command.commands?.map((one) => withFlags(one, `${path} ${one.name}`, plugins));
  const more = path === 'create' ? wordsOf(plugins, below ?? []) : [];
  const taking = plugins.flatMap(({ by, generators }) =>
    generators.filter((one) => one.for === path).map(({ flags = [] }) => ({ by, flags })),
  );
  if (below === undefined && taking.length === 0) return command;
  const flags =
    taking.length === 0 ? command.flags : mergeFlags([{ by: 'reeve', flags: command.flags ?? [] }, ...taking]);
  return { ...command, ...(flags && { flags }), ...(below && { commands: [...below, ...more] }) };
}

/** What only plugins create: `reeve create dashboard`. */
function wordsOf(plugins: readonly PluginManifest[], known: readonly CommandDeclaration[]): CommandDeclaration[] {
  const words = new Map<string, { readonly by: string; readonly flags: readonly FlagDeclaration[] }[]>();
  for (const { by, generators } of plugins)
    for (const { for: path, flags = [] } of generators) {
      const [, word] = /^create (\S+)$/.exec(path) ?? [];
      if (word === undefined || known.some(({ name }) => name === word)) continue;
      words.set(word, [...(words.get(word) ?? []), { by, flags }]);
    }
  const template = known.find(({ name }) => name === 'plugin');
  return [...words].map(([name, owners]) => ({
    name,
    group: 'Plugins',
    summary: `what ${owners.map(({ by }) => by).join(' and ')} makes`,
    arguments: [{ syntax: '[names...]', summary: 'what it is to be called' }],
    flags: mergeFlags([{ by: 'reeve', flags: template?.flags ?? [] }, ...owners]),
    load: async () => (await template?.load?.()) ?? missing(name),
  }));
}

function missing(name: string): never {
  throw new UsageError(`there is no command create ${name}`);
}
