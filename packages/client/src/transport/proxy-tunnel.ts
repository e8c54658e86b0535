/**
 * A tunnel through a proxy, as a socket: for connections that speak something else than requests, such as WebSockets. undici knows how to ask proxies of
 * HTTP and SOCKS; it is loaded when a tunnel is wanted.
 * Upstream: net/http Transport's CONNECT, golang.org/x/net/proxy.
 */
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Through which proxy, and where to. */
export interface TunnelOptions {
  readonly proxyUrl: string;
  /** Where the tunnel leads: `https://host:port`. What is spoken in it is up to the caller. */
  readonly origin: string;
  readonly signal: AbortSignal;
}

/** Opens a tunnel. Fails with what undici says, which `classifyFailure` knows. */
export const openTunnel = async ({ proxyUrl, origin, signal }: TunnelOptions): Promise<Duplex> => {
  const { protocol, hostname, port } = new URL(origin);
  const place = { host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  signal.throwIfAborted();
  return proxyUrl.startsWith('socks5') ? socksTunnel(proxyUrl, place, signal) : httpTunnel(proxyUrl, place, signal);
};

interface Place {
  readonly host: string;
  readonly port: number;
}

async function httpTunnel(proxyUrl: string, { host, port }: Place, signal: AbortSignal): Promise<Duplex> {
  const { Client } = await import('undici');
  const { origin, username, password } = new URL(proxyUrl);
  const authority = `${host}:${port}`;
  const credentials = [username, password].map(decodeURIComponent).join(':');
  const headers = {
    host: authority,
    ...(credentials !== ':' && { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
  };
  const client = new Client(origin, { headersTimeout: 0, connect: { rejectUnauthorized: true, timeout: 0 } });
  try {
    const { statusCode, socket } = await client.connect({ path: authority, headers, signal });
    if (statusCode === 200) return socket;
    socket.on('error', () => {}).destroy();
    throw new Error(`Proxy response (${statusCode}) to the request for a tunnel`);
  } catch (error) {
    void client.destroy();
    throw error;
  }
}

/** The type of what undici's agent has besides being an agent; its declarations leave it out. */
interface SocksDialer {
  createSocks5Connection(host: string, port: number): Promise<Socket>;
}

/** A socket through a proxy of SOCKS. */
export async function socksSocket(proxyUrl: string, { host, port }: Place): Promise<Socket> {
  const { Socks5ProxyAgent } = await import('undici');
  const agent = new Socks5ProxyAgent(proxyUrl.replace(/^socks5h:/, 'socks5:')); // undici always has the proxy resolve names
  return await (agent as unknown as SocksDialer).createSocks5Connection(host, port);
}

function socksTunnel(proxyUrl: string, place: Place, signal: AbortSignal): Promise<Duplex> {
  const dialing = socksSocket(proxyUrl, place);
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    dialing
      .then(
        (socket) => (signal.aborted ? socket.destroy() : resolve(socket)),
        (error: unknown) => reject(error as Error),
      )
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
