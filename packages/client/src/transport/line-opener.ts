/**
 * Opens lines to a server, directly or through a proxy. undici is loaded when a line through a proxy is wanted.
 */
import type { Clock } from '@reeve/machinery';
import { dialer, tcpProbeMs } from './dial.ts';
import { DirectLine } from './direct-line.ts';
import type { Line } from './line.ts';
import { ProxiedLine } from './proxied-line.ts';
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
  if (proxyUrl.startsWith('socks5')) {
    const url = proxyUrl.replace(/^socks5h:/, 'socks5:'); // undici always has the proxy resolve names
    return () => new ProxiedLine(new undici.Socks5ProxyAgent(url, { requestTls } as object), origin, restLimitMs); // its types do not mention `requestTls`
  }
  const limits = {
    pipelining: 1,
    connections: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: restLimitMs,
    keepAliveMaxTimeout: restLimitMs,
  };
  const proxyTls = { timeout: connectTimeoutMs, rejectUnauthorized: true };
  return () =>
    new ProxiedLine(new undici.ProxyAgent({ uri: proxyUrl, ...limits, requestTls, proxyTls }), origin, restLimitMs);
};
