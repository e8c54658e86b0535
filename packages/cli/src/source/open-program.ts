/**
 * The program that a command is about: a file that is named, a program of the command line by its name, or all programs of the project when nothing is named.
 * A file may also be one that a plugin makes a program of.
 */
import { basename, join, relative, resolve } from 'node:path';
import { matchesGlob } from '@reeve/scaffold';
import type { ProgramKind } from '@reeve/scaffold';
import type { CommandContext } from '../command/command-context.ts';
import { UsageError } from '../error/usage-error.ts';
import { operatorName } from './operator-name.ts';
import { ProgramError } from '../program/program-error.ts';
import { ProgramLoader } from '../program/load-program.ts';
import type { LoadedProgram } from '../program/load-program.ts';
import { programFile } from './program-file.ts';
import { programOf } from '../program/program.ts';
import type { ProgramDeclaration } from '../project/program-declaration.ts';

/** A program that can be loaded, again and again. */
export interface OpenProgram {
  /** What people call it: a file, or a name. */
  readonly title: string;
  /** What its operator is called when nobody says it. */
  readonly name: string;
  /** The word that names it on a command line; undefined for the programs of a project. */
  readonly word: string | undefined;
  /** Loads it as it is now. `paths` then has the files that it was read from. */
  load(paths?: Set<string>): Promise<LoadedProgram>;
}

/** The program that the first word of a command names. */
export async function openProgram(context: CommandContext): Promise<OpenProgram> {
  const { args, project, terminal, cli } = context;
  const [word] = args;
  const declared = project.programs.filter(({ name }) => word === undefined || name === word);
  if (declared.length > 0) return declaredProgram(declared, word, cli.name);
  if (word === undefined) return await projectProgram(context);
  const kind = await kindOf(word, context);
  if (kind !== undefined) return await kindProgram(kind, word, context);
  const path = await programFile(word, terminal);
  const loader = new ProgramLoader(terminal.files);
  return {
    title: relative(terminal.folder, path),
    name: operatorName(path),
    word: relative(terminal.folder, path),
    load: (paths) => loader.load(path, paths),
  };
}

function declaredProgram(declared: readonly ProgramDeclaration[], word: string | undefined, cli: string): OpenProgram {
  return {
    title: declared.map(({ name }) => name).join(', '),
    name: operatorName(word ?? cli),
    word,
    load: async (paths = new Set()) => {
      const modules = await Promise.all(
        declared.map(async (one) => [one.name, Object.values(await one.load()).flat()]),
      );
      return { ...programOf(Object.fromEntries(modules) as Record<string, unknown>, word ?? cli), files: paths };
    },
  };
}

/** The programs that the project file's patterns mean, and files of kinds that its plugins know. */
async function projectProgram(context: CommandContext): Promise<OpenProgram> {
  const { project, terminal, command, cli } = context;
  const { file } = project;
  if (file === undefined)
    throw new UsageError(`which file? ${cli.name} ${command} FILE`, {
      next: 'name a file, or make a project here: reeve init',
    });
  const loader = new ProgramLoader(terminal.files);
  const filesNow = async (): Promise<string[]> =>
    (await matching(file.programs, context)).map((path) => join(terminal.folder, path));
  const kinds = await fileKinds(context);
  if ((await filesNow()).length === 0 && kinds.length === 0)
    throw new UsageError(`no file fits the programs of reeve.json: ${file.programs.join(', ')}`, {
      next: 'make a program: reeve create api --kind KIND',
    });
  return {
    title: file.name,
    name: file.name,
    word: undefined,
    load: async (paths = new Set()) => {
      const modules = await loader.exports(await filesNow(), paths);
      const more: [string, unknown][] = [];
      for (const { kind, path } of kinds)
        more.push([path, Object.values(await loadKind(kind, path, context, paths)).flat()]);
      return { ...programOf({ ...modules, ...Object.fromEntries(more) }, file.programs.join(', ')), files: paths };
    },
  };
}

const isTest = (path: string): boolean => /\.(test|types|spec|d)\.[cm]?[jt]s$/.test(path);

/** The files of the project that patterns mean, tests left out. */
async function matching(patterns: readonly string[], { terminal }: CommandContext): Promise<string[]> {
  const found: string[] = [];
  const walk = async (folder: string, depth: number): Promise<void> => {
    for (const { name, isFolder } of (await terminal.files.list(join(terminal.folder, folder))) ?? []) {
      if (name.startsWith('.') || name === 'node_modules') continue;
      const path = folder === '' ? name : `${folder}/${name}`;
      if (!isFolder) {
        if (!isTest(path) && patterns.some((pattern) => matchesGlob(path, pattern))) found.push(path);
      } else if (depth < 20) await walk(path, depth + 1);
    }
  };
  const starts = new Set(
    patterns.map((pattern) =>
      pattern
        .split('/')
        .slice(0, -1)
        .join('/')
        .replace(/\/?[^/]*\*.*$/, ''),
    ),
  );
  for (const start of starts.has('') ? [''] : starts) await walk(start, 0);
  return [...new Set(found)].toSorted();
}

/** The kind of program that a plugin makes of a file; undefined for modules. */
async function kindOf(word: string, context: CommandContext): Promise<ProgramKind | undefined> {
  if (/\.[cm]?[jt]s$/.test(word)) return undefined;
  const plugins = await context.project.plugins();
  return plugins
    .flatMap(({ programKinds }) => programKinds)
    .find(({ files }) => files.some((pattern) => matchesGlob(basename(word), pattern)));
}

/** Files in the folder of the project that plugins make programs of. */
async function fileKinds(context: CommandContext): Promise<{ kind: ProgramKind; path: string }[]> {
  const { project, terminal } = context;
  const kinds = (await project.plugins()).flatMap(({ programKinds }) => programKinds);
  if (kinds.length === 0) return [];
  const entries = (await terminal.files.list(terminal.folder)) ?? [];
  return entries.flatMap(({ name, isFolder }) => {
    const kind = isFolder ? undefined : kinds.find(({ files }) => files.some((pattern) => matchesGlob(name, pattern)));
    return kind === undefined ? [] : [{ kind, path: name }];
  });
}

async function kindProgram(kind: ProgramKind, word: string, context: CommandContext): Promise<OpenProgram> {
  const { files, folder } = context.terminal;
  if ((await files.read(resolve(folder, word))) === undefined) throw new UsageError(`there is no file ${word}`);
  return {
    title: word,
    name: operatorName(word),
    word,
    load: async (paths = new Set()) => ({
      ...programOf(await loadKind(kind, word, context, paths), word),
      files: paths,
    }),
  };
}

async function loadKind(
  kind: ProgramKind,
  word: string,
  { terminal, host }: CommandContext,
  paths: Set<string>,
): Promise<Readonly<Record<string, unknown>>> {
  const path = resolve(terminal.folder, word);
  paths.add(path);
  const text = await terminal.files.read(path);
  if (text === undefined) throw new ProgramError(word, 'the file is gone');
  try {
    return await kind.load({
      path,
      text,
      host,
      variables: terminal.variables,
      standsOn: (other) => void paths.add(resolve(terminal.folder, other)),
    });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) throw cause;
    throw new ProgramError(word, cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
