/**
 * Tokens that a service outside knows: it is asked by TokenReview, and its answers are kept for a while. Upstream: apiserver
 * plugin/pkg/authenticator/token/webhook and authentication/token/cache.
 */
import { createHash } from 'node:crypto';
import { isJsonObject, type Clock, type JsonObject } from '@reeve/machinery';
import { fieldsAt, textAt, textsAt, type UserInfo } from '@reeve/registry';
import { ExpiringCache } from '../outbound/expiring-cache.ts';
import type { RemoteReviews, RemoteService } from '../outbound/remote-review.ts';
import type { TokenVerdict } from './service-account-tokens.ts';

export interface TokenWebhookOptions {
  readonly service: RemoteService;
  /** The version of the reviews that are sent; `v1` unless given. */
  readonly version?: 'v1' | 'v1beta1';
  /** How long an answer is kept; 2 minutes unless given, 0 for not at all. */
  readonly cacheTtlMs?: number;
  /** How long a call may take; 30 seconds unless given. */
  readonly timeoutMs?: number;
}

const keptAnswers = 32_768;

export class WebhookTokens {
  readonly #options: TokenWebhookOptions;
  readonly #reviews: RemoteReviews;
  readonly #issuer: string;
  readonly #answers: ExpiringCache<TokenVerdict>;
  readonly #underWay = new Map<string, Promise<TokenVerdict>>();

  /** `issuer` is the audience of the server itself, which a service that names none is taken to mean. */
  constructor(options: TokenWebhookOptions, parts: { reviews: RemoteReviews; clock: Clock; issuer: string }) {
    this.#options = options;
    this.#reviews = parts.reviews;
    this.#issuer = parts.issuer;
    this.#answers = new ExpiringCache(parts.clock, keptAnswers);
  }

  /** Whose a token is. Who asks for the same at the same time waits for the same answer. */
  judge(token: string, wanted: readonly string[]): TokenVerdict | Promise<TokenVerdict> {
    const key = createHash('sha256')
      .update(JSON.stringify([token, wanted]))
      .digest('base64');
    const kept = this.#answers.get(key) ?? this.#underWay.get(key);
    if (kept !== undefined) return kept;
    const asking = this.#ask(token, wanted, key).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, asking);
    return asking;
  }

  /** A service that fails is asked again the next time. */
  async #ask(token: string, wanted: readonly string[], key: string): Promise<TokenVerdict> {
    const { version = 'v1', cacheTtlMs = 120_000 } = this.#options;
    let review: JsonObject;
    try {
      review = await this.#reviews.send({
        kind: 'TokenReview',
        apiVersion: `authentication.k8s.io/${version}`,
        metadata: {},
        spec: { token, audiences: wanted },
        status: { user: {} },
      });
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
    const verdict = verdictOf(review, wanted, this.#issuer);
    if (!('problem' in verdict) || verdict.problem === undefined) this.#answers.set(key, verdict, cacheTtlMs);
    return verdict;
  }
}

function verdictOf({ status }: JsonObject, wanted: readonly string[], issuer: string): TokenVerdict {
  const told = textsAt(status, 'audiences');
  const audiences = wanted.filter((each) => (told.length > 0 ? told : [issuer]).includes(each));
  if (audiences.length === 0) return { problem: undefined };
  if (!isJsonObject(status) || status['authenticated'] !== true)
    return { problem: textAt(status, 'error') || undefined };
  return { user: userOf(fieldsAt(status, 'user')), audiences };
}

function userOf(user: ReturnType<typeof fieldsAt>): UserInfo {
  const [uid, extra] = [textAt(user, 'uid'), fieldsAt(user, 'extra')];
  const keys = Object.keys(extra);
  return {
    name: textAt(user, 'username'),
    groups: textsAt(user, 'groups'),
    ...(uid !== '' && { uid }),
    ...(keys.length > 0 && { extra: Object.fromEntries(keys.map((key) => [key, textsAt(extra, key)])) }),
  };
}
