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

/** Revisions of a journal stay below this, so that a server can go on counting from any of them. */
const revisionLimit = 2 ** 52;

export const printLine = ({ resource, key, revision, isDeleted }: LineHead, json: string): string =>
  `${resource}\t${key}\t${revision}\t${isDeleted ? '-' : '+'}\t${json}\n`;

/** The head of a line, and where its object begins; a text that says what is wrong with a line that is none. */
export function parseLine(line: string): (LineHead & { readonly objectAt: number }) | string {
  const [resource = '', key = '', revision = '', mark = '', object] = line.split('\t', 5);
  if (object === undefined || (mark !== '+' && mark !== '-')) return 'it has not the five parts of a record';
  const problem = revisionProblem(Number(/^\d+$/.test(revision) ? revision : Number.NaN));
  if (problem !== undefined) return problem;
  const objectAt = resource.length + key.length + revision.length + mark.length + 4;
  return { resource, key, revision: Number(revision), isDeleted: mark === '-', objectAt };
}

/** What is wrong with a revision of a record, if anything. */
export const revisionProblem = (revision: number): string | undefined =>
  Number.isSafeInteger(revision) && revision > 0 && revision < revisionLimit
    ? undefined
    : 'its revision is not a whole number from 1 to 2^52';

/** The lines of a text that comes in pieces, without what ends them. A last line that nothing ends is a line, too. */
export async function* linesIn(pieces: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let begun: string[] = [];
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n');
    begun.push(first);
    for (const next of others) {
      const line = begun.join('');
      if (line !== '') yield line;
      begun = [next];
    }
  }
  const last = begun.join('');
  if (last !== '') yield last;
}
