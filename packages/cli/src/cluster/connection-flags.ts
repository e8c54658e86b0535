/**
 * The flags that say which cluster, as whom and in which namespace, with kubectl's names and meaning; and what they say on top of a kubeconfig.
 * Upstream: cli-runtime genericclioptions.ConfigFlags.
 */
import type { ConfigOverrides } from '@reeve/client';
import type { FlagDeclaration } from '../command/command.ts';
import type { Flags } from '../command/flags.ts';

/** The flags, as every command that uses a cluster takes them. */
export const connectionFlags: readonly FlagDeclaration[] = [
  { syntax: '--kubeconfig <file>', summary: 'the kubeconfig to use, and no other' },
  { syntax: '--context <name>', summary: 'the context of the kubeconfig to use' },
  { syntax: '-n, --namespace <name>', summary: 'the namespace to work in' },
  { syntax: '--cluster <name>', summary: 'the cluster of the kubeconfig to use' },
  { syntax: '--user <name>', summary: 'the user of the kubeconfig to use' },
  { syntax: '-s, --server <url>', summary: 'the address of the API server' },
  { syntax: '--token <token>', summary: 'the bearer token to show' },
  { syntax: '--as <name>', summary: 'the user to act as' },
  { syntax: '--as-group <name>', summary: 'a group to act as; may be given several times', isRepeatable: true },
  { syntax: '--as-uid <uid>', summary: 'the UID to act as' },
  { syntax: '--certificate-authority <file>', summary: "the authority to believe the server's certificate by" },
  { syntax: '--client-certificate <file>', summary: 'the certificate to show' },
  { syntax: '--client-key <file>', summary: 'the key of that certificate' },
  { syntax: '--insecure-skip-tls-verify', summary: "believe any server's certificate" },
  { syntax: '--tls-server-name <name>', summary: "the name to look for in the server's certificate" },
  { syntax: '--request-timeout <time>', summary: 'how long a request may take, as 30s; 0 waits for ever', preset: '0' },
];

/** What the flags say on top of a kubeconfig. */
export function overridesOf(flags: Flags): ConfigOverrides {
  return {
    currentContext: flags.text('context'),
    context: fields(flags, { cluster: 'cluster', user: 'user', namespace: 'namespace' }),
    cluster: {
      ...fields(flags, { server: 'server', 'tls-server-name': 'tls-server-name' }),
      ...fields(flags, { 'certificate-authority': 'certificate-authority' }),
      ...(flags.has('insecure-skip-tls-verify') && { 'insecure-skip-tls-verify': true }),
    },
    user: {
      ...fields(flags, { token: 'token', as: 'as', 'as-uid': 'as-uid' }),
      ...fields(flags, { 'client-certificate': 'client-certificate', 'client-key': 'client-key' }),
      ...(flags.all('as-group').length > 0 && { 'as-groups': flags.all('as-group') }),
    },
  };
}

/** Whether a cluster was named on the command line: by a file, a context or an address. */
export const namesCluster = (flags: Flags): boolean =>
  ['kubeconfig', 'context', 'cluster', 'server'].some((name) => flags.text(name) !== undefined);

/** The entries whose flags were given. */
function fields<Field extends string>(flags: Flags, names: Record<Field, string>): Partial<Record<Field, string>> {
  const given = Object.entries<string>(names).flatMap(([field, flag]) => {
    const value = flags.text(flag);
    return value === undefined ? [] : [[field, value]];
  });
  return Object.fromEntries(given) as Partial<Record<Field, string>>; // only keys of `names`
}
