/**
 * An OpenID Connect token that is renewed before it expires. The new one is written back to where the old one came from, because a refresh token may be
 * good only once: what is not written down is lost with the process.
 * Upstream: client-go plugin/pkg/client/auth/oidc.
 */
import { isJsonObject, orAbort, parseJson, redact, type Clock, type ReadonlyJsonObject } from '@reeve/machinery';
import { CredentialError } from './credential-error.ts';
import type { Asker, Credential } from './credential.ts';
import { Secret } from './secret.ts';

/** The settings of the provider in a kubeconfig, whose tokens change. */
export interface OidcSettings {
  readonly issuerUrl: string;
  readonly clientId: string;
  readonly clientSecret?: Secret | undefined;
  readonly idToken?: Secret | undefined;
  readonly refreshToken?: Secret | undefined;
}

/** Tokens to write back. */
export interface OidcTokens {
  readonly idToken: Secret;
  readonly refreshToken: Secret | undefined;
}

/** A call to the issuer: GET without a body, POST of a form with one. */
export type IssuerCall = (call: {
  readonly url: string;
  readonly form?: string;
}) => Promise<{ readonly status: number; readonly text: string }>;

/** What the credential needs around it. */
export interface OidcOptions {
  readonly clock: Clock;
  readonly settings: OidcSettings;
  readonly call: IssuerCall;
  /** Writes new tokens to where the old ones came from. */
  readonly save: (tokens: OidcTokens) => Promise<void>;
}

/** A token is renewed so long before it expires. */
const leewayMs = 10_000;

/** A token that renews itself. */
export class OidcCredential implements Credential {
  readonly #options: OidcOptions;
  #idToken: string | undefined;
  #refreshToken: Secret | undefined;
  #renewing: Promise<string> | undefined;

  constructor(options: OidcOptions) {
    this.#options = options;
    this.#idToken = options.settings.idToken?.reveal();
    this.#refreshToken = options.settings.refreshToken;
  }

  authorization(asker?: Asker): string | Promise<string> {
    const token = this.#idToken;
    if (token !== undefined && this.#isValid(token)) return `Bearer ${token}`;
    return this.#renew(asker);
  }

  async refresh(shown: string | undefined, asker?: Asker): Promise<string | undefined> {
    const held = this.#idToken === undefined ? undefined : `Bearer ${this.#idToken}`;
    if (held !== shown) return held;
    return this.#refreshToken === undefined ? undefined : this.#renew(asker);
  }

  #isValid(token: string): boolean {
    const expiresAt = expiryOf(token);
    if (expiresAt === undefined) throw this.#problem('the id-token is no JSON web token with an expiry: log in again');
    return this.#options.clock.now() + leewayMs < expiresAt;
  }

  #renew(asker?: Asker): Promise<string> {
    this.#renewing ??= this.#exchange().finally(() => (this.#renewing = undefined));
    const { signal } = asker ?? {};
    return signal === undefined ? this.#renewing : orAbort(this.#renewing, signal);
  }

  async #exchange(): Promise<string> {
    const refreshToken = this.#refreshToken;
    if (refreshToken === undefined)
      throw this.#problem('the id-token has expired and there is no refresh-token: log in again');
    const answer = await this.#ask(await this.#tokenEndpoint(), refreshToken);
    const idToken = answer['id_token'];
    if (typeof idToken !== 'string') throw this.#problem('gave no id_token: log in again with the scope openid');
    const renewed = answer['refresh_token'];
    this.#refreshToken = typeof renewed === 'string' && renewed !== '' ? new Secret(renewed) : refreshToken;
    this.#idToken = idToken;
    await this.#options.save({ idToken: new Secret(idToken), refreshToken: this.#refreshToken });
    return `Bearer ${idToken}`;
  }

  async #tokenEndpoint(): Promise<string> {
    const { issuerUrl } = this.#options.settings;
    const url = `${issuerUrl.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const endpoint = (await this.#read({ url }))['token_endpoint'];
    if (typeof endpoint !== 'string') throw this.#problem('names no token_endpoint: check idp-issuer-url');
    return endpoint;
  }

  async #ask(url: string, refreshToken: Secret): Promise<ReadonlyJsonObject> {
    const { clientId, clientSecret } = this.#options.settings;
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken.reveal(),
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret.reveal() }),
    });
    return this.#read({ url, form: form.toString() });
  }

  async #read(call: Parameters<IssuerCall>[0]): Promise<ReadonlyJsonObject> {
    const { status, text } = await this.#options.call(call);
    const answer = objectIn(text);
    if (status === 200 && answer !== undefined) return answer;
    const said = answer?.['error_description'] ?? answer?.['error'];
    throw this.#problem(`answered ${status}${typeof said === 'string' ? ` (${redact(said)})` : ''}: log in again`);
  }

  #problem(problem: string): CredentialError {
    return new CredentialError(`the OpenID Connect provider ${this.#options.settings.issuerUrl}: ${problem}`);
  }
}

/** When a JSON web token expires, in milliseconds since 1970. Only the issuer's signature would prove it; here it only saves a request. */
const expiryOf = (token: string): number | undefined => {
  const [, claims, signature] = token.split('.');
  if (claims === undefined || signature === undefined) return undefined;
  const expiry = objectIn(Buffer.from(claims, 'base64url').toString('utf8'))?.['exp'];
  return typeof expiry === 'number' ? Math.trunc(expiry) * 1000 : undefined;
};

const objectIn = (text: string): ReadonlyJsonObject | undefined => {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
