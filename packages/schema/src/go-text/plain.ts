/**
 * Values as Go's %v prints them, without quotes: `map[a:1 b:[x y]]`.
 */
import type { JsonScalar, ReadonlyJson } from '@reeve/machinery';
import { printNumber } from './value.ts';
import type { TreeNotation } from './tree-text.ts';
import { treeText } from './tree-text.ts';

/** The text of a value. */
export const goPlain = (value: ReadonlyJson): string => treeText(value, notation);

const notation: TreeNotation = {
  list: ['[', ']'],
  object: ['map[', ']'],
  separator: ' ',
  key: (key) => `${key}:`,
  scalar,
};

function scalar(value: JsonScalar): string {
  if (value === null) return '<nil>';
  return typeof value === 'number' || typeof value === 'bigint' ? printNumber(value) : String(value);
}
