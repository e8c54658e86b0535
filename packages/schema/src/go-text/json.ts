/**
 * JSON as Go's encoding/json writes it: keys sorted, no spaces, `<`, `>` and `&` escaped for the sake of HTML.
 */
import type { JsonScalar, ReadonlyJson } from '@reeve/machinery';
import type { TreeNotation } from './tree-text.ts';
import { treeText } from './tree-text.ts';

/** The text of a value. Equal values have equal text. */
export const goJson = (value: ReadonlyJson): string => treeText(value, notation);

/** The text of an object of scalars whose keys stand in the order of a Go struct. */
export function goJsonOrdered(object: Readonly<Record<string, JsonScalar>>): string {
  const members = Object.entries(object).map(([key, value]) => `${stringInJson(key)}:${scalar(value)}`);
  return `{${members.join(',')}}`;
}

const notation: TreeNotation = {
  list: ['[', ']'],
  object: ['{', '}'],
  separator: ',',
  key: (key) => `${stringInJson(key)}:`,
  scalar,
};

function scalar(value: JsonScalar): string {
  if (typeof value === 'string') return stringInJson(value);
  return Object.is(value, -0) ? '-0' : String(value);
}

const stringInJson = (text: string): string => JSON.stringify(text).replaceAll(/[<>&\u2028\u2029]/g, escapeCode);

const escapeCode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
