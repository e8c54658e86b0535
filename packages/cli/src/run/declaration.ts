/**
 * `reeve run FILE`.
 */
import { debugToken } from '../command/command.ts';
import type { CommandDeclaration } from '../command/command.ts';

/** Runs an operator in production. */
export const runCommand: CommandDeclaration = {
  name: 'run',
  group: 'Ship and run',
  summary: 'run an operator in production: in a pod, or on the cluster that the flags name',
  description:
    'Runs the controllers of a file with leader election, metrics, probes and a JSON log. In a pod it uses the service account; elsewhere KUBECONFIG or the flags say where.\n' +
    'Every flag can be a variable too: --metrics-address as REEVE_METRICS_ADDRESS. Requests of controllers take 30 seconds at most, or as long as --request-timeout says.',
  arguments: [
    { syntax: '[file]', summary: 'a .ts or .js file that exports controllers; the programs of reeve.json by default' },
  ],
  flags: [
    { syntax: '--name <name>', summary: 'the name of the operator, for its Lease; that of the file by default' },
    { syntax: '--no-leader-election', summary: 'run without a Lease: for one replica only' },
    { syntax: '--leader-election-namespace <name>', summary: 'where the Lease is; that of the pod by default' },
    {
      syntax: '--metrics-address <address>',
      summary: 'where metrics are served; 0 serves none',
      preset: '127.0.0.1:8080',
    },
    { syntax: '--metrics-secure', summary: 'serve metrics over TLS, and only to who may get /metrics in the cluster' },
    { syntax: '--health-address <address>', summary: 'where probes are answered; 0 answers none', preset: ':8081' },
    { syntax: '--debug-address <address>', summary: 'where reeve why asks, on this machine only; none by default' },
    debugToken,
    { syntax: '--debug-heap', summary: 'give out heap snapshots there; they hold credentials and Secrets' },
    {
      syntax: '--log-level <level>',
      summary: 'the least that is logged',
      choices: ['debug', 'info', 'warn', 'error'],
      preset: 'info',
    },
    {
      syntax: '--log-format <format>',
      summary: 'for machines or for people',
      choices: ['json', 'text'],
      preset: 'json',
    },
    {
      syntax: '--connect-timeout <time>',
      summary: 'how long to wait at the start for a server that does not answer; 0 waits for ever',
      preset: '0',
    },
    { syntax: '--webhook-port <number>', summary: 'where the webhooks of the file are served', preset: '9443' },
    {
      syntax: '--webhook-cert-dir <folder>',
      summary: 'tls.crt and tls.key for webhooks, read again when they change; without it the operator makes its own',
    },
    { syntax: '--install', summary: 'apply the definitions of the file before the controllers start' },
    { syntax: '--force', summary: 'with --install: also changes that stored objects or clients may not survive' },
  ],
  examples: ['reeve run website.ts', 'reeve run website.ts --context production --no-leader-election'],
  usesCluster: true,
  readsVariables: true,
  load: () => import('./run.ts'),
};
