/**
 * Addresses of resources as they may stand in a request: absolute, or a path that starts with a slash.
 * Upstream: url.ParseRequestURI.
 */
import { isIpv6 } from './ip-address.ts';

/** True of an absolute URI or an absolute path. */
export function isUri(text: string): boolean {
  if (text === '' || hasControlCharacter(text) || text.startsWith(':')) return false;
  if (text === '*') return true;
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(text)?.[0] ?? '';
  const [rest = ''] = text.slice(scheme === '' ? 0 : scheme.length + 1).split('?', 1);
  if (!rest.startsWith('/')) return scheme !== '';
  if (scheme === '' || !rest.startsWith('//')) return isEscaped(rest);
  const slash = rest.indexOf('/', 2);
  const [authority, path] = slash === -1 ? [rest.slice(2), ''] : [rest.slice(2, slash), rest.slice(slash)];
  return isAuthority(authority, scheme.toLowerCase()) && isEscaped(path);
}

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const hasControlCharacter = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text);

/** Every percent sign is followed by two digits. */
const isEscaped = (text: string): boolean => !/%(?![0-9a-f]{2})/i.test(text);

function isAuthority(authority: string, scheme: string): boolean {
  const at = authority.lastIndexOf('@');
  const user = authority.slice(0, Math.max(at, 0));
  if (!/^[\w.~!$&'()*+,;=%:@-]*$/.test(user) || !isEscaped(user)) return false;
  return isHost(authority.slice(at + 1), scheme);
}

function isHost(host: string, scheme: string): boolean {
  const bracket = host.lastIndexOf('[');
  if (bracket !== -1) return bracket === 0 && isBracketed(host);
  const isWeb = scheme === 'http' || scheme === 'https';
  const colon = isWeb ? host.indexOf(':') : host.lastIndexOf(':');
  return (colon === -1 || isPort(host.slice(colon))) && isHostText(host);
}

const isPort = (text: string): boolean => text === '' || /^:\d*$/.test(text);

/** What must be escaped in a host must not be there, and only what is not ASCII may be escaped. */
const isHostText = (text: string): boolean =>
  isEscaped(text) && !/[ #/?@\\^`{|}]/.test(text) && !/%(?!25)[0-7]/i.test(text);

/** `[fe80::1%25en0]:80`: an IPv6 address in brackets, with a zone perhaps. */
function isBracketed(host: string): boolean {
  const close = host.lastIndexOf(']');
  if (close === -1 || !isPort(host.slice(close + 1))) return false;
  const [address = '', zone] = host.slice(1, close).split('%25');
  return isIpv6(address) && zone !== '' && isEscaped(zone ?? '');
}
