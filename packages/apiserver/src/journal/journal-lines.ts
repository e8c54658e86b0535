/**
 * Commits as lines of text, which is how they travel, and what makes a record one that a server can begin with.
 */
import { InvalidInputError, isJsonObject, parseJson, stringifyJson } from '@reeve/machinery';
import type { Commit } from '@reeve/registry';
import { linesIn, parseLine, printLine, revisionProblem } from './journal-line.ts';

/** So many commits are one piece of text. */
const commitsPerPiece = 256;

/** Commits as pieces of text, so that many of them never are one string. */
export function* printCommits(commits: readonly Commit[]): Generator<string, void, void> {
  for (let at = 0; at < commits.length; at += commitsPerPiece)
    yield commits
      .slice(at, at + commitsPerPiece)
      .map((commit) => printLine(commit, stringifyJson(commit.object)))
      .join('');
}

/** Reads the commits of a journal. What is no record is refused with its place: the server would serve it to everybody. */
export async function parseCommits(pieces: AsyncIterable<string>): Promise<Commit[]> {
  const commits: Commit[] = [];
  for await (const line of linesIn(pieces)) commits.push(commitIn(line, commits.length + 1));
  return commits;
}

function commitIn(line: string, number: number): Commit {
  const head = parseLine(line);
  if (typeof head === 'string') throw unreadable(`line ${number}`, head);
  const { objectAt, ...rest } = head;
  return { ...rest, object: objectOf(line.slice(objectAt), number, rest.key) };
}

function objectOf(json: string, number: number, key: string): Commit['object'] {
  try {
    return parseJson(json) as unknown as Commit['object']; // checked with all other commits
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw unreadable(`line ${number} (${key})`, error.message);
  }
}

/** Refuses records that a server cannot begin with. */
export function checkCommits(commits: readonly Commit[]): void {
  for (const [index, commit] of commits.entries()) {
    const problem = problemWith(commit);
    if (problem !== undefined)
      throw unreadable(`record ${index + 1} (${commit.resource} ${commit.key || 'without a key'})`, problem);
  }
}

function problemWith({ resource, key, revision, object, isDeleted }: Commit): string | undefined {
  const problem = revisionProblem(revision);
  if (problem !== undefined || isDeleted) return problem;
  if (resource === '' || key === '') return 'it does not say which object it is of';
  const metadata = (object as Commit['object'] | null)?.metadata;
  if (!isJsonObject(metadata)) return 'its object has no metadata';
  const { name, resourceVersion } = metadata as Commit['object']['metadata'];
  if (key.slice(key.indexOf('/') + 1) !== name) return `its object has the name ${JSON.stringify(name)}`;
  return resourceVersion === String(revision)
    ? undefined
    : `its object has the resourceVersion ${JSON.stringify(resourceVersion)}, not ${revision}`;
}

const unreadable = (place: string, problem: string): InvalidInputError =>
  new InvalidInputError(
    '',
    `the journal cannot be read: ${place} is no record of a write: ${problem}. Nothing is served from it; start with another journal`,
  );
