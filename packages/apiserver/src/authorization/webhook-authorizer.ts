/**
 * Mode `Webhook`: a service is asked by SubjectAccessReview whether a user may do something, and its answers are kept for a while.
 * Upstream: apiserver plugin/pkg/authorizer/webhook.
 */
import { isJsonObject, type Clock, type JsonObject } from '@reeve/machinery';
import { textAt, type UserInfo } from '@reeve/registry';
import { ExpiringCache } from '../outbound/expiring-cache.ts';
import type { RemoteReviews, RemoteService } from '../outbound/remote-review.ts';
import type { AccessDecision, AccessRequest, Authorizer, UserRules } from './authorizer.ts';
import type { MatchConditions, ReviewSpec } from './match-conditions.ts';

export interface WebhookAuthorizerOptions {
  readonly service: RemoteService;
  /** The version of the reviews that are sent; `v1` unless given. */
  readonly version?: 'v1' | 'v1beta1';
  /** How long an answer that allows is kept; 5 minutes unless given, 0 for not at all. */
  readonly authorizedTtlMs?: number;
  /** The same for one that does not allow; 30 seconds unless given. */
  readonly unauthorizedTtlMs?: number;
  /** How long a call may take; 30 seconds unless given. */
  readonly timeoutMs?: number;
  /** What counts when the service cannot be asked: `NoOpinion` (unless given) asks the next authorizer, `Deny` refuses. */
  readonly failurePolicy?: 'NoOpinion' | 'Deny';
  /** Expressions in CEL over `request`, the spec of the review: where one is false, the service is not asked. */
  readonly matchConditions?: readonly { readonly expression: string }[];
}

interface Verdict {
  readonly allowed: boolean;
  readonly denied: boolean;
  readonly reason: string;
}

const keptAnswers = 8192;
/** Questions with more text than this in them are not kept. */
const longestQuestion = 10_000;

export class WebhookAuthorizer implements Authorizer {
  readonly #options: WebhookAuthorizerOptions;
  readonly #reviews: RemoteReviews;
  readonly #conditions: MatchConditions | undefined;
  readonly #answers: ExpiringCache<Verdict>;

  constructor(
    options: WebhookAuthorizerOptions,
    parts: { reviews: RemoteReviews; clock: Clock; conditions: MatchConditions | undefined },
  ) {
    this.#options = options;
    this.#reviews = parts.reviews;
    this.#conditions = parts.conditions;
    this.#answers = new ExpiringCache(parts.clock, keptAnswers);
  }

  authorize(request: AccessRequest): AccessDecision | Promise<AccessDecision> {
    const spec = reviewSpec(request);
    const match = this.#conditions?.judge(spec);
    if (match !== undefined && 'error' in match) return this.#failed(match.error);
    if (match?.matches === false) return { decision: 'no opinion', reason: '' };
    const key = JSON.stringify(spec);
    const kept = this.#answers.get(key);
    return kept === undefined ? this.#ask(request, spec, key) : decisionOf(kept);
  }

  /** A service that can be asked for one thing at a time cannot list them. */
  rulesFor(_user: UserInfo, _namespace: string): UserRules {
    const error = 'webhook authorizer does not support user rule resolution';
    return { resourceRules: [], nonResourceRules: [], isIncomplete: true, error };
  }

  async #ask(request: AccessRequest, spec: ReviewSpec, key: string): Promise<AccessDecision> {
    const { version = 'v1', authorizedTtlMs = 300_000, unauthorizedTtlMs = 30_000 } = this.#options;
    let answer: JsonObject;
    try {
      answer = await this.#reviews.send({
        kind: 'SubjectAccessReview',
        apiVersion: `authorization.k8s.io/${version}`,
        metadata: {},
        spec: version === 'v1' ? spec : withOldGroups(spec),
        status: { allowed: false },
      });
    } catch (error) {
      return this.#failed(error instanceof Error ? error.message : String(error));
    }
    const verdict = verdictOf(answer);
    if (isShort(request)) this.#answers.set(key, verdict, verdict.allowed ? authorizedTtlMs : unauthorizedTtlMs);
    return decisionOf(verdict);
  }

  #failed(error: string): AccessDecision {
    const decision = this.#options.failurePolicy === 'Deny' ? 'deny' : 'no opinion';
    return { decision, reason: '', error };
  }
}

/** The first version called the groups of a user `group`. */
function withOldGroups({ groups, ...spec }: ReviewSpec): object {
  return { ...spec, ...(groups && { group: groups }) };
}

function reviewSpec({ user, verb, resource, path = '' }: AccessRequest): ReviewSpec {
  const { name, groups, uid, extra } = user;
  const who = {
    ...(name !== '' && { user: name }),
    ...(groups.length > 0 && { groups }),
    ...(extra && { extra }),
    ...(uid && { uid }),
  };
  if (resource === undefined) return { nonResourceAttributes: { ...(path && { path }), verb }, ...who };
  const { group, version, plural, subresource, namespace, name: object, fieldSelector, labelSelector } = resource;
  return {
    resourceAttributes: {
      ...(namespace && { namespace }),
      verb,
      ...(group && { group }),
      ...(version && { version }),
      ...(plural && { resource: plural }),
      ...(subresource && { subresource }),
      ...(object && { name: object }),
      ...(fieldSelector && fieldSelector.length > 0 && { fieldSelector: { requirements: fieldSelector } }),
      ...(labelSelector && labelSelector.length > 0 && { labelSelector: { requirements: labelSelector } }),
    },
    ...who,
  };
}

function verdictOf(review: JsonObject): Verdict {
  const status = isJsonObject(review['status']) ? review['status'] : {};
  return { allowed: status['allowed'] === true, denied: status['denied'] === true, reason: textAt(status, 'reason') };
}

function decisionOf({ allowed, denied, reason }: Verdict): AccessDecision {
  if (denied && allowed)
    return { decision: 'deny', reason, error: 'webhook subject access review returned both allow and deny response' };
  return { decision: denied ? 'deny' : allowed ? 'allow' : 'no opinion', reason };
}

/** What a client chooses, together; without the user, whom others choose. */
function isShort({ resource, path = '', verb }: AccessRequest): boolean {
  const { namespace = '', group = '', version = '', plural = '', subresource = '', name = '' } = resource ?? {};
  return [verb, namespace, group, version, plural, subresource, name, path].join('').length < longestQuestion;
}
