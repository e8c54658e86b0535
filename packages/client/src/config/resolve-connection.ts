/**
 * Turns entries of a kubeconfig into what a connection needs. Credentials go along only where the connection is encrypted.
 * Upstream: clientcmd.DirectClientConfig.ClientConfig.
 */
import { stringifyJson } from '@reeve/machinery';
import { Secret } from '../credentials/secret.ts';
import { execApiVersions, execExtensionName, type ExecCluster } from '../credentials/exec-settings.ts';
import type { ConnectionConfig, IdentityConfig, OidcConfig, TlsConfig } from './connection-config.ts';
import type { ClusterEntry, UserEntry } from './kubeconfig-entries.ts';

/** The parts that a connection is made of. */
export interface ConnectionParts {
  readonly cluster: ClusterEntry;
  readonly user: UserEntry;
  readonly namespace: string;
  /** Where the cluster comes from, for people. */
  readonly source: string;
  /** The file that names the cluster. */
  readonly clusterFile?: string | undefined;
  /** Where new tokens of the user are written. */
  readonly savedIn?: OidcConfig['savedIn'];
}

/** The configuration of a connection. The parts have been found to be without problems. */
export const connectionConfig = (parts: ConnectionParts): ConnectionConfig => {
  const { cluster, user, namespace, source } = parts;
  const isEncrypted = /^https:/i.test(cluster.server ?? '');
  const identity = isEncrypted ? identityOf(parts) : undefined;
  return {
    server: cluster.server ?? '',
    ...(isEncrypted && { tls: tlsOf(parts) }),
    ...(identity !== undefined && { identity }),
    ...(user.as && {
      impersonate: { user: user.as, uid: user['as-uid'], groups: user['as-groups'], extra: user['as-user-extra'] },
    }),
    ...(cluster['proxy-url'] && { proxyUrl: proxyOf(cluster['proxy-url']) }),
    ...(cluster['disable-compression'] && { disableCompression: true }),
    namespace,
    source,
  };
};

/** Data counts more than a file, as upstream has it. */
const tlsOf = ({ cluster, user, clusterFile }: ConnectionParts): TlsConfig => {
  const ca = decoded(cluster['certificate-authority-data']);
  const cert = decoded(user['client-certificate-data']);
  const key = decoded(user['client-key-data']);
  const hasCertificate = cert !== undefined || Boolean(user['client-certificate']);
  return {
    ...(ca !== undefined && {
      ca,
      caFrom: `certificate-authority-data of ${clusterFile ?? 'the given configuration'}`,
    }),
    ...(ca === undefined && cluster['certificate-authority'] && { caFile: cluster['certificate-authority'] }),
    ...(cert !== undefined && { cert }),
    ...(cert === undefined && hasCertificate && { certFile: user['client-certificate'] }),
    ...(hasCertificate && key !== undefined && { key: new Secret(key) }),
    ...(hasCertificate && key === undefined && { keyFile: user['client-key'] }),
    ...(cluster['tls-server-name'] && { serverName: cluster['tls-server-name'] }),
    ...(cluster['insecure-skip-tls-verify'] && { isInsecure: true }),
  };
};

const identityOf = (parts: ConnectionParts): IdentityConfig | undefined => {
  const { token, tokenFile, username, password, exec } = parts.user;
  if (tokenFile) return { type: 'tokenFile', path: tokenFile, ...(token && { token: new Secret(token) }) };
  if (token) return { type: 'token', token: new Secret(token) };
  if (username || password) return { type: 'basic', username: username ?? '', password: new Secret(password ?? '') };
  if (exec !== undefined) return execOf(parts, exec);
  return oidcOf(parts);
};

const execOf = ({ cluster }: ConnectionParts, exec: NonNullable<UserEntry['exec']>): IdentityConfig => {
  const {
    command = '',
    apiVersion = execApiVersions[0],
    interactiveMode = 'IfAvailable',
    env = [],
    args,
    ...rest
  } = exec;
  const settings = {
    ...rest,
    command,
    apiVersion,
    interactiveMode,
    ...(args !== undefined && { args: args.map((text) => new Secret(text)) }),
    env: env.map(({ name = '', value = '' }) => ({ name, value: new Secret(value) })),
  };
  const caFile = cluster['certificate-authority-data'] ? undefined : cluster['certificate-authority'];
  return { type: 'exec', settings, cluster: execClusterOf(cluster), ...(caFile && { caFile }) };
};

/** What a plugin is told: the authority as data, never as a path. */
const execClusterOf = ({ extensions = [], ...cluster }: ClusterEntry): ExecCluster => {
  const config = extensions.find(({ name }) => name === execExtensionName)?.extension;
  const { server = '', 'certificate-authority': _file, 'proxy-url': proxy, ...rest } = cluster;
  return {
    ...rest,
    server,
    ...(proxy && { 'proxy-url': proxyOf(proxy) }),
    ...(config !== undefined && { config: new Secret(stringifyJson(config)) }),
  };
};

const oidcOf = ({ user, savedIn }: ConnectionParts): IdentityConfig | undefined => {
  const config = user['auth-provider']?.config;
  if (config === undefined) return undefined;
  const secret = (name: string): Secret | undefined => (config[name] ? new Secret(config[name]) : undefined);
  const settings: OidcConfig = {
    issuerUrl: config['idp-issuer-url'] ?? '',
    clientId: config['client-id'] ?? '',
    clientSecret: secret('client-secret'),
    idToken: secret('id-token'),
    refreshToken: secret('refresh-token'),
    ca: decoded(config['idp-certificate-authority-data']),
    caFile: config['idp-certificate-authority'],
    savedIn,
  };
  return { type: 'oidc', settings };
};

/** A user name may be a token. */
const proxyOf = (url: string): Secret | string => {
  const { username, password } = new URL(url);
  return username === '' && password === '' ? url : new Secret(url);
};

const decoded = (data: string | undefined): string | undefined =>
  data ? Buffer.from(data, 'base64').toString('utf8') : undefined;
