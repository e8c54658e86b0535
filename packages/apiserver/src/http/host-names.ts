/**
 * The names by which a server is reached. A web page can make its own name lead to a loopback address (DNS rebinding); the requests of its scripts then come
 * with that name in `Host`. An address in `Host` is no such name.
 */
import { isAddress } from './serving-names.ts';

/** The name or address of a `Host` header, without the port. */
export const hostNameOf = (host: string): string =>
  host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();

/** Whether a `Host` header holds an address, a name of this machine, or one of these names. */
export function isOwnHost(host: string, names: readonly string[]): boolean {
  const name = hostNameOf(host);
  return isAddress(name) || name === 'localhost' || name.endsWith('.localhost') || names.includes(name);
}
