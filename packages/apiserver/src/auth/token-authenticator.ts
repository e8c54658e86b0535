/**
 * Whose a bearer token is: one of those that the server was started with, or one that it gave out for a service account.
 */
import type { ServiceAccountTokens, TokenVerdict } from './service-account-tokens.ts';
import type { UserInfo } from '@reeve/registry';

export type JudgedToken =
  | { readonly user: UserInfo; readonly audiences: readonly string[] }
  | { readonly problem: string };

const unknownToken = 'invalid bearer token';

export class TokenAuthenticator {
  readonly #known: ReadonlyMap<string, UserInfo>;
  readonly #accounts: ServiceAccountTokens;

  constructor(known: ReadonlyMap<string, UserInfo>, accounts: ServiceAccountTokens) {
    this.#known = known;
    this.#accounts = accounts;
  }

  /** Judges a token for these audiences, or for the server itself when nobody names any. */
  judge(token: string, audiences: readonly string[] = []): JudgedToken {
    const wanted = audiences.length > 0 ? audiences : [this.#accounts.issuer];
    const verdict = this.#judgeKnown(token, wanted) ?? this.#accounts.verify(token, wanted);
    if ('user' in verdict) return { user: authenticated(verdict.user), audiences: verdict.audiences };
    const { problem } = verdict;
    return { problem: problem === undefined ? unknownToken : `[${unknownToken}, ${problem}]` };
  }

  /** Tokens from a file are for the server itself, and for nobody else. */
  #judgeKnown(token: string, wanted: readonly string[]): TokenVerdict | undefined {
    const user = this.#known.get(token);
    const { issuer } = this.#accounts;
    return user && wanted.includes(issuer) ? { user, audiences: [issuer] } : undefined;
  }
}

/** Everybody who has shown something is in this group. */
export function authenticated(user: UserInfo): UserInfo {
  const group = 'system:authenticated';
  return user.groups.includes(group) ? user : { ...user, groups: [...user.groups, group] };
}
