/**
 * The project that a command runs in: its file and its plugins, each read when somebody asks for it. What is wrong with them is said to the commands that need them; the
 * others work on.
 */
import { join } from 'node:path';
import { parseProject, PluginError, pluginOf, projectFileName, setUp } from '@reeve/scaffold';
import type { Contributions, Plugin, PluginRecord, Project } from '@reeve/scaffold';
import type { Terminal } from '../terminal/terminal.ts';
import { installedPackage } from './installed-package.ts';
import { manifestOf } from './plugin-manifest.ts';
import type { PluginManifest } from './plugin-manifest.ts';
import type { ProgramDeclaration } from './program-declaration.ts';

/** What the command line brings. */
export interface ProjectOptions {
  readonly plugins?: readonly Plugin[];
  readonly projectPlugins?: boolean;
  readonly programs?: readonly ProgramDeclaration[];
}

/** The project of the current folder. */
export class OpenProject {
  readonly folder: string;
  /** Programs of the command line itself. */
  readonly programs: readonly ProgramDeclaration[];
  /** What help and completion know of the plugins of the project. */
  readonly manifests: readonly PluginManifest[];
  readonly #terminal: Terminal;
  readonly #own: readonly Plugin[];
  readonly #project: Project | undefined;
  readonly #problem: Error | undefined;
  #loaded: Promise<readonly Contributions[]> | undefined;

  private constructor(terminal: Terminal, options: ProjectOptions, found: Found) {
    this.folder = terminal.folder;
    this.programs = options.programs ?? [];
    this.manifests = found.manifests;
    this.#terminal = terminal;
    this.#own = options.plugins ?? [];
    this.#project = found.project;
    this.#problem = found.problem;
  }

  /** Looks at the project file and at what its plugins declare. Never rejects: what is wrong is kept for those who need it. */
  static async open(terminal: Terminal, options: ProjectOptions): Promise<OpenProject> {
    return new OpenProject(terminal, options, await find(terminal, options.projectPlugins ?? true));
  }

  /** What the project file says; undefined where there is none. Throws what is wrong with it. */
  get file(): Project | undefined {
    this.#throwProblem();
    return this.#project;
  }

  /** Every plugin, set up, in order: those of the command line first. */
  plugins(): Promise<readonly Contributions[]> {
    this.#throwProblem();
    return (this.#loaded ??= this.#load(this.manifests));
  }

  /** Plugins that a new project is to have. */
  async named(records: readonly PluginRecord[], folder: string): Promise<readonly Contributions[]> {
    const { files } = this.#terminal;
    const manifests = await Promise.all(records.map((record) => manifestFor(record, { folder, files })));
    return await this.#load(manifests.filter((one) => one !== undefined));
  }

  /** Says what is wrong with the plugins, when a word is none that is known: it may be theirs. */
  explain(word: string): void {
    if (this.#problem instanceof PluginError && word !== '') throw this.#problem;
  }

  async #load(manifests: readonly PluginManifest[]): Promise<readonly Contributions[]> {
    const loaded = this.#own.map(setUp);
    for (const manifest of manifests) loaded.push(await manifest.load());
    return loaded;
  }

  #throwProblem(): void {
    if (this.#problem !== undefined) throw this.#problem;
  }
}

interface Found {
  readonly project: Project | undefined;
  readonly manifests: readonly PluginManifest[];
  readonly problem: Error | undefined;
}

async function find(terminal: Terminal, hasPlugins: boolean): Promise<Found> {
  let project: Project | undefined;
  const manifests: PluginManifest[] = [];
  let problem: Error | undefined;
  try {
    const text = await terminal.files.read(join(terminal.folder, projectFileName));
    project = text === undefined ? undefined : parseProject(text);
  } catch (error) {
    return { project, manifests, problem: asError(error) };
  }
  for (const record of hasPlugins ? (project?.plugins ?? []) : []) {
    try {
      const manifest = await manifestFor(record, terminal);
      if (manifest !== undefined) manifests.push(manifest);
    } catch (error) {
      problem ??= asError(error);
    }
  }
  return { project, manifests, problem };
}

async function manifestFor(
  { package: name, options = {} }: PluginRecord,
  { folder, files }: Pick<Terminal, 'folder' | 'files'>,
): Promise<PluginManifest | undefined> {
  if (name === undefined) return undefined;
  const installed = await installedPackage(name, folder, files);
  if (installed === undefined)
    throw new PluginError(name, `is named in ${projectFileName} and not installed`, {
      next: name.startsWith('./')
        ? `make it: reeve create plugin ${name.slice(2).split('/').at(-1) ?? ''}, or take it out of ${projectFileName}`
        : `npm install --save-dev ${name}`,
    });
  let loaded: Promise<Contributions> | undefined;
  const load = async (): Promise<Contributions> => {
    const { loadPlugin } = await import('../program/load-program.ts');
    return setUp(pluginOf(await loadPlugin(installed.entry, files, name), name, options));
  };
  return { by: name, ...manifestOf(name, installed.reeve), load: () => (loaded ??= load()) };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
