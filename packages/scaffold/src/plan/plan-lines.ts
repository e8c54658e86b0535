/**
 * A plan as a person reads it: a line per file, with the lines that change in those that are there.
 */
import { hunksOf, linesOf } from '../text/line-diff.ts';
import type { FileState, Plan, PlannedFile } from './plan.ts';

/** The lines of a plan, and the counts at the end. */
export function planLines({ files }: Plan): string[] {
  const counts = states.map((state) => [files.filter((file) => file.state === state).length, state] as const);
  return [
    ...files.flatMap(fileLines),
    counts
      .filter(([count]) => count > 0)
      .map(([count, state]) => `${count} ${state}`)
      .join(', ') || 'nothing to do',
  ];
}

const states: readonly FileState[] = ['new', 'changed', 'removed', 'unchanged', 'kept'];

function fileLines({ path, state, before = '', after = '', isInTheWay }: PlannedFile): string[] {
  if (state === 'new') return [`+ ${path} (${lines(linesOf(after).length)})`];
  if (state === 'removed') return [`- ${path}`];
  if (state === 'unchanged') return [`= ${path} (unchanged)`];
  if (state === 'kept') return [`! ${path} (exists, kept${isInTheWay ? '; --force overwrites' : ''})`];
  return [`~ ${path}`, ...changedLines(before, after)];
}

const changedLines = (before: string, after: string): string[] =>
  hunksOf(linesOf(before), linesOf(after))
    .filter(({ isEqual }) => !isEqual)
    .flatMap(({ from, to }) => [
      ...from.map((line) => `    - ${shown(line)}`),
      ...to.map((line) => `    + ${shown(line)}`),
    ]);

/** Long lines are records for reeve and nobody else. */
const shown = (line: string): string => {
  const text = line.trimEnd();
  return text.length > 160 ? `${text.slice(0, 157)}…` : text;
};

const lines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);
