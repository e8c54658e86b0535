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

/** Two lines before, the line with a mark below it, two lines after, all with their numbers. */
export function codeFrame(source: string, { line, column, length = 1 }: Place): string {
  const lines = source.split(/\r?\n/);
  const first = Math.max(1, line - 2);
  const last = Math.min(lines.length, line + 2);
  const width = String(last).length;
  const shown: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const text = (lines[number - 1] ?? '').replaceAll('\t', ' ').slice(0, 200);
    shown.push(`${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text}`.trimEnd());
    if (number === line)
      shown.push(`  ${' '.repeat(width)} | ${' '.repeat(column - 1)}${'^'.repeat(Math.max(1, length))}`);
  }
  return shown.join('\n');
}
