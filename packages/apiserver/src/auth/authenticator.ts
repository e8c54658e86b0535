/**
 * Who sends a request: by client certificate, by bearer token, or nobody in particular; and whom it is made as.
 * Upstream: apiserver authentication.
 */
import { anonymous, StatusError, type UserInfo } from '@reeve/registry';
import type { ClientCertificate, ApiRequest } from '../request/api-request.ts';
import { authenticated, type TokenAuthenticator } from './token-authenticator.ts';

export interface Authenticator {
  readonly tokens: TokenAuthenticator;
  /** False refuses requests that show nothing. */
  readonly allowsAnonymous: boolean;
}

/** The user behind a request, or the refusal of one that shows something wrong. */
export function authenticate({ tokens, allowsAnonymous }: Authenticator, request: ApiRequest): UserInfo {
  const certificate = request.certificate;
  if (certificate) return certificateUser(certificate);
  const token = bearerToken(request.headers['authorization']);
  if (token === undefined) {
    if (allowsAnonymous && !request.hasUntrustedCertificate) return anonymous;
    throw unauthorized();
  }
  const judged = tokens.judge(token);
  if ('problem' in judged) throw unauthorized();
  return judged.user;
}

const unauthorized = (): StatusError => new StatusError(401, 'Unauthorized', 'Unauthorized', { hasDetails: false });

/** The users of certificates: a connection shows one and the same with every request. */
const users = new WeakMap<ClientCertificate, UserInfo>();

/** A certificate names the user; its print is the credential, where there was a real one. */
function certificateUser(certificate: ClientCertificate): UserInfo {
  let user = users.get(certificate);
  if (user === undefined) {
    const { commonName, organizations, fingerprint } = certificate;
    user = authenticated({
      name: commonName,
      groups: organizations,
      ...(fingerprint !== undefined && {
        extra: { 'authentication.kubernetes.io/credential-id': [`X509SHA256=${fingerprint}`] },
      }),
    });
    users.set(certificate, user);
  }
  return user;
}

function bearerToken(header: string | undefined): string | undefined {
  const [scheme = '', token] = (header ?? '').trim().split(/\s+/);
  return scheme.toLowerCase() === 'bearer' && token ? token : undefined;
}
