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
): UsageError {
  const names = declarations.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const declaration = declarations.find(({ name, aliases = [] }) =>
    words.some((word) => word === name || aliases.includes(word)),
  );
  const [sentence = '', hint] = error.message.replace(/^error: /, '').split('\n');
  if (error.code === 'commander.unknownCommand') return unknownCommand(/'(.*)'/.exec(sentence)?.[1] ?? '', names);
  const meant = /Did you mean (?:one of )?(.*)\?/.exec(hint ?? '')?.[1];
  return new UsageError(meant === undefined ? sentence : `${sentence}: did you mean ${meant}?`, {
    next: declaration === undefined ? 'reeve --help' : `reeve ${declaration.name} --help`,
    exitCode: declaration?.isLikeKubectl === true ? exitCodes.failed : exitCodes.wrongUse,
  });
}

function unknownCommand(word: string, names: readonly string[]): UsageError {
  const meant = nearest(word, [...names, 'help']);
  return new UsageError(`there is no command ${word}${meant === undefined ? '' : `: did you mean ${meant}?`}`, {
    next: meant === undefined ? 'reeve --help' : `reeve ${meant} --help`,
  });
}

/** Flags, and nothing to do with them. */
export const missingCommand = (words: readonly string[]): UsageError =>
  new UsageError(`${words.join(' ')} has no command`, { next: 'reeve --help' });
