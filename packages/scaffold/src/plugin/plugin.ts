/**
 * What a plugin is, and what it may add to the command: generators, commands, renderers, checks, kinds of programs. A plugin is data with functions; it runs only where
 * the project file names it, or where a command line was made with it.
 * Upstream: kubebuilder's plugin.Full, and what operator-sdk builds on it.
 */
import { isJsonObject } from '@reeve/machinery';
import type { Host, KubeObject } from '@reeve/machinery';
import { PluginError } from '../problem/problems.ts';
import type { Project } from '../project/project-file.ts';
import type { ProjectTree } from '../tree/tree.ts';
import type { ArgumentDeclaration, FlagDeclaration, FlagReader } from './declarations.ts';

/** The protocol that this reeve speaks. */
export const pluginProtocol = 1;

/** A plugin. */
export interface Plugin {
  readonly name: string;
  readonly protocol: number;
  /** Called once per command line, before anything of the plugin is used. */
  setup(host: PluginHost): void;
}

/** Makes a plugin of its options in the project file. */
export type PluginFactory<Options extends object = Record<string, unknown>> = (options: Options) => Plugin;

/** Says that a function makes a plugin, and of which options: what a plugin's package exports as default. */
export const definePlugin = <Options extends object = Record<string, unknown>>(
  factory: PluginFactory<Options>,
): PluginFactory<Options> => factory;

/** Where a plugin adds what it has. */
export interface PluginHost {
  generator(generator: PluginGenerator): void;
  /** Changes the manifests of `reeve render`. */
  renderer(render: PluginRenderer): void;
  command(command: PluginCommand): void;
  /** Looks for what is wrong, in `reeve doctor`. */
  check(check: PluginCheck): void;
  /** Makes programs of files that are none by themselves: `reeve dev watches.yaml`. */
  programKind(kind: ProgramKind): void;
}

/** Takes part in a command that writes files. */
export interface PluginGenerator {
  /** The command: `init`, `edit`, `create api`, or one of the plugin's own words behind `create`. */
  readonly for: string;
  readonly flags?: readonly FlagDeclaration[];
  /** First phase, of all generators: refuses what cannot be, before any of them has written. */
  plan?(ground: GenerateGround): Promise<void> | void;
  /** Second phase: writes into the tree. */
  generate(tree: ProjectTree, ground: GenerateGround): Promise<void> | void;
  /** Last phase: everything is on disk. */
  after?(ground: GenerateGround): Promise<void> | void;
}

/** What a generator has besides files. */
export interface GenerateGround {
  /** The words after the command. */
  readonly args: readonly string[];
  readonly flags: FlagReader;
  /** The project as it was before the command; undefined where there is none yet. */
  readonly project: Project | undefined;
  readonly host: Host;
  readonly signal: AbortSignal;
  /** Tells the person something when all is done. */
  note(line: string): void;
  /** Leaves: nothing of this generator is written, and the others go on. */
  skip(reason: string): never;
}

/** What a manifest is rendered of. */
export interface RenderedProgram {
  readonly name: string;
  readonly namespace: string;
  readonly image: string;
  /** The controllers and definitions, as the program exports them. */
  readonly controllers: readonly object[];
  readonly definitions: readonly object[];
}

/** Gives the manifests as they should be, of those that there are. */
export type PluginRenderer = (
  objects: readonly KubeObject[],
  program: RenderedProgram,
) => Promise<readonly KubeObject[]> | readonly KubeObject[];

/** A command of a plugin. */
export interface PluginCommand {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly arguments?: readonly ArgumentDeclaration[];
  readonly flags?: readonly FlagDeclaration[];
  readonly examples?: readonly string[];
  /** A number is the exit code; nothing means 0. */
  run(context: PluginCommandContext): Promise<number | void>;
}

/** What a plugin's command is given. */
export interface PluginCommandContext {
  readonly args: readonly string[];
  readonly flags: FlagReader;
  readonly host: Host;
  /** Aborts at Ctrl-C. */
  readonly signal: AbortSignal;
  readonly terminal: { readonly folder: string; readonly variables: Readonly<Record<string, string | undefined>> };
  /** Prints data, with a line end. */
  print(line: string): void;
  /** Tells the person something, on stderr. */
  say(line: string): void;
}

/** What was found about one thing, with what to do next where something can be done. */
export interface Finding {
  readonly about: string;
  readonly state: 'well' | 'doubtful' | 'wrong';
  readonly found: string;
  readonly next?: string | undefined;
}

/** Looks at what the plugin knows of. */
export type PluginCheck = (context: PluginCheckContext) => Promise<readonly Finding[]> | readonly Finding[];

/** What a check is given. */
export interface PluginCheckContext {
  readonly project: Project | undefined;
  /** The folder of the project. */
  readonly folder: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly host: Host;
  readonly signal: AbortSignal;
}

/** A kind of files that are programs. */
export interface ProgramKind {
  /** The names of such files, `*` for part of one: `watches.yaml`. */
  readonly files: readonly string[];
  /** What a module would export: controllers, definitions, under any name. */
  load(file: ProgramSource): Promise<Readonly<Record<string, unknown>>>;
}

/** A file that is to become a program. */
export interface ProgramSource {
  /** The whole path. */
  readonly path: string;
  readonly text: string;
  readonly host: Host;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Says that the program stands on another file, too: when that is saved, `reeve dev` loads the program again. */
  standsOn(path: string): void;
}

/** What one plugin has added. */
export interface Contributions {
  readonly name: string;
  readonly generators: readonly PluginGenerator[];
  readonly renderers: readonly PluginRenderer[];
  readonly commands: readonly PluginCommand[];
  readonly checks: readonly PluginCheck[];
  readonly programKinds: readonly ProgramKind[];
}

/** The plugin in what a package exports as default: a plugin, or a function that makes one of its options. */
export function pluginOf(exported: unknown, name: string, options: Readonly<Record<string, unknown>>): Plugin {
  const made: unknown = typeof exported === 'function' ? (exported as PluginFactory)(options) : exported;
  const isPlugin = isJsonObject(made) && typeof made['name'] === 'string' && typeof made['setup'] === 'function';
  if (isPlugin) return made as unknown as Plugin; // what makes it one was looked at
  throw new PluginError(name, 'exports no plugin as default', {
    next: 'export default definePlugin((options) => ({ name, protocol: 1, setup(host) { … } }))',
  });
}

/** Lets a plugin add what it has. One of another protocol is refused before it runs. */
export function setUp(plugin: Plugin): Contributions {
  const { name, protocol } = plugin;
  if (protocol !== pluginProtocol)
    throw new PluginError(name, `speaks protocol ${String(protocol)}, and this reeve speaks ${pluginProtocol}`, {
      next: `install a version of ${name} for this reeve, or another reeve`,
    });
  const generators: PluginGenerator[] = [];
  const renderers: PluginRenderer[] = [];
  const commands: PluginCommand[] = [];
  const checks: PluginCheck[] = [];
  const programKinds: ProgramKind[] = [];
  try {
    plugin.setup({
      generator: (one) => void generators.push(one),
      renderer: (one) => void renderers.push(one),
      command: (one) => void commands.push(one),
      check: (one) => void checks.push(one),
      programKind: (one) => void programKinds.push(one),
    });
  } catch (cause) {
    throw new PluginError(name, `cannot be set up: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
  return { name, generators, renderers, commands, checks, programKinds };
}
