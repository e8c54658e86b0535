/**
 * The command line, made from the declarations: commander reads it, and what it finds wrong becomes a `UsageError` with the word that was probably meant.
 * Flags that name a cluster are taken before and after the command, as kubectl takes them.
 */
import { Argument, Command, CommanderError, Option } from 'commander';
import { connectionFlags } from '../cluster/connection-flags.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { CommandDeclaration, FlagDeclaration } from './command.ts';
import { Flags } from './flags.ts';
import type { FlagValue } from './flags.ts';
import { missingCommand, usageErrorOf } from './usage-problem.ts';

/** A command line that was understood. */
export interface ParsedCommand {
  readonly declaration: CommandDeclaration;
  /** The words that name the command: `create api`. */
  readonly path: string;
  readonly args: readonly string[];
  readonly flags: Flags;
}

/** What a command line is called. */
export interface CommandLine {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

/** Reads a command line. Undefined when help or the version was asked for, and printed. */
export function parseCommandLine(
  words: readonly string[],
  declarations: readonly CommandDeclaration[],
  { terminal, ...cli }: CommandLine & { readonly terminal: Terminal },
): ParsedCommand | undefined {
  let parsed: ParsedCommand | undefined;
  const program = programOf(declarations, terminal, cli, (found) => (parsed = found));
  try {
    program.parse(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0 && error.code !== 'commander.help')
      throw usageErrorOf(error, words, declarations, cli.name);
    if (error.code === 'commander.help' && words.length > 0 && words[0] !== 'help')
      throw missingCommand(words, declarations, cli.name);
  }
  return parsed;
}

function programOf(
  declarations: readonly CommandDeclaration[],
  terminal: Terminal,
  { name, version, description }: CommandLine,
  found: (parsed: ParsedCommand) => void,
): Command {
  const program = new Command(name)
    .description(description)
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .commandsGroup('Help yourself:')
    .helpCommand('help [command]', 'print the help of a command')
    .enablePositionalOptions()
    .showHelpAfterError(false)
    .configureHelp({ sortSubcommands: false, showGlobalOptions: false })
    .addHelpText(
      'after',
      '\nFlags that name a cluster (--kubeconfig, --context, -n, …) may stand before or after the command.',
    )
    .exitOverride();
  for (const flag of connectionFlags) program.addOption(optionOf(flag).hideHelp());
  print(program, terminal);
  addCommands(program, declarations, '', { terminal, found });
  return program;
}

interface Ground {
  readonly terminal: Terminal;
  readonly found: (parsed: ParsedCommand) => void;
}

function addCommands(
  parent: Command,
  declarations: readonly CommandDeclaration[],
  before: string,
  ground: Ground,
): void {
  const { terminal, found } = ground;
  for (const declaration of declarations) {
    const command = commandOf(declaration, terminal);
    const path = `${before}${declaration.name}`;
    if (declaration.load !== undefined)
      command.action(() => {
        const flags = flagsOf(command, variablesFor(declaration, terminal));
        found({ declaration, path, args: command.args, flags });
      });
    addCommands(command, declaration.commands ?? [], `${path} `, ground);
    parent.addCommand(command);
  }
}

function commandOf(declaration: CommandDeclaration, terminal: Terminal): Command {
  const { name, aliases = [], group, summary, description = summary, flags = [], usesCluster = false } = declaration;
  const command = new Command(name).aliases(aliases).summary(summary).description(description).exitOverride();
  const { takesOtherFlags = false, commands = [] } = declaration;
  command.helpOption('-h, --help', 'print this help').helpGroup(`${group}:`);
  command.allowExcessArguments(takesOtherFlags).allowUnknownOption(takesOtherFlags);
  if (commands.length > 0)
    command.helpCommand(false).configureHelp({ sortSubcommands: false, showGlobalOptions: false });
  for (const { syntax, summary: text } of declaration.arguments ?? []) command.addArgument(new Argument(syntax, text));
  for (const flag of flags) command.addOption(optionOf(flag));
  addConnectionFlags(command, usesCluster);
  const { examples = [] } = declaration;
  if (examples.length > 0)
    command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
  print(command, terminal);
  return command;
}

/**
 * Adds the flags that name a cluster, but for names and letters that the command has itself. Commands that need no cluster take them, too, since people type them on every line; their help leaves
 * them out.
 */
function addConnectionFlags(command: Command, isShown: boolean): void {
  const own = new Set(command.options.flatMap(({ long, short }) => [long, short]));
  for (const flag of connectionFlags) {
    const option = optionOf(flag);
    if (own.has(option.long)) continue;
    const isTaken = option.short !== undefined && own.has(option.short);
    const added = isTaken ? optionOf({ ...flag, syntax: flag.syntax.replace(/^-\w, /, '') }) : option;
    command.addOption(isShown ? added.helpGroup('Cluster:') : added.hideHelp());
  }
}

function optionOf({ syntax, summary, isRepeatable = false, choices, preset, bare }: FlagDeclaration): Option {
  const option = new Option(syntax, summary);
  if (choices) option.choices([...choices]);
  if (preset !== undefined) option.default(preset);
  if (bare !== undefined) option.preset(bare);
  if (isRepeatable)
    option.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);
  return option;
}

/** Help goes to stdout. What is wrong is thrown, and printed by whoever catches it. */
function print(command: Command, { stdout, stderr }: Terminal): void {
  command.configureOutput({
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => stderr.write(text),
    outputError: () => {},
    getOutHelpWidth: () => stdout.columns ?? 100,
    getErrHelpWidth: () => stderr.columns ?? 100,
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  });
}

/** A command and those above it, the topmost first: a flag that two of them have may stand at any of them. */
function placesOf(command: Command): Command[] {
  return command.parent === null ? [command] : [...placesOf(command.parent), command];
}

/**
 * The flags of all places by long name. What is after the command counts over what is before it, that over variables, and those over presets.
 */
function flagsOf(command: Command, variables: Terminal['variables']): Flags {
  const values = new Map<string, FlagValue>();
  const take = (isPreset: boolean): void => {
    for (const place of placesOf(command)) {
      for (const option of place.options) {
        const value = place.getOptionValue(option.attributeName()) as FlagValue; // what commander makes of a flag
        const source = place.getOptionValueSource(option.attributeName());
        if (value !== undefined && (source === 'default') === isPreset) values.set(nameOf(option), value);
      }
    }
  };
  take(true);
  for (const option of command.options) {
    const value = variables[variableOf(nameOf(option))];
    if (value !== undefined) values.set(nameOf(option), value);
  }
  take(false);
  return new Flags(values);
}

/** `--no-reload` is the flag reload. */
const nameOf = (option: Option): string => option.name().replace(/^no-/, '');

const variableOf = (name: string): string => `REEVE_${name.toUpperCase().replaceAll('-', '_')}`;

/** The variables that flags are taken from: all for some commands, for others those of single flags. */
function variablesFor(
  { readsVariables = false, flags = [] }: CommandDeclaration,
  { variables }: Terminal,
): Terminal['variables'] {
  if (readsVariables) return variables;
  const names = flags.filter(({ isVariable }) => isVariable).map((flag) => variableOf(nameOf(optionOf(flag))));
  return Object.fromEntries(names.map((name) => [name, variables[name]]));
}
