/**
 * `--sort-by`: rows in the order of a field.
 */
import { followJsonPath, printFound } from '@reeve/machinery';
import { relaxedPath } from '../output/custom-columns.ts';

/** Rows in the order of a field: numbers as numbers, texts as texts, what has none first. */
export function sortedBy<T>(path: string, rows: readonly T[], objectOf: (row: T) => unknown): T[] {
  const steps = relaxedPath(path);
  const valueOf = (row: T): unknown => followJsonPath(steps, objectOf(row))[0];
  return rows.toSorted((one, other) => compare(valueOf(one), valueOf(other)));
}

function compare(one: unknown, other: unknown): number {
  if (one === undefined || other === undefined) return Number(one !== undefined) - Number(other !== undefined);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [left, right] = [printFound(one), printFound(other)];
  return left < right ? -1 : Number(left > right);
}
