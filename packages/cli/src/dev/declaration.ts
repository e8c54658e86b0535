/**
 * `reeve dev FILE`.
 */
import { debugToken } from '../command/command.ts';
import type { CommandDeclaration } from '../command/command.ts';

/** Develops an operator. */
export const devCommand: CommandDeclaration = {
  name: 'dev',
  group: 'Develop',
  summary: 'run an operator on a cluster in this process, and load it again when it is saved',
  description:
    'Starts a cluster in this process, installs the definitions that the file exports, and runs its controllers. Saving the file loads it again. Without a file it takes all programs of reeve.json.\n' +
    'With --kubeconfig, --context or --server it runs on that cluster instead; the current context of a kubeconfig is never used by itself.',
  arguments: [
    { syntax: '[file]', summary: 'a .ts or .js file that exports controllers; the programs of reeve.json by default' },
  ],
  flags: [
    {
      syntax: '--port <number>',
      summary: 'where the API server listens, or the next free port; 0 takes any',
      preset: '7443',
    },
    { syntax: '--nodes <number>', summary: 'how many nodes the cluster has', preset: '1' },
    { syntax: '--persist', summary: 'keep the objects of the cluster in .reeve/data from one start to the next' },
    { syntax: '--strict-port', summary: 'take no other port' },
    {
      syntax: '--webhook-url <url>',
      summary: 'where the named cluster reaches this machine, for the webhooks of the file: https://192.0.2.1:9443',
    },
    { syntax: '--no-reload', summary: 'load the file once' },
    { syntax: '--sample', summary: 'apply the samples that are written to .reeve, so that there is something to see' },
    debugToken,
    {
      syntax: '--debug-heap',
      summary: 'give out heap snapshots to who knows the token; they hold credentials and Secrets',
    },
  ],
  examples: ['reeve dev website.ts', 'reeve dev website.ts --port 0', 'reeve dev website.ts --context kind-dev'],
  usesCluster: true,
  load: () => import('./dev.ts'),
};
