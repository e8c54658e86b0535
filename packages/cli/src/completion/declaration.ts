/**
 * `reeve completion SHELL`.
 */
import type { CommandDeclaration } from '../command/command.ts';

/** Prints a script that completes commands. */
export const completionCommand: CommandDeclaration = {
  name: 'completion',
  group: 'Help yourself',
  summary: 'print the script that lets your shell complete commands and flags',
  arguments: [{ syntax: '<shell>', summary: 'bash, zsh or fish' }],
  examples: ['source <(reeve completion bash)', 'reeve completion fish > ~/.config/fish/completions/reeve.fish'],
  load: () => import('./completion.ts'),
};
