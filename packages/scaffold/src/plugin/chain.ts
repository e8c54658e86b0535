/**
 * The generators that take part in a command, in the order of the project file: what reeve itself makes comes first, then each plugin sees what those before it wrote.
 */
import type { Host } from '@reeve/machinery';
import type { PlanStep } from '../plan/plan.ts';
import { PluginError, ScaffoldError, Skipped } from '../problem/problems.ts';
import type { Project } from '../project/project-file.ts';
import type { FlagDeclaration, FlagReader } from './declarations.ts';
import { mergeFlags } from './declarations.ts';
import type { Contributions, GenerateGround, PluginGenerator } from './plugin.ts';

/** What generators of a command are given. */
export interface ChainGround {
  readonly args: readonly string[];
  readonly flags: FlagReader;
  readonly project: Project | undefined;
  readonly host: Host;
  readonly signal: AbortSignal;
  note(line: string): void;
}

/** A generator and whose it is. */
interface Link {
  readonly by: string;
  readonly generator: PluginGenerator;
}

const linksOf = (plugins: readonly Contributions[], command: string): readonly Link[] =>
  plugins.flatMap(({ name, generators }) =>
    generators.filter((generator) => generator.for === command).map((generator) => ({ by: name, generator })),
  );

/** The flags of a command with those of the generators that take part. */
export const flagsWithPlugins = (
  own: readonly FlagDeclaration[],
  plugins: readonly Contributions[],
  command: string,
): readonly FlagDeclaration[] =>
  mergeFlags([
    { by: 'reeve', flags: own },
    ...linksOf(plugins, command).map(({ by, generator }) => ({ by, flags: generator.flags ?? [] })),
  ]);

/** The first phase: each generator may refuse. Gives the steps of those that stay. */
export async function chainOf(
  plugins: readonly Contributions[],
  command: string,
  ground: ChainGround,
): Promise<readonly PlanStep[]> {
  const steps: PlanStep[] = [];
  for (const { by, generator } of linksOf(plugins, command)) {
    const reason = await planPhase(by, generator, ground);
    if (reason !== undefined) {
      ground.note(`${by}: ${reason}`);
      continue;
    }
    steps.push({
      by,
      generator: command,
      generate: async (tree, { note, skip }) => await generator.generate(tree, { ...ground, note, skip }),
    });
  }
  return steps;
}

/** The last phase, of the generators that took part. */
export async function afterAll(
  plugins: readonly Contributions[],
  command: string,
  ground: ChainGround,
  took: ReadonlySet<string>,
): Promise<void> {
  for (const { by, generator } of linksOf(plugins, command))
    if (took.has(by)) await generator.after?.({ ...ground, skip: (reason) => left(reason) });
}

function left(reason: string): never {
  throw new Skipped(reason);
}

/** Why a generator leaves; undefined when it stays. */
async function planPhase(by: string, generator: PluginGenerator, ground: ChainGround): Promise<string | undefined> {
  const own: GenerateGround = { ...ground, skip: left };
  try {
    await generator.plan?.(own);
    return undefined;
  } catch (cause) {
    if (cause instanceof Skipped) return cause.message;
    if (cause instanceof ScaffoldError) throw cause;
    throw new PluginError(
      by,
      `refused, and nothing was written: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}
