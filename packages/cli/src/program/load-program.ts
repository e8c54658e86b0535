/**
 * Loads a user's program from its file, again and again: each time is a new version of the whole graph of its modules. An edge: it tells Node how to load modules.
 */
import nodeModule from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { PluginError } from '@reeve/scaffold';
import type { Files } from '../terminal/files.ts';
import { ownProgram } from './own-program.ts';
import { ProgramError } from './program-error.ts';
import { definitionsOf, programOf } from './program.ts';
import type { Defined, Program } from './program.ts';
import { syntaxProblemIn } from './syntax-problem.ts';
import { isSource, versionedUrl } from './user-module.ts';

/** A program, and the files that it was loaded from. */
export interface LoadedProgram extends Program {
  readonly files: ReadonlySet<string>;
}

/** Loads programs. */
export class ProgramLoader {
  readonly #files: Files;
  #version = 0;
  #loaded: (() => readonly string[]) | undefined;

  constructor(files: Files) {
    this.#files = files;
  }

  /** Loads the files and all that they import as they are now. A file that cannot be loaded is a `ProgramError`; `paths` then has what was read of it. */
  async load(path: string | readonly string[], paths: Set<string> = new Set()): Promise<LoadedProgram> {
    const all = typeof path === 'string' ? [path] : path;
    return { ...programOf(await this.exports(all, paths), all.join(', ')), files: paths };
  }

  /** The definitions of a file, which may have no controller. */
  async definitions(path: string): Promise<readonly Defined[]> {
    return definitionsOf(await this.exports([path]));
  }

  /** What files export as they are now: that of one file by its names, that of several by file. */
  async exports(all: readonly string[], paths: Set<string> = new Set()): Promise<Record<string, unknown>> {
    this.#version += 1;
    const modules: [string, Record<string, unknown>][] = [];
    for (const path of all) modules.push([path, await this.#import(path, paths)]);
    const [first] = modules;
    if (modules.length === 1 && first !== undefined) return first[1];
    return Object.fromEntries(modules.map(([path, exports]) => [path, Object.values(exports).flat()]));
  }

  async #import(path: string, paths: Set<string>): Promise<Record<string, unknown>> {
    this.#loaded ??= await watchModules();
    try {
      return (await import(versionedUrl(path, String(this.#version)))) as Record<string, unknown>;
    } catch (error) {
      throw await this.#explained(error, path);
    } finally {
      for (const file of [path, ...this.#loaded()]) paths.add(file);
    }
  }

  async #explained(error: unknown, path: string): Promise<unknown> {
    const problem = syntaxProblemIn(error);
    if (problem !== undefined) {
      const { file, message, startLine, startColumn, endLine, endColumn } = problem;
      const length = endLine === startLine ? endColumn - startColumn : 1;
      const place = { line: startLine, column: startColumn + 1, length };
      return new ProgramError(file, message, { place, source: await this.#files.read(file) });
    }
    const thrown = placeIn(error);
    const what = withoutVersion(error instanceof Error ? error.message : String(error));
    if (thrown === undefined) return new ProgramError(path, what);
    return new ProgramError(thrown.file, what, { place: thrown.place, source: await this.#files.read(thrown.file) });
  }
}

/** What a plugin's package exports as default. TypeScript of the project is loaded as programs are. */
export async function loadPlugin(entry: string, files: Files, name: string): Promise<unknown> {
  try {
    if (isSource(entry)) return (await new ProgramLoader(files).exports([entry]))['default'];
    const module = (await import(pathToFileURL(entry).href)) as { readonly default?: unknown };
    return module.default;
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause);
    throw new PluginError(name, `cannot be loaded: ${what}`, { cause });
  }
}

/** Makes Node load programs our way; the function returns the files that were loaded since it was last called. */
async function watchModules(): Promise<() => readonly string[]> {
  const { registerHooks } = nodeModule as { registerHooks?: (hooks: object) => void };
  return registerHooks === undefined ? hooksInThread() : await hooksHere(registerHooks);
}

async function hooksHere(register: (hooks: object) => void): Promise<() => readonly string[]> {
  const { load, resolve, tellTo } = await import('./module-hooks.ts');
  const seen: string[] = [];
  tellTo((path) => seen.push(path));
  register({ resolve, load });
  return () => seen.splice(0);
}

function hooksInThread(): () => readonly string[] {
  const { port1, port2 } = new MessageChannel();
  port1.unref();
  nodeModule.register(ownProgram('program/module-hooks'), { data: { port: port2 }, transferList: [port2] });
  return () => {
    const seen: string[] = [];
    for (let told = receiveMessageOnPort(port1); told !== undefined; told = receiveMessageOnPort(port1)) {
      seen.push(String(told.message));
    }
    return seen;
  };
}

/** Where in a program an error was thrown, by its stack. */
function placeIn(
  error: unknown,
): { readonly file: string; readonly place: { line: number; column: number } } | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, file, line, column] = /(file:\/\/\S+?)\?reeve=\d+:(\d+):(\d+)/.exec(stack) ?? [];
  if (file === undefined) return undefined;
  return { file: fileURLToPath(file), place: { line: Number(line), column: Number(column) } };
}

const withoutVersion = (text: string): string => text.replaceAll(/\?reeve=\d+/g, '');
