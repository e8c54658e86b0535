/**
 * An executable as a step of a plan: it gets the files as they are after the steps before it, and what it answers is written if it may be.
 */
import type { PlanStep } from '../plan/plan.ts';
import type { FlagDeclaration } from '../plugin/declarations.ts';
import { kubebuilderProject } from '../project/kubebuilder-project.ts';
import { projectIn } from '../project/project-file.ts';
import type { PluginRecord } from '../project/project-file.ts';
import { externalArgs, externalCommands, externalVersion, readAnswer } from './protocol.ts';
import type { ExternalRequest, ExternalResult } from './protocol.ts';
import { universeOf } from './universe.ts';

/** Runs the executable of a key on a request. */
export type ExternalRunner = (key: string, request: ExternalRequest) => Promise<ExternalResult>;

/** How an executable is called. */
export interface ExternalCall {
  readonly record: PluginRecord & { readonly external: string };
  readonly command: string;
  /** The words after the command. */
  readonly words: readonly string[];
  /** The keys of all executables of the project. */
  readonly chain: readonly string[];
  readonly run: ExternalRunner;
}

/** The step of an executable; undefined for commands that executables take no part in. */
export function externalStep({ record, command, words, chain, run }: ExternalCall): PlanStep | undefined {
  const key = record.external;
  if (!Object.hasOwn(externalCommands, command)) return undefined;
  return {
    by: key,
    generator: command,
    async generate(tree, { note }) {
      const config = (await tree.exists('reeve.json')) ? kubebuilderProject(await projectIn(tree)) : undefined;
      const request = {
        apiVersion: externalVersion,
        command,
        args: externalArgs(words),
        universe: await universeOf(tree, record.universe === 'all'),
        pluginChain: chain,
        ...(config && { config }),
      };
      const { universe } = readAnswer(key, await run(key, request));
      const files = await Promise.all(
        Object.entries(universe).map(async ([path, text]) => ({ path, text, before: await tree.read(path) })),
      );
      for (const { path, text, before } of files) {
        if (path === 'PROJECT')
          note(`${key}: its change of PROJECT is left out: reeve.json is the record of a project`);
        else if (text !== before) tree.write(path, text);
      }
    },
  };
}

/** The flags that an executable has for a command; undefined when it does not say. */
export async function externalFlags(
  key: string,
  command: string,
  run: ExternalRunner,
): Promise<readonly FlagDeclaration[] | undefined> {
  const request = {
    apiVersion: externalVersion,
    command: 'flags',
    args: [externalCommands[command] ?? ''],
    universe: {},
  };
  return readAnswer(key, await run(key, request)).flags;
}
