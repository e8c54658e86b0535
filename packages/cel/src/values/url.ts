/**
 * URLs as they may stand in a request: absolute, or a path that starts with a slash. Parts are kept as Go keeps them, which
 * differs from the WHATWG's URL: nothing is normalized away, and no host is looked at closer than its syntax.
 * Upstream: Go net/url ParseRequestURI and Parse.
 */
import { readIpAddress } from '@reeve/machinery';
import type { OpaqueType } from '../types/type.ts';
import { opaqueType } from '../types/type.ts';
import { OpaqueValue } from './value.ts';

/** The parts of a URL as they were written, without the separators around them. */
interface UrlParts {
  readonly scheme: string;
  /** What follows a scheme without a slash, as in `mailto:a@b`. */
  readonly opaque: string;
  readonly user: string;
  readonly host: string;
  readonly path: string;
  /** Undefined without a question mark. */
  readonly query: string | undefined;
  readonly fragment: string;
  readonly hasAuthority: boolean;
}

/** A URL. Made by `parseUrl`. */
export class Url extends OpaqueValue {
  readonly type: OpaqueType = urlType;
  readonly #parts: UrlParts;

  constructor(parts: UrlParts) {
    super();
    this.#parts = parts;
  }

  /** In lower case; empty if there is none. */
  get scheme(): string {
    return this.#parts.scheme;
  }

  /** The host with its port; IPv6 addresses in brackets. */
  get host(): string {
    return unescape(this.#parts.host);
  }

  /** The host without its port; IPv6 addresses without brackets. */
  get hostname(): string {
    const name = this.host.slice(0, this.host.length - this.#portPart.length);
    return name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name;
  }

  get port(): string {
    return this.#portPart.slice(1);
  }

  get #portPart(): string {
    return /:\d*$/.exec(this.host)?.[0] ?? '';
  }

  /** The path with everything escaped that must be; as it was written if that is a valid form. */
  get escapedPath(): string {
    const { path } = this.#parts;
    return validPath.test(path) || path === '*' ? path : escape(unescape(path));
  }

  /** The parameters in order of their first appearance, unescaped. Those that cannot be read are left out. */
  get query(): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>();
    for (const parameter of (this.#parts.query ?? '').split('&')) {
      if (parameter === '' || parameter.includes(';') || !isEscaped(parameter)) continue;
      const equals = parameter.indexOf('=');
      const key = queryText(equals === -1 ? parameter : parameter.slice(0, equals));
      const values = found.get(key);
      const value = equals === -1 ? '' : queryText(parameter.slice(equals + 1));
      if (values === undefined) found.set(key, [value]);
      else values.push(value);
    }
    return found;
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof Url && this.toString() === other.toString();
  }

  override toString(): string {
    const { scheme, opaque, user, host, query, fragment, hasAuthority } = this.#parts;
    const authority = hasAuthority ? `//${user === '' ? '' : `${userText(user)}@`}${host}` : '';
    const end = `${query === undefined ? '' : `?${query}`}${fragment === '' ? '' : `#${unescape(fragment)}`}`;
    return `${scheme === '' ? '' : `${scheme}:`}${opaque}${authority}${this.escapedPath}${end}`;
  }
}

/** The type of URLs. */
export const urlType: OpaqueType = Object.freeze({ ...opaqueType('kubernetes.URL'), equalityCost: 'size' });

/** The URL in the text, or what is wrong with the text. */
export function parseUrl(text: string): Url | { readonly problem: string } {
  const parts = partsOf(text, true);
  if ('problem' in parts) return { problem: `parse ${JSON.stringify(text)}: ${parts.problem}` };
  // A request's URL has no fragment, so that the first reading takes it for a part of what stands before it; the second one
  // also takes two slashes at the start for those of an authority.
  const hash = text.indexOf('#');
  const whole = partsOf(hash === -1 ? text : text.slice(0, hash), false);
  const fragment = hash === -1 ? '' : text.slice(hash + 1);
  if ('problem' in whole) return { problem: `parse ${JSON.stringify(text)}: ${whole.problem}` };
  if (!isEscaped(fragment)) return { problem: `parse ${JSON.stringify(text)}: ${badEscape(fragment)}` };
  return new Url({ ...whole, fragment });
}

/** What is wrong with a text that should be an absolute URI or an absolute path. */
export function uriProblem(text: string): string | undefined {
  const parts = partsOf(text, true);
  return 'problem' in parts ? `parse ${JSON.stringify(text)}: ${parts.problem}` : undefined;
}

/** True of an absolute URI or an absolute path. */
export const isUri = (text: string): boolean => !('problem' in partsOf(text, true));

type Problem = { readonly problem: string };

const noParts: UrlParts = {
  scheme: '',
  opaque: '',
  user: '',
  host: '',
  path: '',
  query: undefined,
  fragment: '',
  hasAuthority: false,
};

function partsOf(text: string, isRequest: boolean): UrlParts | Problem {
  if (hasControlCharacter(text)) return { problem: 'net/url: invalid control character in URL' };
  if (text === '' && isRequest) return { problem: 'empty url' };
  if (text === '*') return { ...noParts, path: '*' };
  if (text.startsWith(':')) return { problem: 'missing protocol scheme' };
  const written = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(text)?.[0] ?? '';
  const scheme = written.toLowerCase();
  const tail = text.slice(written === '' ? 0 : written.length + 1);
  const mark = tail.indexOf('?');
  const query = mark === -1 ? undefined : tail.slice(mark + 1);
  return placed(mark === -1 ? tail : tail.slice(0, mark), scheme, query, isRequest);
}

/** The parts of what stands between scheme and query. */
function placed(rest: string, scheme: string, query: string | undefined, isRequest: boolean): UrlParts | Problem {
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { ...noParts, scheme, opaque: rest, query };
    if (isRequest) return { problem: 'invalid URI for request' };
  }
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || (!isRequest && !rest.startsWith('///')));
  const slash = hasAuthority ? rest.indexOf('/', 2) : 0;
  const [authority, path] = slash === -1 ? [rest, ''] : [rest.slice(0, slash), rest.slice(slash)];
  const at = authority.lastIndexOf('@');
  const user = at === -1 ? '' : authority.slice(2, at);
  const host = at === -1 ? authority.slice(2) : authority.slice(at + 1);
  const problem = hasAuthority ? (userProblem(user) ?? hostProblem(host, scheme)) : undefined;
  if (problem !== undefined) return { problem };
  return isEscaped(path) ? { ...noParts, scheme, user, host, path, query, hasAuthority } : { problem: badEscape(path) };
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const hasControlCharacter = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text);

/** Every percent sign is followed by two digits. */
const isEscaped = (text: string): boolean => !/%(?![0-9a-f]{2})/i.test(text);

const badEscape = (text: string): string =>
  `invalid URL escape ${JSON.stringify(/%(?![0-9a-f]{2}).{0,2}/is.exec(text)?.[0] ?? '')}`;

function userProblem(user: string): string | undefined {
  if (!/^[\w.~!$&'()*+,;=%:@-]*$/.test(user)) return 'net/url: invalid userinfo';
  return isEscaped(user) ? undefined : badEscape(user);
}

function hostProblem(host: string, scheme: string): string | undefined {
  const bracket = host.lastIndexOf('[');
  if (bracket !== -1) return bracket === 0 ? bracketProblem(host) : "invalid character '[' in host name";
  const isWeb = scheme === 'http' || scheme === 'https';
  const colon = isWeb ? host.indexOf(':') : host.lastIndexOf(':');
  return (colon === -1 ? undefined : portProblem(host.slice(colon))) ?? hostTextProblem(host);
}

const portProblem = (text: string): string | undefined =>
  /^(?::\d*)?$/.test(text) ? undefined : `invalid port ${JSON.stringify(text)} after host`;

/** What must be escaped in a host must not be there, and only what is not ASCII may be escaped. */
function hostTextProblem(text: string): string | undefined {
  if (!isEscaped(text)) return badEscape(text);
  const bad = /[ #/?@\\^`{|}]/.exec(text)?.[0];
  if (bad !== undefined) return `invalid character ${JSON.stringify(bad)} in host name`;
  const ascii = /%(?!25)[0-7]./i.exec(text)?.[0];
  return ascii === undefined ? undefined : `invalid URL escape ${JSON.stringify(ascii)}`;
}

/** `[fe80::1%25en0]:80`: an IPv6 address in brackets, with a zone perhaps. */
function bracketProblem(host: string): string | undefined {
  const close = host.lastIndexOf(']');
  if (close === -1) return "missing ']' in host";
  const [address = '', zone] = host.slice(1, close).split('%25', 2);
  if (!address.includes(':') || readIpAddress(address, 'strict') === undefined || zone === '')
    return 'invalid IP-literal';
  return portProblem(host.slice(close + 1)) ?? (isEscaped(zone ?? '') ? undefined : badEscape(zone ?? ''));
}

/** The forms of a path that are left as they were written. */
const validPath = /^(?:[\w.~!$&'()*+,;=:@[\]/-]|%[0-9a-f]{2})*$/i;

const encoder = new TextEncoder();

/** The text with all characters escaped that a path may not have. */
const escape = (text: string): string =>
  text.replace(/[^\w.~$&+,/:;=@-]/gu, (character) =>
    [...encoder.encode(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );

/** The text that valid escapes stand for; bytes that are no UTF-8 become the replacement character. */
function unescape(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => Buffer.from(escaped.replaceAll('%', ''), 'hex').toString());
}

/** The name and the password of a user, each with everything escaped that a path may have and a user may not. */
function userText(user: string): string {
  const colon = user.indexOf(':');
  const parts = colon === -1 ? [user] : [user.slice(0, colon), user.slice(colon + 1)];
  return parts.map((part) => escape(unescape(part)).replace(/[/:@]/g, encodeURIComponent)).join(':');
}

const queryText = (text: string): string => unescape(text.replaceAll('+', ' '));
