/**
 * Who sends a request: by client certificate, by bearer token, or nobody in particular. Upstream: apiserver authentication.
 */
import { StatusError } from '../error/status-error.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { anonymous, type UserInfo } from './user-info.ts';

/** Says whose token it is, or undefined when it does not know it. */
export type TokenLookup = (token: string) => UserInfo | undefined | Promise<UserInfo | undefined>;

export interface Authenticator {
  readonly tokens: readonly TokenLookup[];
  /** False refuses requests that show nothing. */
  readonly allowsAnonymous: boolean;
}

export async function authenticate(
  { tokens, allowsAnonymous }: Authenticator,
  request: IncomingRequest,
): Promise<UserInfo> {
  const certificate = request.certificate();
  if (certificate) return authenticated({ name: certificate.commonName, groups: certificate.organizations });
  const token = bearerToken(request.headers['authorization']);
  if (token === undefined) {
    if (allowsAnonymous) return anonymous;
    throw unauthorized();
  }
  for (const lookup of tokens) {
    const user = await lookup(token);
    if (user) return authenticated(user);
  }
  throw unauthorized();
}

export const unauthorized = (): StatusError =>
  new StatusError(401, 'Unauthorized', 'Unauthorized', { hasDetails: false });

/** Everybody who has shown something is in this group. */
function authenticated(user: UserInfo): UserInfo {
  const group = 'system:authenticated';
  return user.groups.includes(group) ? user : { ...user, groups: [...user.groups, group] };
}

function bearerToken(header: string | undefined): string | undefined {
  const [scheme = '', token] = (header ?? '').trim().split(/\s+/);
  return scheme.toLowerCase() === 'bearer' && token ? token : undefined;
}
