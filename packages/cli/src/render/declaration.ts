/**
 * `reeve render FILE`.
 */
import type { CommandDeclaration } from '../command/command.ts';

/** Writes manifests of an operator. */
export const renderCommand: CommandDeclaration = {
  name: 'render',
  group: 'Ship and run',
  summary: 'write the manifests of an operator: definitions, permissions, Deployment, Service',
  description:
    'Computes from the program what a cluster needs to run it: its CustomResourceDefinitions, a ServiceAccount with the permissions that its controllers declare,\n' +
    'a Deployment and a Service for its metrics, which are served over TLS to who has the ClusterRole NAME-metrics-reader. Prints them as YAML, or writes a file each into a folder.',
  arguments: [
    { syntax: '[file]', summary: 'a .ts or .js file that exports controllers; the programs of reeve.json by default' },
  ],
  flags: [
    { syntax: '--name <name>', summary: 'the name of the operator; that of the file by default' },
    { syntax: '-n, --namespace <name>', summary: 'where it runs; NAME-system by default' },
    { syntax: '--image <image>', summary: 'its image; NAME:latest by default' },
    { syntax: '--replicas <number>', summary: 'how many of it run', preset: '1' },
    { syntax: '--out <folder>', summary: 'write files into a folder, instead of printing' },
  ],
  examples: ['reeve render website.ts --image registry.example.com/website:1.0 | kubectl apply --server-side -f -'],
  load: () => import('./render.ts'),
};
