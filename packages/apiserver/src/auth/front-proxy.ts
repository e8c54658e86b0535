/**
 * A proxy in front of the server that says in headers who sends a request. It is believed when it shows a certificate of its own authority.
 * Upstream: apiserver authentication/request/headerrequest.
 */
import type { UserInfo } from '@reeve/registry';
import type { ApiRequest } from '../request/api-request.ts';

export interface FrontProxyOptions {
  /** The authority that signs the certificates of the proxy, in PEM. */
  readonly ca: string;
  /** The common names that the proxy may have; any unless given. */
  readonly allowedNames?: readonly string[];
  /** The headers that hold the user's name, the first that is there counts; `X-Remote-User` unless given. */
  readonly usernameHeaders?: readonly string[];
  readonly uidHeaders?: readonly string[];
  /** `X-Remote-Group` unless given. */
  readonly groupHeaders?: readonly string[];
  /** `X-Remote-Extra-` unless given. */
  readonly extraHeaderPrefixes?: readonly string[];
}

/** The user that a proxy names; undefined where it names none, or is not one that may. */
export function frontProxyUser(options: FrontProxyOptions, request: ApiRequest): UserInfo | undefined {
  const { certificate, headers } = request;
  const { allowedNames = [], usernameHeaders = ['x-remote-user'], uidHeaders = [] } = options;
  if (certificate?.isOfFrontProxy !== true) return undefined;
  const name = firstOf(usernameHeaders, headers);
  if (name === undefined || (allowedNames.length > 0 && !allowedNames.includes(certificate.commonName)))
    return undefined;
  const uid = firstOf(uidHeaders, headers);
  const extra = extraOf(options.extraHeaderPrefixes ?? ['x-remote-extra-'], headers);
  return {
    name,
    ...(uid !== undefined && { uid }),
    groups: (options.groupHeaders ?? ['x-remote-group']).flatMap((header) => valuesOf(headers[header.toLowerCase()])),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

const firstOf = (names: readonly string[], headers: ApiRequest['headers']): string | undefined =>
  names.map((name) => headers[name.toLowerCase()]).find((value) => value !== undefined && value !== '');

/** Headers that come several times arrive as one, with commas. */
const valuesOf = (value: string | undefined): string[] =>
  value === undefined || value === '' ? [] : value.split(',').map((each) => each.trim());

function extraOf(prefixes: readonly string[], headers: ApiRequest['headers']): Record<string, readonly string[]> {
  const extra: Record<string, readonly string[]> = {};
  for (const prefix of prefixes.map((each) => each.toLowerCase()))
    for (const [name, value] of Object.entries(headers))
      if (name.startsWith(prefix)) {
        const key = unescaped(name.slice(prefix.length));
        extra[key] = [...(extra[key] ?? []), ...valuesOf(value)];
      }
  return extra;
}

/** Keys may hold what header names may not, as in URLs; what cannot be undone stays. */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
