/**
 * Opens lines to a server, directly or through a proxy; an edge of the machine. Connections live on between requests, TLS sessions are taken up again, TCP
 * probes find peers that are gone. undici is loaded when the first line is wanted.
 * Upstream: client-go transport's dialer and http.Transport settings.
 */
import type { Dispatcher } from 'undici';
import { tlsConnectOptions, type TlsSettings } from './tls-settings.ts';

/** Where lines lead. */
export interface LineOptions {
  readonly origin: string;
  readonly proxyUrl?: string | undefined;
  readonly tls: TlsSettings;
  readonly connectTimeoutMs: number;
}

const tcpProbeMs = 30_000;
const idleMs = 90_000;

/** A function that opens a line. Its limits are only those of connecting: other timeouts are kept on the Host's clock. */
export const lineOpener = async (options: LineOptions): Promise<() => Dispatcher> => {
  const undici = await import('undici');
  const { proxyUrl, origin } = options;
  const connect = {
    ...tlsConnectOptions(options.tls),
    timeout: options.connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelay: tcpProbeMs,
  };
  const limits = {
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
  };
  if (proxyUrl === undefined) {
    const shared = { ...limits, connect: undici.buildConnector(connect) }; // one connector has one store of TLS sessions
    return () => new undici.Client(origin, shared);
  }
  if (proxyUrl.startsWith('socks5')) {
    const url = proxyUrl.replace(/^socks5h:/, 'socks5:'); // undici always has the proxy resolve names
    return () => new undici.Socks5ProxyAgent(url, { requestTls: connect } as object); // its types do not mention `requestTls`
  }
  const proxyTls = { timeout: options.connectTimeoutMs };
  return () => new undici.ProxyAgent({ uri: proxyUrl, ...limits, connections: 1, requestTls: connect, proxyTls });
};
