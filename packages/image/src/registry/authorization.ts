/**
 * What a registry wants to see before it answers: nothing, a password, or a token that another server gives for a scope.
 * Upstream: the token authentication of the distribution project, with its OAuth2 form for refresh tokens.
 */
import { ImageError } from '../image-error.ts';
import type { Machine } from '../machine/machine.ts';
import { textOfBody } from './body.ts';
import type { Credentials } from './credentials.ts';

/** The header `WWW-Authenticate`, read. */
export interface Challenge {
  readonly scheme: 'basic' | 'bearer';
  readonly parameters: Readonly<Record<string, string>>;
}

/** Reads a challenge; undefined when it is of a scheme that is not known. */
export function readChallenge(header: string | undefined): Challenge | undefined {
  const [, scheme = '', rest = ''] = /^\s*(\w+)\s*(.*)$/s.exec(header ?? '') ?? [];
  const name = scheme.toLowerCase();
  if (name !== 'basic' && name !== 'bearer') return undefined;
  const found = rest.matchAll(/(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g);
  return {
    scheme: name,
    parameters: Object.fromEntries(
      [...found].map(([, key = '', quoted, plain]) => [key.toLowerCase(), quoted ?? plain ?? '']),
    ),
  };
}

/** Makes the `Authorization` header that answers a challenge. */
export async function authorize(
  machine: Machine,
  {
    challenge: { scheme, parameters },
    credentials,
    scope,
    registry,
    signal,
  }: {
    readonly challenge: Challenge;
    readonly credentials: Credentials | undefined;
    readonly scope: string;
    readonly registry: string;
    readonly signal: AbortSignal | undefined;
  },
): Promise<string> {
  if (scheme === 'basic') {
    if (credentials?.type !== 'password') throw noCredentials(registry);
    return basic(credentials);
  }
  const realm = tokenServer(parameters['realm'], registry);
  const service = parameters['service'];
  const common = { ...(service !== undefined && { service }), scope };
  const answer =
    credentials?.type === 'refresh token'
      ? await machine.request({
          method: 'POST',
          url: realm.href,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            grant_type: 'refresh_token',
            refresh_token: credentials.token,
            client_id: 'reeve',
            ...common,
          }).toString(),
          signal,
        })
      : await machine.request({
          method: 'GET',
          url: withQuery(realm, common).href,
          headers: credentials === undefined ? {} : { authorization: basic(credentials) },
          signal,
        });
  const text = await textOfBody(answer);
  if (answer.status !== 200)
    throw new ImageError(
      'REEVE_IMAGE_REGISTRY',
      `the token server ${realm.host} of ${registry} answered ${answer.status}`,
      {
        httpStatus: answer.status,
        next: `check the credentials: docker login ${registry}`,
      },
    );
  return `Bearer ${tokenOf(text, realm.host)}`;
}

/** A refusal for want of credentials. */
export const noCredentials = (registry: string): ImageError =>
  new ImageError('REEVE_IMAGE_REGISTRY', `${registry} wants credentials, and there are none for it`, {
    httpStatus: 401,
    next: `log in first: docker login ${registry} (reeve reads Docker's config.json; DOCKER_CONFIG names its folder)`,
  });

const basic = ({ user, password }: { readonly user: string; readonly password: string }): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** A token server gets credentials: only over TLS, or on this machine. */
function tokenServer(realm: string | undefined, registry: string): URL {
  const url = realm !== undefined && URL.canParse(realm) ? new URL(realm) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && !isLoopback(url.hostname)))
    throw new ImageError(
      'REEVE_IMAGE_REGISTRY',
      `${registry} names ${JSON.stringify(realm)} as its token server, which is no https address`,
    );
  return url;
}

/** True for the addresses of this machine. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);

function withQuery(url: URL, query: Readonly<Record<string, string>>): URL {
  const full = new URL(url);
  for (const [key, value] of Object.entries(query)) full.searchParams.append(key, value);
  return full;
}

function tokenOf(text: string, host: string): string {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    answer = undefined; // what it sent may hold a token
  }
  const { token, access_token: accessToken } = (answer ?? {}) as Record<string, unknown>;
  const found = token ?? accessToken;
  if (typeof found !== 'string' || found === '')
    throw new ImageError('REEVE_IMAGE_REGISTRY', `the token server ${host} answered without a token`);
  return found;
}
