/**
 * Opens a connection to a cluster. Nothing is loaded, read or dialled before the first request.
 * Upstream: rest.RESTClientFor, rest.HTTPClientFor.
 */
import { basename } from 'node:path';
import { nodeHost, type Host, type TransportRequest } from '@reeve/machinery';
import type { ConfigEnvironment } from '../config/config-environment.ts';
import type { ConnectionConfig } from '../config/connection-config.ts';
import { nodeEnvironment } from '../config/node-environment.ts';
import { proxyFromEnvironment } from '../config/proxy-url.ts';
import { writeKubeConfig } from '../config/write-kube-config.ts';
import { CredentialError } from '../credentials/credential-error.ts';
import { credentialFor, type CredentialSurroundings } from './credential-for.ts';
import type { ExecPolicy } from '../credentials/exec-settings.ts';
import { nodePluginRunner, type PluginRunner } from '../credentials/run-plugin.ts';
import { revealed } from '../credentials/secret.ts';
import { tlsSourceOf } from './tls-source.ts';
import { Cluster, type RequestBehaviour } from './cluster.ts';
import { checkServer, originOf } from '../config/origin-of.ts';
import { takesMetric } from '../transport/request-observer.ts';
import { SharedConnections, connectionKey, type OpenConnection } from '../transport/shared-connections.ts';
import { socketTransport } from '../transport/socket-transport.ts';
import type { TransportLayer } from '../transport/transport-layer.ts';
import { userAgentOf } from '../transport/with-user-agent.ts';
import type { WarningHandler } from '../transport/with-warnings.ts';

/** How to connect, and how requests behave. */
export interface ConnectOptions extends RequestBehaviour {
  readonly host?: Host | undefined;
  /** Which credential plugins may be started; all of them unless given. */
  readonly execPolicy?: ExecPolicy | undefined;
  readonly connectTimeoutMs?: number | undefined;
  /** How long the head of an answer may take; 65 seconds unless given, 0 for ever. */
  readonly headTimeoutMs?: number | undefined;
  /** How long an answer may be silent or slower than a kilobyte a second, streams excepted; 60 seconds unless given, 0 for ever. */
  readonly bodyTimeoutMs?: number | undefined;
  readonly environment?: ConfigEnvironment | undefined;
  readonly pluginRunner?: PluginRunner | undefined;
  /** Where connections are shared; all of the process, unless given. */
  readonly connections?: SharedConnections | undefined;
}

/** Connections of this process. Each is gone when its last user has closed it. */
const processConnections = new SharedConnections();

/** A connection to the cluster that the configuration names. */
export const connect = (config: ConnectionConfig, options: ConnectOptions = {}): Cluster => {
  const { host = nodeHost(), connections = processConnections, environment = nodeEnvironment() } = options;
  checkServer(config.server);
  const { origin } = originOf(config.server);
  const proxyUrl =
    config.proxyUrl === undefined ? proxyFromEnvironment(origin, environment.variables) : revealed(config.proxyUrl);
  const { execPolicy, connectTimeoutMs, headTimeoutMs, bodyTimeoutMs } = options;
  const key = connectionKey(config, { proxyUrl, execPolicy, connectTimeoutMs, headTimeoutMs, bodyTimeoutMs });
  const share = connections.take(key, () => open(config, { ...options, host, environment }, proxyUrl));
  const userAgent =
    options.userAgent ?? userAgentOf(basename(process.argv[1] ?? 'node'), { os: process.platform, arch: process.arch });
  const impersonate = options.impersonate ?? config.impersonate;
  const layers = [...(options.layers ?? []), ...warningOfConnection(config, options.onWarning)];
  return new Cluster({ host, config, behaviour: { ...options, userAgent, impersonate, layers }, share });
};

/** Tells with the first request that others can read or change what is sent, if they can. kubectl says nothing. */
const warningOfConnection = (config: ConnectionConfig, onWarning: WarningHandler | undefined): TransportLayer[] => {
  const text = unsafeBecause(config);
  if (text === undefined || onWarning === undefined) return [];
  let isTold = false;
  const tell = (request: TransportRequest): void => {
    if (!isTold) onWarning({ code: 299, agent: 'reeve', text }, request);
    isTold = true;
  };
  return [
    (next) => ({
      request(request) {
        tell(request);
        return next.request(request);
      },
    }),
  ];
};

const unsafeBecause = ({ server, tls, identity }: ConnectionConfig): string | undefined => {
  const { origin } = originOf(server);
  const { protocol, hostname } = new URL(origin);
  if (protocol === 'https:' && tls?.isInsecure) {
    return `the certificate of ${origin} is not verified (insecure-skip-tls-verify): whoever is on the way can read and change everything; name its authority in certificate-authority`;
  }
  if (protocol === 'https:' || identity === undefined || isLoopback(hostname)) return undefined;
  return `credentials are sent to ${origin} without encryption: whoever is on the way can read and use them; write https:// in the address of the server`;
};

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

const open = (
  config: ConnectionConfig,
  options: ConnectOptions & { readonly host: Host; readonly environment: ConfigEnvironment },
  proxyUrl: string | undefined,
): OpenConnection => {
  const { host, connectTimeoutMs, headTimeoutMs, bodyTimeoutMs } = options;
  const surroundings = surroundingsOf(options);
  const credential = credentialFor(config.identity, surroundings);
  const tls = tlsSourceOf({ clock: host.clock, tls: config.tls ?? {}, credential, read: surroundings.read });
  const transport = socketTransport({
    clock: host.clock,
    server: config.server,
    tls,
    proxyUrl,
    disableCompression: config.disableCompression,
    connectTimeoutMs,
    headTimeoutMs,
    bodyTimeoutMs,
  });
  const [connectMs, headMs] = [connectTimeoutMs ?? 30_000, headTimeoutMs ?? 65_000];
  const openTimeoutMs = connectMs === 0 || headMs === 0 ? 0 : connectMs + headMs;
  return { transport, credential, tls, proxyUrl, openTimeoutMs };
};

const surroundingsOf = ({
  host,
  environment,
  pluginRunner = nodePluginRunner(host.clock),
  execPolicy,
  observer,
}: ConnectOptions & { readonly host: Host; readonly environment: ConfigEnvironment }): CredentialSurroundings => ({
  clock: host.clock,
  async read(path) {
    const text = await environment.files.read(path);
    if (text === undefined) throw new CredentialError(`${path} does not exist: check the path in the kubeconfig`);
    return text;
  },
  runner: pluginRunner,
  execPolicy,
  onPluginCall: (result) => {
    if (observer === undefined || !takesMetric(observer, 'rest_client_exec_plugin_call_total')) return;
    const [code, status] = callOutcome(result);
    observer.onMetric?.({
      name: 'rest_client_exec_plugin_call_total',
      labels: { code, call_status: status },
      value: 1,
    });
  },
  saveTokens: async ({ file, user }, { idToken, refreshToken }) => {
    const config = { 'id-token': idToken.reveal(), ...(refreshToken && { 'refresh-token': refreshToken.reveal() }) };
    await writeKubeConfig(file, { users: { [user]: { 'auth-provider': { config } } } }, { environment, host });
  },
});

type CallOutcome = Parameters<NonNullable<CredentialSurroundings['onPluginCall']>>[0];

/** Upstream's words for how a plugin ended. */
const callOutcome = (result: CallOutcome): readonly [code: string, status: string] => {
  if (result.type === 'printed') return ['0', 'no_error'];
  if (result.type === 'missing') return ['1', 'plugin_not_found_error'];
  return [String(result.exitCode ?? 1), 'plugin_execution_error'];
};
