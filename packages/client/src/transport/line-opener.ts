/**
 * Opens lines to a server, directly or through a proxy. undici is loaded when a line through a proxy is wanted.
 */
import type { Socket } from 'node:net';
import { callbackify, promisify } from 'node:util';
import type { Clock } from '@reeve/machinery';
import type { buildConnector } from 'undici';
import { dialer, tcpProbeMs } from './dial.ts';
import { DirectLine } from './direct-line.ts';
import type { Line } from './line.ts';
import { ProxiedLine } from './proxied-line.ts';
import { socksSocket } from './proxy-tunnel.ts';
import { tlsConnectOptions, type TlsSettings } from './tls-settings.ts';

/** Where lines lead. */
export interface LineOptions {
  readonly clock: Clock;
  readonly origin: string;
  readonly proxyUrl?: string | undefined;
  readonly tls: TlsSettings;
  readonly connectTimeoutMs: number;
}

const restLimitMs = 90_000;

/** A function that opens a line. Its limits are only those of connecting: other timeouts are the transport's. */
export const lineOpener = async (options: LineOptions): Promise<() => Line> => {
  if (options.proxyUrl !== undefined) return proxiedLines(options, options.proxyUrl);
  const { clock, origin, tls, connectTimeoutMs: timeoutMs } = options;
  const shared = {
    clock,
    dial: dialer({ clock, origin, tls, timeoutMs }),
    authority: new URL(origin).host,
    restLimitMs,
  };
  return () => new DirectLine(shared);
};

const proxiedLines = async ({ origin, tls, connectTimeoutMs }: LineOptions, proxyUrl: string): Promise<() => Line> => {
  const undici = await import('undici');
  const requestTls = {
    ...tlsConnectOptions(tls),
    timeout: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelay: tcpProbeMs,
  };
  const limits = {
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: restLimitMs,
    keepAliveMaxTimeout: restLimitMs,
  };
  if (proxyUrl.startsWith('socks5')) {
    const connect = socksConnector(undici, proxyUrl, requestTls);
    return () => new ProxiedLine(new undici.Client(origin, { ...limits, connect }), origin, restLimitMs);
  }
  const proxyTls = { timeout: connectTimeoutMs, rejectUnauthorized: true };
  return () =>
    new ProxiedLine(
      new undici.ProxyAgent({ uri: proxyUrl, ...limits, connections: 1, requestTls, proxyTls }),
      origin,
      restLimitMs,
    );
};

/**
 * Connects through a proxy of SOCKS, and speaks TLS in the tunnel. undici's own agent names the server in TLS even where that is an address, which Node refuses from version 26 on.
 */
function socksConnector(
  undici: { readonly buildConnector: typeof buildConnector },
  proxyUrl: string,
  requestTls: buildConnector.BuildOptions,
): buildConnector.connector {
  const secure = promisify(undici.buildConnector(requestTls) as Connect);
  const connect = async (options: buildConnector.Options): Promise<Socket> => {
    const { protocol, hostname, port } = options;
    const place = { host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
    const socket = await socksSocket(proxyUrl, place);
    return protocol === 'https:' ? await secure({ ...options, httpSocket: socket }) : socket;
  };
  return callbackify(connect) as unknown as buildConnector.connector; // which calls back with an error or a socket
}

/** How undici connects, as `promisify` knows it. */
type Connect = (options: buildConnector.Options, callback: (error: Error | null, socket: Socket) => void) => void;
