/**
 * `reeve doctor`.
 */
import type { CommandDeclaration } from '../command/command.ts';

/** Looks for what is wrong. */
export const doctorCommand: CommandDeclaration = {
  name: 'doctor',
  group: 'Help yourself',
  summary: 'look for what is wrong: Node, kubeconfig, connection, permissions, definitions',
  description:
    'Looks at one thing after the other, and says for each what to do next. With a file it also looks at what that program needs.',
  arguments: [{ syntax: '[file]', summary: 'a .ts or .js file that exports controllers' }],
  flags: [{ syntax: '-o, --output <format>', summary: 'how to print it', choices: ['json'] }],
  examples: ['reeve doctor', 'reeve doctor website.ts --context production'],
  usesCluster: true,
  load: () => import('./doctor.ts'),
};
