/**
 * Carries a plan out: all files, or none. When one cannot be written, those before it are as they were.
 */
import { ProjectWriteError } from '../problem/problems.ts';
import { requireFree } from './plan.ts';
import type { Plan, PlannedFile } from './plan.ts';

/** Where files are written. Paths are those of the project; a text is put there all at once. */
export interface ProjectWriter {
  write(path: string, text: string): Promise<void>;
  /** Removes a file, and the folders that are empty then. */
  remove(path: string): Promise<void>;
}

/** Writes what is new or changed. */
export async function carryOut(plan: Plan, writer: ProjectWriter): Promise<void> {
  requireFree(plan);
  const done: PlannedFile[] = [];
  for (const file of plan.files.filter(({ state }) => state === 'new' || state === 'changed' || state === 'removed')) {
    try {
      await put(file, file.after, writer);
      done.push(file);
    } catch (cause) {
      const left = await undo(done, writer);
      const rest =
        left.length === 0
          ? ', and nothing else was changed'
          : `; these were changed and cannot be put back: ${left.join(', ')}`;
      throw new ProjectWriteError(file.path, rest, {
        cause,
        next: 'make room, or see who may write there, and do it again',
      });
    }
  }
}

const put = async ({ path }: PlannedFile, text: string | undefined, writer: ProjectWriter): Promise<void> =>
  await (text === undefined ? writer.remove(path) : writer.write(path, text));

/** Puts files back, the last one first. Gives those that could not be. */
async function undo(done: readonly PlannedFile[], writer: ProjectWriter): Promise<string[]> {
  const left: string[] = [];
  for (const file of done.toReversed()) await put(file, file.before, writer).catch(() => void left.push(file.path));
  return left;
}
