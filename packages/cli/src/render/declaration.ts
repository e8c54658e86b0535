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
    'a Deployment and a Service for its metrics, which are served over TLS to who has the ClusterRole NAME-metrics-reader. Prints them as YAML, or writes a file each into a folder,\n' +
    'with a kustomization.yaml, or a Helm chart. In a chart, Chart.yaml, values and templates of your own are kept when it is written again.',
  arguments: [
    { syntax: '[file]', summary: 'a .ts or .js file that exports controllers; the programs of reeve.json by default' },
  ],
  flags: [
    { syntax: '--name <name>', summary: 'the name of the operator; that of the file by default' },
    { syntax: '-n, --namespace <name>', summary: 'where it runs; NAME-system by default' },
    { syntax: '--image <image>', summary: 'its image; NAME:latest by default' },
    { syntax: '--replicas <number>', summary: 'how many of it run', preset: '1' },
    {
      syntax: '--certificates <maker>',
      summary: 'who makes the certificates of webhooks: the operator itself, or cert-manager',
      choices: ['own', 'cert-manager'],
      preset: 'own',
    },
    { syntax: '--out <folder>', summary: 'write files into a folder, instead of printing' },
    { syntax: '--chart <folder>', summary: 'write a Helm chart into a folder, instead of printing' },
    {
      syntax: '--network-policy',
      summary: 'add a NetworkPolicy: metrics for namespaces with the label metrics=enabled',
    },
    { syntax: '--service-monitor', summary: 'add a ServiceMonitor for the Prometheus operator' },
    { syntax: '--dashboard', summary: 'add a ConfigMap with a Grafana dashboard' },
    { syntax: '--force', summary: 'with --chart: write over templates of your own that are in the way' },
  ],
  examples: [
    'reeve render website.ts --image registry.example.com/website:1.0 | kubectl apply --server-side -f -',
    'reeve render website.ts --image registry.example.com/website:1.0 --chart charts/website',
  ],
  load: () => import('./render.ts'),
};
