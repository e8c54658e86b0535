/**
 * Runs `reeve update`: generates again what was generated, and merges it with what people have made of it since. What both changed is marked, and nothing is lost.
 */
import { carryOut, chainOf, memoryReader, planLines, planOf, projectIn, updatePlan } from '@reeve/scaffold';
import type { Plan, Project, Regenerated } from '@reeve/scaffold';
import type { CommandContext } from '../command/command-context.ts';
import { exitCodes } from '../error/usage-error.ts';
import { version } from '../version/package-version.ts';
import { ownStep } from './own-steps.ts';
import type { Answers } from './own-steps.ts';
import { ProjectFolder } from './project-folder.ts';

/** Runs `reeve update`. Ends with 1 where a person has to decide. */
export async function run(context: CommandContext): Promise<number> {
  const { terminal, flags, print, say } = context;
  const place = new ProjectFolder(terminal.folder, terminal.files);
  const project = await projectIn(place);
  const skipped: string[] = [];
  const made = [...(await ownFiles(project, context, skipped)), ...(await pluginFiles(project, place, context))];
  const plan = await updatePlan(project, made, place, version);
  const isDryRun = flags.has('dry-run');
  if (!isDryRun) await carryOut(plan, place);
  if (flags.text('output') === 'json') {
    const files = plan.files.map(({ path, state }) => ({ path, state }));
    print(
      JSON.stringify(
        { dryRun: isDryRun, files, conflicts: plan.conflicts, notes: [...skipped, ...plan.notes] },
        undefined,
        2,
      ),
    );
  } else {
    if (isDryRun || plan.files.length === 0) planLines(plan).forEach(print);
    else for (const { path, state } of plan.files) if (state === 'changed') print(`~ ${path}`);
    for (const note of [...skipped, ...plan.notes]) say(note);
  }
  return plan.conflicts.length === 0 ? exitCodes.done : exitCodes.failed;
}

/** What reeve's own generators make today of the answers of the record. */
async function ownFiles(project: Project, { terminal }: CommandContext, skipped: string[]): Promise<Regenerated[]> {
  const runs = new Map<string, { readonly by: string; readonly answers: Answers }>();
  for (const { by, with: answers = {} } of Object.values(project.generated))
    runs.set(JSON.stringify([by, answers]), { by, answers: answers as Answers }); // written by reeve
  const made: Regenerated[] = [];
  for (const { by, answers } of runs.values()) {
    try {
      const step = await ownStep(by, answers, terminal);
      if (step !== undefined)
        made.push(...filesOf(await planOf({ reader: memoryReader(before(project, by, answers)), steps: [step] })));
    } catch (error) {
      skipped.push(`${by} cannot be run again: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return made;
}

/** The files that a generator found: the project file as it was before it. */
function before(project: Project, by: string, { kind }: Answers): Record<string, string> {
  if (by === 'init') return {};
  const resources = by === 'create api' ? project.resources.filter((one) => one.kind !== kind) : project.resources;
  const plugins = by === 'create plugin' ? [] : project.plugins;
  return { 'reeve.json': JSON.stringify({ name: project.name, domain: project.domain, resources, plugins }) };
}

/** What plugins make when a project is edited. They see all files but their own. */
async function pluginFiles(project: Project, place: ProjectFolder, context: CommandContext): Promise<Regenerated[]> {
  const { args, flags, host, signal, project: opened } = context;
  const plugins = await opened.plugins();
  const own = new Set(plugins.map(({ name }) => `${name} edit`));
  const reader = {
    read: async (path: string) => (own.has(project.generated[path]?.by ?? '') ? undefined : await place.read(path)),
    list: (folder: string) => place.list(folder),
  };
  const steps = await chainOf(plugins, 'edit', { args, flags, project, host, signal, note: () => undefined });
  return steps.length === 0 ? [] : filesOf(await planOf({ reader, steps }));
}

const filesOf = ({ files }: Plan): Regenerated[] =>
  files.flatMap(({ path, after }) => (after === undefined || path === 'reeve.json' ? [] : [{ path, text: after }]));
