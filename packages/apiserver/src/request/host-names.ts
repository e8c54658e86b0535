/**
 * Whether a request comes from a web page that is none of ours. A browser lets any page send requests to loopback, and a page can make its own name lead there
 * (DNS rebinding) and read the answers. Such requests show in their headers: `Host` holds that name, `Origin` another place than `Host`, or `Sec-Fetch-Site`
 * says so. An address in `Host` cannot be rebound.
 */
import { isIpAddress } from '@reeve/machinery';

type Headers = Readonly<Record<string, string | undefined>>;

/** Whether a `Host` header holds an address, a name of this machine, or one of these names. */
export function isOwnHost(host: string, names: readonly string[]): boolean {
  const name = hostNameOf(host);
  return isIpAddress(name) || name === 'localhost' || name.endsWith('.localhost') || names.includes(name);
}

/** The name or address of a `Host` header, without the port. */
export const hostNameOf = (host: string): string =>
  host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();

/** Why a request is taken for one of a foreign web page, or undefined. */
export function foreignPageProblem(headers: Headers, isOwn: (host: string) => boolean): string | undefined {
  const { host, origin } = headers;
  const site = headers['sec-fetch-site'];
  if (host !== undefined && !isOwn(host))
    return `it is for the host ${JSON.stringify(host)}, which is no name of this server`;
  if (origin !== undefined && !isSameOrigin(origin, host))
    return `it comes from a web page of ${JSON.stringify(origin)}`;
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return 'it comes from a web page of another site';
  return undefined;
}

const isSameOrigin = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && host !== undefined && new URL(origin).host === hostWithoutDefaultPort(origin, host);

const hostWithoutDefaultPort = (origin: string, host: string): string => {
  const url = `${new URL(origin).protocol}//${host}`;
  return URL.canParse(url) ? new URL(url).host : host;
};
