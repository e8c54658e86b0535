/**
 * Proxies: which kinds there are, and which one the environment asks for on the way to a server.
 * Upstream: clientcmd's proxy-url, and Go's http.ProxyFromEnvironment with CIDR support.
 */
import {
  isInRange,
  isLoopbackAddress,
  readIpAddress,
  readIpRange,
  sharesBits,
  unmappedAddress,
  type IpGroups,
} from '@reeve/machinery';

/** What is wrong with a proxy's address, in words that do not repeat it: it may hold a password. */
export const proxyUrlProblem = (text: string): string | undefined => {
  if (!URL.canParse(text)) return 'is no address: write http://HOST:PORT, https://HOST:PORT or socks5://HOST:PORT';
  const { protocol, hostname } = new URL(text);
  if (!schemes.has(protocol)) return 'has an unknown scheme: write http, https or socks5';
  return hostname === '' ? 'names no host' : undefined;
};

const schemes = new Set(['http:', 'https:', 'socks5:', 'socks5h:']);

/** The proxy that the environment names for a server; undefined for a direct way. */
export const proxyFromEnvironment = (
  server: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  const { protocol, hostname, port } = new URL(server);
  const variable = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = env[variable] || env[variable.toLowerCase()];
  if (!proxy) return undefined;
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isLocal(host) || isExempt(host, port, env['NO_PROXY'] || env['no_proxy'] || '')) return undefined;
  return /^[a-z0-9+.-]+:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
};

function isLocal(host: string): boolean {
  const address = addressOf(host);
  return host === 'localhost' || (address !== undefined && isLoopbackAddress(address));
}

const isExempt = (host: string, port: string, list: string): boolean =>
  list.split(',').some((item) => matches(item.trim().toLowerCase(), host, port));

/** `*`, an address, a range of addresses, a domain with all below it, or with a leading dot only what is below it; each with a port if wanted. */
const matches = (item: string, host: string, port: string): boolean => {
  if (item === '') return false;
  if (item === '*') return true;
  if (item.includes('/')) return isWithin(host, item);
  const [, name = item, wantedPort] = addressOf(item) ? [] : (/^(.*?)(?::(\d+))?$/.exec(item) ?? []);
  if (wantedPort !== undefined && wantedPort !== port) return false;
  const wanted = name.replace(/^\[|\]$/g, '');
  const [address, ofHost] = [addressOf(wanted), addressOf(host)];
  if (address) return ofHost !== undefined && sharesBits(address, ofHost, 128);
  const domain = wanted.replace(/^\*?\./, '');
  return host.endsWith(`.${domain}`) || (domain === wanted && host === domain);
};

function isWithin(host: string, text: string): boolean {
  const [range, address] = [readIpRange(text, 'strict'), addressOf(host)];
  return range !== undefined && address !== undefined && isInRange(range, address);
}

/** The address that a text is. One of IPv4 that is written as IPv6 is the same address. */
function addressOf(text: string): IpGroups | undefined {
  const address = readIpAddress(text, 'strict');
  return address && unmappedAddress(address);
}
