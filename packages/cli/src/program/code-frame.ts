/**
 * A few lines of a source with the place that is meant.
 */

/** A place in a text; lines and columns count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
  /** How many characters are meant; one unless given. */
  readonly length?: number;
}

/** How much of a line is shown. */
const widest = 200;

/** Two lines before, the line with a mark below it, two lines after, all with their numbers. */
export function codeFrame(source: string, { line, column, length = 1 }: Place): string {
  const lines = source.split(/\r?\n/);
  const first = Math.max(1, line - 2);
  const last = Math.min(lines.length, line + 2);
  const width = String(last).length;
  const from = Math.max(0, Math.min(column - 1, column + length - 1 - widest)); // a place far to the right is shown without what stands before it
  const shown: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const text = (lines[number - 1] ?? '').replaceAll('\t', ' ').slice(from, from + widest);
    shown.push(`${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text}`.trimEnd());
    if (number === line)
      shown.push(
        `  ${' '.repeat(width)} | ${' '.repeat(Math.max(0, column - 1 - from))}${'^'.repeat(Math.min(Math.max(1, length), widest))}`,
      );
  }
  return shown.join('\n');
}
