/**
 * `reeve server`.
 */
import type { CommandDeclaration } from '../command/command.ts';

/** Runs the embedded API server alone. */
export const serverCommand: CommandDeclaration = {
  name: 'server',
  group: 'Develop',
  summary: 'run an API server alone, for kubectl and any other client',
  description: 'Runs an API server until Ctrl-C. The line for your shell goes to stdout, everything else to stderr.',
  flags: [
    {
      syntax: '--profile <name>',
      summary: 'envtest: the API alone; cluster: garbage collector, namespaces, service accounts, workloads and nodes',
      choices: ['envtest', 'cluster'],
      preset: 'envtest',
    },
    { syntax: '--nodes <number>', summary: 'how many nodes a cluster has', preset: '1' },
    {
      syntax: '--authorization-mode <modes>',
      summary: 'who may do what: RBAC in a cluster and AlwaysAllow otherwise, unless given',
    },
    { syntax: '--port <number>', summary: 'the port to listen on; any free one by default', preset: '0' },
    { syntax: '--kubeconfig <file>', summary: 'where to write the kubeconfig; .reeve/kubeconfig by default' },
  ],
  examples: ['reeve server', 'reeve server --profile cluster --nodes 3 --port 6443 --kubeconfig /tmp/kubeconfig'],
  load: () => import('./server.ts'),
};
