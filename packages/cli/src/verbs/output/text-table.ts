/**
 * Rows in columns as kubectl aligns them: three spaces after the widest cell, no column narrower than six, nothing after the last. Widths are remembered, so
 * that rows that come later stand below those before. Control characters in cells are quoted.
 */
import { visibleText } from '@reeve/machinery';

const leastWidth = 6;
const padding = 3;

/** Aligns rows, batch by batch. */
export class TextTable {
  readonly #widths: number[] = [];

  /** The lines of more rows. */
  lines(cells: readonly (readonly string[])[]): string[] {
    const rows = cells.map((row) => row.map((cell) => visibleText(cell)));
    for (const row of rows)
      for (const [index, cell] of row.slice(0, -1).entries())
        this.#widths[index] = Math.max(this.#widths[index] ?? leastWidth, width(cell) + padding);
    return rows.map((row) => row.map((cell, index) => this.#padded(cell, index === row.length - 1, index)).join(''));
  }

  #padded(cell: string, isLast: boolean, index: number): string {
    return isLast ? cell : cell + ' '.repeat((this.#widths[index] ?? leastWidth) - width(cell));
  }
}

/** How many characters a text has, not how many units. */
const width = (text: string): number => Array.from(text).length;
