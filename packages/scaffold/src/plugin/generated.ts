/**
 * What a plugin would write, without a disk: for its tests.
 */
import { nodeHost } from '@reeve/machinery';
import { planOf, requireFree } from '../plan/plan.ts';
import { parseProject, projectFileName } from '../project/project-file.ts';
import type { ProjectReader } from '../tree/tree.ts';
import { chainOf } from './chain.ts';
import type { FlagReader } from './declarations.ts';
import { setUp } from './plugin.ts';
import type { Plugin } from './plugin.ts';

/** Runs the generators of a plugin for a command over files, and gives the files as they are then. */
export async function generated(
  plugin: Plugin,
  command: string,
  files: Readonly<Record<string, string>>,
  flags: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const text = files[projectFileName];
  const plugins = [setUp(plugin)];
  const steps = await chainOf(plugins, command, {
    args: [],
    flags: flagsOf(flags),
    project: text === undefined ? undefined : parseProject(text),
    host: nodeHost(),
    signal: new AbortController().signal,
    note: () => undefined,
  });
  const plan = await planOf({ reader: memoryReader(files), steps });
  requireFree(plan);
  const next: Record<string, string> = { ...files };
  for (const { path, after } of plan.files) {
    if (after === undefined) delete next[path];
    else next[path] = after;
  }
  return next;
}

/** Files in memory. */
export function memoryReader(files: Readonly<Record<string, string>>): ProjectReader {
  const paths = Object.keys(files);
  return {
    read: (path) => Promise.resolve(Object.hasOwn(files, path) ? files[path] : undefined),
    list: (folder) => {
      const prefix = folder === '' ? '' : `${folder}/`;
      const below = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length).split('/'));
      if (below.length === 0 && folder !== '') return Promise.resolve(undefined);
      const entries = new Map(below.map(([name = '', ...rest]) => [name, { name, isFolder: rest.length > 0 }]));
      return Promise.resolve([...entries.values()]);
    },
  };
}

const flagsOf = (values: Readonly<Record<string, string>>): FlagReader => ({
  has: (name) => Object.hasOwn(values, name) && values[name] !== 'false',
  text: (name) => values[name],
  all: (name) => (values[name] === undefined ? [] : [values[name]]),
  integer: (name) => (values[name] === undefined ? undefined : Number(values[name])),
});
