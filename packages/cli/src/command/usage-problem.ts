/**
 * What is wrong with a command line, in our words, with the word that was probably meant and where to read on.
 */
import type { CommanderError } from 'commander';
import { exitCodes, UsageError } from '../error/usage-error.ts';
import { nearest } from '@reeve/machinery';
import type { CommandDeclaration } from './command.ts';

/** What commander found wrong, in our words. */
export function usageErrorOf(
  error: CommanderError,
  words: readonly string[],
  declarations: readonly CommandDeclaration[],
  cli: string,
): UsageError {
  const { path, declaration, below } = placeOf(words, declarations);
  const names = below.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const [sentence = '', hint] = error.message.replace(/^error: /, '').split('\n');
  if (error.code === 'commander.unknownCommand')
    return unknownCommand(/'(.*)'/.exec(sentence)?.[1] ?? '', path, names, cli);
  const meant = /Did you mean (?:one of )?(.*)\?/.exec(hint ?? '')?.[1];
  return new UsageError(meant === undefined ? sentence : `${sentence}: did you mean ${meant}?`, {
    next: [cli, ...path, '--help'].join(' '),
    exitCode: declaration?.isLikeKubectl === true ? exitCodes.failed : exitCodes.wrongUse,
  });
}

function unknownCommand(word: string, path: readonly string[], names: readonly string[], cli: string): UsageError {
  const meant = nearest(word, path.length === 0 ? [...names, 'help'] : names);
  const whole = [...path, word].join(' ');
  return new UsageError(`there is no command ${whole}${meant === undefined ? '' : `: did you mean ${meant}?`}`, {
    next: [cli, ...path, ...(meant === undefined ? [] : [meant]), '--help'].join(' '),
  });
}

/** The command that words begin with, and those below it. */
function placeOf(
  words: readonly string[],
  declarations: readonly CommandDeclaration[],
): { path: string[]; declaration?: CommandDeclaration; below: readonly CommandDeclaration[] } {
  const path: string[] = [];
  let declaration: CommandDeclaration | undefined;
  let below = declarations;
  for (const word of words) {
    const found = below.find(({ name, aliases = [] }) => word === name || aliases.includes(word));
    if (found === undefined) continue;
    path.push(found.name);
    [declaration, below] = [found, found.commands ?? []];
  }
  return { path, below, ...(declaration && { declaration }) };
}

/** Flags, and nothing to do with them. */
export function missingCommand(
  words: readonly string[],
  declarations: readonly CommandDeclaration[],
  cli: string,
): UsageError {
  const { path, below } = placeOf(words, declarations);
  const choices = path.length === 0 ? '' : `: there are ${below.map(({ name }) => name).join(', ')}`;
  return new UsageError(`${words.join(' ')} has no command${choices}`, { next: [cli, ...path, '--help'].join(' ') });
}
