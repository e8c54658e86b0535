/**
 * Commits as lines of text, which is how they travel.
 */
import { parseJson, stringifyJson } from '@reeve/machinery';
import type { Commit } from '../store/store.ts';
import { linesOf, parseLine, printLine } from './journal-line.ts';

export const printCommits = (commits: readonly Commit[]): string =>
  commits.map((commit) => printLine(commit, stringifyJson(commit.object))).join('');

export const parseCommits = (text: string): Commit[] =>
  linesOf(text).map((line) => {
    const { objectAt, ...head } = parseLine(line);
    return { ...head, object: parseJson(line.slice(objectAt)) as unknown as Commit['object'] };
  });
