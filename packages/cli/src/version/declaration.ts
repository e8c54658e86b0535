/**
 * `reeve version`.
 */
import type { CommandDeclaration } from '../command/command.ts';

/** Prints versions. */
export const versionCommand: CommandDeclaration = {
  name: 'version',
  group: 'Help yourself',
  summary: 'print the version, and that of the server',
  flags: [
    { syntax: '--client', summary: 'ask no server' },
    { syntax: '-o, --output <format>', summary: 'how to print it', choices: ['json', 'yaml'] },
  ],
  examples: ['reeve version', 'reeve version --client -o json'],
  usesCluster: true,
  load: () => import('./version.ts'),
};
