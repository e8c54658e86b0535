/**
 * A commit as one line of text: what the keeper of lines has to know comes first, the object as JSON last. JSON has no raw tabs or line feeds, and neither
 * have the names of resources and objects.
 */

/** The parts of a line that are not the object. */
export interface LineHead {
  readonly resource: string;
  readonly key: string;
  readonly revision: number;
  readonly isDeleted: boolean;
}

export const printLine = ({ resource, key, revision, isDeleted }: LineHead, json: string): string =>
  `${resource}\t${key}\t${revision}\t${isDeleted ? '-' : '+'}\t${json}\n`;

/** The head of a line, and where its object begins. */
export function parseLine(line: string): LineHead & { readonly objectAt: number } {
  const [resource = '', key = '', revision = '', mark = ''] = line.split('\t', 4);
  const objectAt = resource.length + key.length + revision.length + mark.length + 4;
  return { resource, key, revision: Number(revision), isDeleted: mark === '-', objectAt };
}

/** The lines of a text, without what ends them. */
export const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
