/**
 * How every command that writes files goes: reeve's own generator, then those of plugins, over one tree; then the plan is shown or carried out.
 */
import { afterAll, chainOf, carryOut, planLines, planOf, requireFree } from '@reeve/scaffold';
import type { ChainGround, Contributions, Plan, PlanStep, PluginRecord, Project } from '@reeve/scaffold';
import type { CommandContext } from '../command/command-context.ts';
import { externalSteps } from './external-plugins.ts';
import { ProjectFolder } from './project-folder.ts';

/** What a command makes. */
export interface Making {
  /** The command as plugins know it: `create api`. */
  readonly command: string;
  readonly folder: string;
  readonly project: Project | undefined;
  readonly plugins: readonly Contributions[];
  /** The plugins as the project names them, for those that are executables. */
  readonly records?: readonly PluginRecord[];
  /** What reeve itself generates. */
  readonly steps: readonly PlanStep[];
  /** What to type next, when all is done. */
  readonly next?: readonly string[];
}

/** Makes a plan, and carries it out unless it is to be shown only. */
export async function make(context: CommandContext, making: Making): Promise<void> {
  const { flags, terminal, args, host, signal, say } = context;
  const { command, folder, project, plugins, next = [] } = making;
  const notes: string[] = [];
  const ground: ChainGround = { args, flags, project, host, signal, note: (line) => void notes.push(line) };
  const place = new ProjectFolder(folder, terminal.files);
  const chain = await chainOf(plugins, command, ground);
  const external = await externalSteps(making.records ?? [], command, context);
  const plan = await planOf({
    reader: place,
    steps: [...making.steps, ...chain, ...external],
    force: flags.has('force'),
  });
  const isDryRun = flags.has('dry-run');
  if (!isDryRun) {
    requireFree(plan);
    await carryOut(plan, place);
    await afterAll(plugins, command, ground, new Set(chain.map(({ by }) => by)));
  }
  report(context, plan, isDryRun);
  if (flags.text('output') === 'json') return;
  for (const line of [...notes, ...plan.notes]) say(line);
  if (!isDryRun && next.length > 0) say(`\nnext:\n${next.map((line) => `  ${line}`).join('\n')}`);
}

function report({ flags, print, style }: CommandContext, plan: Plan, isDryRun: boolean): void {
  if (flags.text('output') === 'json') {
    const files = plan.files.map(({ path, state, isInTheWay }) => ({ path, state, ...(isInTheWay && { isInTheWay }) }));
    return print(JSON.stringify({ dryRun: isDryRun, files, notes: plan.notes }, undefined, 2));
  }
  if (isDryRun) return planLines(plan).forEach(print);
  const marks = { new: '+', changed: '~', removed: '-', unchanged: '=', kept: '!' } as const;
  for (const { path, state } of plan.files)
    if (state !== 'unchanged')
      print(`${style.out.dim(marks[state])} ${path}${state === 'kept' ? ' (kept as it is)' : ''}`);
}
