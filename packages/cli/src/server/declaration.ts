/**
 * `reeve server`.
 */
import type { CommandDeclaration, FlagDeclaration } from '../command/command.ts';

const dataFlag: FlagDeclaration = {
  syntax: '--data <folder>',
  summary:
    'the folder where objects outlive the server, on the disk before they are acknowledged; in memory without it',
};

const saveCommand: CommandDeclaration = {
  name: 'save',
  group: 'Develop',
  summary: 'save all objects of a data folder to a file, whether a server runs on it or not',
  arguments: [
    { syntax: '<file>', summary: 'the file, which must not be there yet; it holds Secrets and the key of tokens' },
  ],
  flags: [dataFlag],
  examples: ['reeve server snapshot save backup.reeve --data ./data'],
  load: () => import('./snapshot.ts').then(({ save }) => ({ run: save })),
};

const restoreCommand: CommandDeclaration = {
  name: 'restore',
  group: 'Develop',
  summary: 'put the objects of a snapshot into a data folder that holds none, after checking all of the file',
  arguments: [{ syntax: '<file>', summary: 'a file that "reeve server snapshot save" wrote' }],
  flags: [dataFlag],
  examples: ['reeve server snapshot restore backup.reeve --data ./restored'],
  load: () => import('./snapshot.ts').then(({ restore }) => ({ run: restore })),
};

const snapshotCommand: CommandDeclaration = {
  name: 'snapshot',
  group: 'Develop',
  summary: 'save and restore the objects of a data folder',
  commands: [saveCommand, restoreCommand],
};

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
    dataFlag,
    { syntax: '--port <number>', summary: 'the port to listen on; any free one by default', preset: '0' },
    { syntax: '--kubeconfig <file>', summary: 'where to write the kubeconfig; .reeve/kubeconfig by default' },
  ],
  examples: [
    'reeve server',
    'reeve server --data ./data',
    'reeve server --profile cluster --nodes 3 --port 6443 --kubeconfig /tmp/kubeconfig',
  ],
  commands: [snapshotCommand],
  load: () => import('./server.ts'),
};
