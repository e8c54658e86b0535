/**
 * Runs generators over a tree, in order, and says for each file what is to happen: a plan. Nothing is on disk before it is carried out, and it is carried out only as a whole.
 */
import { setInJson } from '../text/edit-json.ts';
import type { Json } from '../text/edit-json.ts';
import { FilesInTheWayError, PluginError, ScaffoldError, Skipped } from '../problem/problems.ts';
import { parseProject, projectFileName } from '../project/project-file.ts';
import type { GeneratedRecord } from '../project/project-file.ts';
import { Tree } from '../tree/tree.ts';
import type { ProjectReader, ProjectTree, TreeWrite } from '../tree/tree.ts';
import { hashOf, packed } from './generated-text.ts';

/** What happens to a file. `kept` is there with another text and stays. */
export type FileState = 'new' | 'changed' | 'unchanged' | 'kept' | 'removed';

/** A file of a plan. */
export interface PlannedFile {
  readonly path: string;
  readonly state: FileState;
  readonly before: string | undefined;
  /** What is there afterwards; undefined when nothing is. */
  readonly after: string | undefined;
  /** True of one that is in the way: the plan cannot be carried out. */
  readonly isInTheWay: boolean;
}

/** Everything that a command is about to write. */
export interface Plan {
  readonly files: readonly PlannedFile[];
  /** What generators have to say. */
  readonly notes: readonly string[];
}

/** One generator in a chain. */
export interface PlanStep {
  /** Who it is: `reeve`, or the name of a plugin. */
  readonly by: string;
  /** The name of the generator in the record of generated files; the files are not recorded without one. */
  readonly generator?: string;
  /** The answers that it has, for the record. */
  readonly answers?: Readonly<Record<string, unknown>>;
  generate(tree: ProjectTree, ground: StepGround): Promise<void> | void;
}

/** What a step has besides files. */
export interface StepGround {
  note(line: string): void;
  /** Leaves this step; what it wrote so far stays out, and the others go on. */
  skip(reason: string): never;
}

/** How a plan is made. */
export interface PlanOptions {
  readonly reader: ProjectReader;
  readonly steps: readonly PlanStep[];
  /** Overwrites files that are in the way. */
  readonly force?: boolean;
}

/** Runs all steps. When one throws there is no plan. */
export async function planOf({ reader, steps, force = false }: PlanOptions): Promise<Plan> {
  const notes: string[] = [];
  let tree = new Tree(reader);
  for (const step of steps) {
    const trial = tree.copy();
    try {
      await run(step, trial, notes);
      tree = trial;
    } catch (error) {
      if (!(error instanceof Skipped)) throw error;
      notes.push(`${step.by}: ${error.message}`);
    }
  }
  const generated = await generatedIn(reader);
  const files = await Promise.all(tree.writes.map((write) => planned(write, tree, { force, generated, steps })));
  return { files: withRecord(files, await recorded(tree, steps, files), await tree.before(projectFileName)), notes };
}

/** Refuses a plan with files in the way. */
export function requireFree({ files }: Plan): void {
  const paths = files.filter((file) => file.isInTheWay).map(({ path }) => path);
  if (paths.length > 0) throw new FilesInTheWayError(paths);
}

async function run({ by, generate }: PlanStep, tree: Tree, notes: string[]): Promise<void> {
  try {
    await generate(tree.as(by), {
      note: (line) => void notes.push(line),
      skip: (reason) => {
        throw new Skipped(reason);
      },
    });
  } catch (cause) {
    if (cause instanceof ScaffoldError) throw cause;
    if (by === 'reeve') throw cause;
    throw new PluginError(
      by,
      `failed, and nothing was written: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

interface Ground {
  readonly force: boolean;
  readonly generated: Readonly<Record<string, GeneratedRecord>>;
  readonly steps: readonly PlanStep[];
}

async function planned(
  { path, text, isEdit, ifExists, by }: TreeWrite,
  tree: Tree,
  { force, generated, steps }: Ground,
): Promise<PlannedFile> {
  const before = await tree.before(path);
  const record = Object.hasOwn(generated, path) ? generated[path] : undefined;
  const isOwn =
    before !== undefined &&
    record?.sha256 === hashOf(before) &&
    steps.some((step) => by.includes(step.by) && nameOf(step) === record.by);
  if (before !== undefined && ifExists === 'never' && !force)
    return { path, state: 'kept', before, after: before, isInTheWay: true };
  if (before === text) return { path, state: 'unchanged', before, after: before, isInTheWay: false };
  if (before === undefined) return { path, state: 'new', before, after: text, isInTheWay: false };
  if (text === undefined) {
    if (isOwn) return { path, state: 'removed', before, after: undefined, isInTheWay: false };
    return { path, state: 'kept', before, after: before, isInTheWay: false };
  }
  if (isEdit || isOwn || force) return { path, state: 'changed', before, after: text, isInTheWay: false };
  return { path, state: 'kept', before, after: before, isInTheWay: ifExists !== 'keep' };
}

/** The name of a generator in the record: those of plugins have the plugin's before it. */
const nameOf = ({ by, generator }: PlanStep): string | undefined =>
  generator === undefined ? undefined : by === 'reeve' ? generator : `${by} ${generator}`;

async function generatedIn(reader: ProjectReader): Promise<Readonly<Record<string, GeneratedRecord>>> {
  const text = await reader.read(projectFileName);
  return text === undefined ? {} : parseProject(text).generated;
}

/** The text of the project file with what was generated; undefined when there is none. */
async function recorded(
  tree: Tree,
  steps: readonly PlanStep[],
  files: readonly PlannedFile[],
): Promise<string | undefined> {
  const text = await tree.as('reeve').read(projectFileName);
  if (text === undefined) return undefined;
  const isEdit = new Map(tree.writes.map((write) => [write.path, write.isEdit]));
  const byOf = new Map(tree.writes.map((write) => [write.path, write.by.at(-1)]));
  let next = text;
  for (const { path, state, after } of files) {
    if (after === undefined || isEdit.get(path) === true || state === 'kept' || path === projectFileName) continue;
    const step = steps.findLast(({ by, generator }) => generator !== undefined && by === byOf.get(path));
    const by = step && nameOf(step);
    if (step === undefined || by === undefined) continue;
    const record = { by, ...(step.answers && { with: step.answers }), sha256: hashOf(after), text: packed(after) };
    next = setInJson(next, ['generated', path], record as unknown as Json); // answers are JSON
  }
  return next;
}

/** The files of a plan with the project file as it is with its record. */
function withRecord(
  files: readonly PlannedFile[],
  after: string | undefined,
  before: string | undefined,
): readonly PlannedFile[] {
  const own = files.find(({ path }) => path === projectFileName);
  if (after === undefined || own?.state === 'kept' || (own === undefined && after === before)) return files;
  const state = before === undefined ? 'new' : before === after ? 'unchanged' : 'changed';
  const next: PlannedFile = { path: projectFileName, state, before, after, isInTheWay: false };
  return own === undefined ? [...files, next] : files.map((file) => (file === own ? next : file));
}
