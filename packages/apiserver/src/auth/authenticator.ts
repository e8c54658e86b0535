/**
 * Who sends a request: by what a trusted proxy says, by client certificate, by bearer token, or nobody in particular.
 * Upstream: apiserver authentication.
 */
import { anonymous, StatusError, type UserInfo } from '@reeve/registry';
import type { ClientCertificate, ApiRequest } from '../request/api-request.ts';
import { frontProxyUser, type FrontProxyOptions } from './front-proxy.ts';
import { authenticated, type JudgedToken, type TokenAuthenticator } from './token-authenticator.ts';

export interface Authenticator {
  readonly tokens: TokenAuthenticator;
  /** False refuses requests that show nothing. */
  readonly allowsAnonymous: boolean;
  /** A proxy that may say who sends a request. */
  readonly frontProxy?: FrontProxyOptions | undefined;
}

/** The user behind a request, or the refusal of one that shows something wrong. At once, unless a service has to be asked about a token. */
export function authenticate(authenticator: Authenticator, request: ApiRequest): UserInfo | Promise<UserInfo> {
  const { tokens, allowsAnonymous, frontProxy } = authenticator;
  const proxied = frontProxy && frontProxyUser(frontProxy, request);
  if (proxied) return authenticated(proxied);
  const certificate = request.certificate;
  if (certificate && certificate.isOfClient !== false) return certificateUser(certificate);
  const token = bearerToken(request.headers['authorization']);
  if (token === undefined) {
    if (allowsAnonymous && !request.hasUntrustedCertificate && certificate === undefined) return anonymous;
    throw unauthorized();
  }
  const judged = tokens.judge(token);
  return judged instanceof Promise ? judged.then(userOf) : userOf(judged);
}

function userOf(judged: JudgedToken): UserInfo {
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
