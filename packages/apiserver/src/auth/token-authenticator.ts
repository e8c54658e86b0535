/**
 * Whose a bearer token is: one of those that the server was started with, one that it gave out for a service account, or one
 * that a service outside knows.
 */
import type { ServiceAccountTokens, TokenVerdict } from './service-account-tokens.ts';
import type { UserInfo } from '@reeve/registry';
import type { WebhookTokens } from './webhook-tokens.ts';

export type JudgedToken =
  | { readonly user: UserInfo; readonly audiences: readonly string[] }
  | { readonly problem: string };

const unknownToken = 'invalid bearer token';

export class TokenAuthenticator {
  readonly #known: ReadonlyMap<string, UserInfo>;
  readonly #accounts: ServiceAccountTokens;

  readonly #webhook: WebhookTokens | undefined;

  constructor(known: ReadonlyMap<string, UserInfo>, accounts: ServiceAccountTokens, webhook?: WebhookTokens) {
    this.#known = known;
    this.#accounts = accounts;
    this.#webhook = webhook;
  }

  /** Judges a token for these audiences, or for the server itself when nobody names any. At once, unless a service has to be asked. */
  judge(token: string, audiences: readonly string[] = []): JudgedToken | Promise<JudgedToken> {
    const wanted = audiences.length > 0 ? audiences : [this.#accounts.issuer];
    const verdict = this.#judgeKnown(token, wanted) ?? this.#accounts.verify(token, wanted);
    if ('user' in verdict || this.#webhook === undefined) return judged(verdict);
    const { problem } = verdict;
    const remote = this.#webhook.judge(token, wanted);
    return remote instanceof Promise ? remote.then((late) => judged(late, problem)) : judged(remote, problem);
  }

  /** Tokens from a file are for the server itself, and for nobody else. */
  #judgeKnown(token: string, wanted: readonly string[]): TokenVerdict | undefined {
    const user = this.#known.get(token);
    const { issuer } = this.#accounts;
    return user && wanted.includes(issuer) ? { user, audiences: [issuer] } : undefined;
  }
}

/** The verdict on a token, with what others found wrong with it. */
function judged(verdict: TokenVerdict, before?: string): JudgedToken {
  if ('user' in verdict) return { user: authenticated(verdict.user), audiences: verdict.audiences };
  const problems = [unknownToken, before, verdict.problem].filter((problem) => problem !== undefined);
  return { problem: problems.length === 1 ? unknownToken : `[${problems.join(', ')}]` };
}

/** Everybody who has shown something is in this group. */
export function authenticated(user: UserInfo): UserInfo {
  const group = 'system:authenticated';
  return user.groups.includes(group) ? user : { ...user, groups: [...user.groups, group] };
}
