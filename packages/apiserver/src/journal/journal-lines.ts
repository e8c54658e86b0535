/**
 * Commits as lines of JSON, which is how they travel and how they are kept.
 */
import { parseJson, stringifyJson } from '@reeve/machinery';
import type { Commit } from '../store/store.ts';

export const printCommits = (commits: readonly Commit[]): string =>
  commits.map((commit) => `${stringifyJson(commit)}\n`).join('');

export const parseCommits = (lines: string): Commit[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parseJson(line) as unknown as Commit);
