/**
 * A command line as a value: its name, its commands, its plugins. `reeve` is one of them; a company makes its own. It ends no process and touches no state of one, so that
 * several run side by side.
 * Upstream: kubebuilder's cli.New, on which operator-sdk stands.
 */
import { InvalidInputError, isAbort, nodeHost } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import { setUp } from '@reeve/scaffold';
import type { Plugin } from '@reeve/scaffold';
import type { OpenCluster } from './cluster/open-cluster.ts';
import type { CommandContext } from './command/command-context.ts';
import type { CommandDeclaration } from './command/command.ts';
import { interruptionOf } from './command/interruption.ts';
import { parseCommandLine } from './command/program.ts';
import type { ParsedCommand } from './command/program.ts';
import { commands as builtIn } from './commands.ts';
import { errorLines, exitCodeOf } from './error/report-error.ts';
import { exitCodes } from './error/usage-error.ts';
import type { ProgramDeclaration } from './project/program-declaration.ts';
import { OpenProject } from './project/open-project.ts';
import { withPluginCommands } from './command/plugin-commands.ts';
import { progressOn } from './terminal/progress.ts';
import { styleFor } from './terminal/style.ts';
import type { Terminal } from './terminal/terminal.ts';
import { visibleLines, visibleTerminal } from './terminal/visible-output.ts';

/** What a command line is made of. */
export interface CreateCliOptions {
  /** What it is called, in its help and in what it says to type. */
  readonly name: string;
  readonly version: string;
  /** One sentence at the top of the help. */
  readonly description?: string;
  /** More commands. One with the name of a built-in command says `replaces: true`. */
  readonly commands?: readonly CommandDeclaration[];
  /** Names of built-in commands that are left out. */
  readonly omit?: readonly string[];
  /** Plugins, before those of a project. */
  readonly plugins?: readonly Plugin[];
  /** False leaves the plugins of reeve.json out. */
  readonly projectPlugins?: boolean;
  /** Programs that it brings: what `dev`, `run`, `render` and `doctor` take by name, and all of them when nothing is named. */
  readonly programs?: readonly ProgramDeclaration[];
  /** Where it runs, unless `run` is told; the terminal of the process unless given. */
  readonly terminal?: Terminal;
  /** Time and chance; those of Node unless given. */
  readonly host?: Host;
}

/** Where a command line runs. */
export interface RunOptions {
  readonly terminal?: Terminal;
  readonly host?: Host;
}

/** A command line. */
export interface Cli {
  readonly name: string;
  readonly version: string;
  /** All commands but those of the plugins of a project, as data. */
  readonly commands: readonly CommandDeclaration[];
  /** Runs a command line to its end and gives its exit code. Never throws, and never ends the process but at a second Ctrl-C. */
  run(words: readonly string[], options?: RunOptions): Promise<number>;
}

/** Makes a command line. */
export function createCli(options: CreateCliOptions): Cli {
  const { name, version } = options;
  const commands = commandsOf(options);
  const plugins = (options.plugins ?? []).map(setUp);
  const own = withPluginCommands(
    commands,
    plugins.map((plugin) => ({ by: plugin.name, ...plugin, load: () => Promise.resolve(plugin) })),
  );
  return {
    name,
    version,
    commands: own,
    run: async (words, { terminal = options.terminal, host = options.host ?? nodeHost() } = {}) => {
      const around = terminal ?? (await import('./terminal/node-terminal.ts')).nodeTerminal();
      try {
        return await new Running({ ...options, plugins: options.plugins ?? [] }, own, around, host).run(words);
      } catch (error) {
        for (const line of errorLines(error, styleFor(around.stderr, around), name))
          around.stderr.write(`${visibleLines(line)}\n`);
        return exitCodeOf(error);
      }
    },
  };
}

/** The built-in commands and the given ones, each name once. */
function commandsOf({ name, commands = [], omit = [] }: CreateCliOptions): readonly CommandDeclaration[] {
  const unknown = omit.find((one) => !builtIn.some((command) => command.name === one));
  if (unknown !== undefined)
    throw new InvalidInputError(unknown, `${name}: there is no built-in command ${unknown} to omit`);
  const replaced = new Set<string>();
  for (const command of commands) {
    const found = builtIn.find((one) => one.name === command.name && !omit.includes(one.name));
    if (found === undefined) continue;
    if (command.replaces !== true)
      throw new InvalidInputError(
        command.name,
        `${name}: the command ${command.name} has the name of a built-in one: give it another, or say replaces: true`,
      );
    replaced.add(command.name);
  }
  const kept = builtIn.filter((command) => !omit.includes(command.name) && !replaced.has(command.name));
  return [...commands, ...kept];
}

/** What a command line is parsed with. */
interface Ground {
  readonly given: readonly string[];
  readonly commands: readonly CommandDeclaration[];
  readonly project: OpenProject;
}

/** The words without those that name the command. */
function wordsAfter(path: string, given: readonly string[]): readonly string[] {
  const names = path.split(' ');
  return given.filter((word) => {
    if (word !== names[0]) return true;
    names.shift();
    return false;
  });
}

/** One command line that runs. */
class Running {
  readonly #options: CreateCliOptions;
  readonly #commands: readonly CommandDeclaration[];
  readonly #around: Terminal;
  readonly #host: Host;

  constructor(options: CreateCliOptions, commands: readonly CommandDeclaration[], around: Terminal, host: Host) {
    this.#options = options;
    this.#commands = commands;
    this.#around = around;
    this.#host = host;
  }

  async run(words: readonly string[]): Promise<number> {
    const { name, version, description = 'The Kubernetes controller stack for TypeScript.' } = this.#options;
    const given = words.length === 0 ? ['--help'] : words;
    const project = await OpenProject.open(this.#around, this.#options);
    const commands = withPluginCommands(this.#commands, project.manifests);
    try {
      const parsed = parseCommandLine(given, commands, { terminal: this.#around, name, version, description });
      return parsed === undefined ? exitCodes.done : await this.#runParsed(parsed, { given, commands, project });
    } catch (error) {
      if (exitCodeOf(error) === exitCodes.wrongUse) project.explain(words[0] ?? '');
      throw error;
    }
  }

  async #runParsed(
    { declaration, path, args, flags }: ParsedCommand,
    { given, commands, project }: Ground,
  ): Promise<number> {
    const around = this.#around;
    const host = this.#host;
    const terminal = visibleTerminal(around);
    using interruption = interruptionOf(terminal.signals);
    let opened: Promise<OpenCluster> | undefined;
    const say = (line: string): void => around.stderr.write(`${visibleLines(line)}\n`);
    const context: CommandContext = {
      cli: { name: this.#options.name, version: this.#options.version },
      command: path,
      words: wordsAfter(path, given),
      commands,
      project,
      args,
      flags,
      terminal,
      host,
      signal: interruption.signal,
      style: { out: styleFor(terminal.stdout, terminal), err: styleFor(terminal.stderr, terminal) },
      progress: progressOn(host, say),
      print: (line) => around.stdout.write(`${visibleLines(line)}\n`),
      say,
      cluster: () => (opened ??= openOnce(context)),
    };
    try {
      const module = await declaration.load?.();
      return (await module?.run(context)) ?? exitCodes.done;
    } catch (error) {
      if (interruption.signal.aborted && isAbort(error)) return exitCodes.interrupted;
      throw error;
    } finally {
      const cluster = await opened?.catch(() => undefined);
      await cluster?.[Symbol.asyncDispose]();
    }
  }
}

async function openOnce(context: CommandContext): Promise<OpenCluster> {
  const { openCluster } = await import('./cluster/open-cluster.ts');
  return await openCluster(context);
}
