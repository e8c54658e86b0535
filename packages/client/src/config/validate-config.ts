/**
 * Finds what is wrong with the parts of a configuration that are going to be used, all of it at once.
 * Upstream: clientcmd.ConfirmUsable and its validations.
 */
import { dns1123LabelProblems } from '@reeve/machinery';
import { execApiVersions } from '../credentials/exec-settings.ts';
import type { ClusterEntry, ContextEntry, ExecEntry, Origin, UserEntry } from './kubeconfig-entries.ts';
import type { ConfigProblem } from './kubeconfig-error.ts';
import { proxyUrlProblem } from './proxy-url.ts';
import { serverProblem } from './origin-of.ts';

/** Problems of a cluster. */
export const clusterProblems = (cluster: ClusterEntry, origin?: Origin): ConfigProblem[] =>
  problems(origin, [
    [!cluster.server, ['server'], 'is missing: write the address of the API server, https://HOST:PORT'],
    [
      Boolean(cluster.server) && serverProblem(cluster.server ?? '') !== undefined,
      ['server'],
      serverProblem(cluster.server ?? '') ?? '',
    ],
    [
      both(cluster, 'certificate-authority', 'certificate-authority-data'),
      ['certificate-authority'],
      'is there beside certificate-authority-data: keep one of the two',
    ],
    [
      Boolean(cluster['insecure-skip-tls-verify']) && hasAuthority(cluster),
      ['insecure-skip-tls-verify'],
      'believes any certificate, and an authority is given as well: keep one of the two',
    ],
    [
      cluster['proxy-url'] !== undefined && proxyUrlProblem(cluster['proxy-url']) !== undefined,
      ['proxy-url'],
      proxyUrlProblem(cluster['proxy-url'] ?? '') ?? '',
    ],
  ]);

/** Problems of a user. */
export const userProblems = (user: UserEntry, origin?: Origin): ConfigProblem[] => [
  ...problems(origin, [
    [
      Boolean(user.token) && Boolean(user.username || user.password),
      ['token'],
      'is there beside username and password: keep one way to log in',
    ],
    [
      both(user, 'client-certificate', 'client-certificate-data'),
      ['client-certificate'],
      'is there beside client-certificate-data: keep one of the two',
    ],
    [
      hasCertificate(user) && both(user, 'client-key', 'client-key-data'),
      ['client-key'],
      'is there beside client-key-data: keep one of the two',
    ],
    [
      hasCertificate(user) && !user['client-key'] && !user['client-key-data'],
      ['client-certificate'],
      'needs a key: write client-key or client-key-data',
    ],
    [
      !user.as &&
        Boolean(user['as-uid'] || user['as-groups']?.length || Object.keys(user['as-user-extra'] ?? {}).length),
      ['as'],
      'is missing: impersonating a uid, groups or extra needs a user',
    ],
    [
      user.exec !== undefined && user['auth-provider'] !== undefined,
      ['auth-provider'],
      'is there beside exec: keep one of the two',
    ],
  ]),
  ...authProviderProblems(user, origin),
  ...(user.exec === undefined ? [] : execProblems(user.exec, origin)),
];

/** Problems of a context by itself; whether what it names exists is for who looks it up. */
export const contextProblems = ({ namespace }: ContextEntry, origin?: Origin): ConfigProblem[] =>
  problems(origin, [
    [
      namespace !== undefined && namespace !== '' && dns1123LabelProblems(namespace).length > 0,
      ['namespace'],
      'is no name of a namespace: write lower-case letters, digits and dashes',
    ],
  ]);

const execProblems = (exec: ExecEntry, origin?: Origin): ConfigProblem[] =>
  problems(origin, [
    [!exec.command, ['exec', 'command'], 'is missing: write the name of the plugin'],
    [!exec.apiVersion, ['exec', 'apiVersion'], `is missing: write ${execApiVersions[0]}`],
    [
      !exec.interactiveMode && exec.apiVersion === execApiVersions[0],
      ['exec', 'interactiveMode'],
      `is missing: write ${modes}`,
    ],
    [
      Boolean(exec.interactiveMode) && !isMode(exec.interactiveMode),
      ['exec', 'interactiveMode'],
      `is unknown: write ${modes}`,
    ],
    ...(exec.env ?? []).map(({ name }, at): Check => [
      !name,
      ['exec', 'env', at, 'name'],
      'is missing: write the name of the variable',
    ]),
  ]);

const modes = 'Never, IfAvailable or Always';
const isMode = (mode: string | undefined): boolean => mode === 'Never' || mode === 'IfAvailable' || mode === 'Always';

/** Plugins that were built in once. */
const successors: Readonly<Record<string, string>> = {
  gcp: 'install gke-gcloud-auth-plugin and run `gcloud container clusters get-credentials` again',
  azure: 'install kubelogin and run `kubelogin convert-kubeconfig`',
};

const authProviderProblems = ({ 'auth-provider': provider }: UserEntry, origin?: Origin): ConfigProblem[] => {
  if (provider === undefined) return [];
  const { name = '', config = {} } = provider;
  if (name !== 'oidc') {
    const advice = successors[name] ?? 'use an exec plugin; of the built-in ones only oidc is left';
    return problems(origin, [
      [true, ['auth-provider', 'name'], `${JSON.stringify(name)} is no longer built in: ${advice}`],
    ]);
  }
  return problems(origin, [
    [
      !config['idp-issuer-url'],
      ['auth-provider', 'config', 'idp-issuer-url'],
      'is missing: write the address of the issuer',
    ],
    [
      !config['client-id'],
      ['auth-provider', 'config', 'client-id'],
      'is missing: write the id that the issuer gave to the client',
    ],
  ]);
};

type Check = readonly [isWrong: boolean, path: readonly (string | number)[], message: string];

const problems = (origin: Origin | undefined, checks: readonly Check[]): ConfigProblem[] =>
  checks
    .filter(([isWrong]) => isWrong)
    .map(([, path, message]) => ({ place: origin?.at(path) ?? placeOf(path), message }));

const placeOf = (path: readonly (string | number)[]) => ({
  file: 'the given configuration',
  line: undefined,
  column: undefined,
  field: path.join('.'),
});

const both = <Entry>(entry: Entry, one: keyof Entry, other: keyof Entry): boolean =>
  Boolean(entry[one]) && Boolean(entry[other]);
const hasAuthority = (cluster: ClusterEntry): boolean =>
  Boolean(cluster['certificate-authority'] || cluster['certificate-authority-data']);
const hasCertificate = (user: UserEntry): boolean =>
  Boolean(user['client-certificate'] || user['client-certificate-data']);
