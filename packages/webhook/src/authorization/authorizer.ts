/**
 * Tells an API server who may do what: allowed, denied, or no opinion, which leaves it to the next authorizer.
 * Upstream: apiserver plugin/pkg/authorizer/webhook; k8s.io/api authorization/v1 SubjectAccessReview.
 */
import { isJsonObject } from '@reeve/machinery';
import type { ReadonlyJsonObject } from '@reeve/machinery';
import type { Endpoint, ReviewContext } from '../http/endpoint.ts';
import { ReviewError } from '../http/review-error.ts';

/** A request for a resource. Fields that are left out are empty, which for a namespace means all. */
export interface ResourceAttributes {
  readonly verb?: string;
  readonly group?: string;
  readonly version?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly fieldSelector?: object;
  readonly labelSelector?: object;
}

/** What somebody wants to do: with a resource, or with another path of the server. */
export interface AccessReview {
  readonly user: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
  readonly resource?: ResourceAttributes;
  readonly nonResource?: { readonly verb?: string; readonly path?: string };
}

/** Whether it may. A denial ends the matter, whatever other authorizers would say. */
export type Decision = 'allow' | 'deny' | 'no opinion';

/** A decision and why. */
export type Verdict = Decision | { readonly decision: Decision; readonly reason?: string };

/** Decides who may do what. */
export interface AuthorizerDefinition {
  readonly webhook: 'authorizer';
  readonly name: string;
  readonly path: string;
  /** What it throws is no opinion, and told to the server as an error. */
  authorize(review: AccessReview, context: ReviewContext): Verdict | Promise<Verdict>;
}

/** Defines who decides. */
export const defineAuthorizer = ({
  name = 'access',
  path = '/authorize',
  authorize,
}: Pick<AuthorizerDefinition, 'authorize'> &
  Partial<Pick<AuthorizerDefinition, 'name' | 'path'>>): AuthorizerDefinition =>
  Object.freeze({ webhook: 'authorizer', name, path, authorize });

const versions: ReadonlySet<unknown> = new Set(['authorization.k8s.io/v1', 'authorization.k8s.io/v1beta1']);
const v1 = 'authorization.k8s.io/v1';

/** The endpoint of an authorizer. */
export const authorizerEndpoint = ({ path, authorize }: AuthorizerDefinition): Endpoint => ({
  path,
  purpose: 'authorization',
  maxBytes: (limits) => limits.maxAuthenticationBytes,
  async answer(review, context) {
    const access = accessIn(review);
    let verdict: Verdict;
    try {
      verdict = await authorize(access, context);
    } catch (error) {
      context.signal.throwIfAborted();
      context.log.warn('access could not be decided', { error });
      return reviewOf(review, {
        allowed: false,
        evaluationError: error instanceof Error ? error.message : String(error),
      });
    }
    return reviewOf(review, statusOf(verdict));
  },
  failure: (review, _code, message) => reviewOf(review, { allowed: false, evaluationError: message }),
});

function statusOf(verdict: Verdict): object {
  const { decision, reason = '' } = typeof verdict === 'object' && verdict !== null ? verdict : { decision: verdict };
  if (decision !== 'allow' && decision !== 'deny' && decision !== 'no opinion')
    throw new TypeError("authorize answered with something else than 'allow', 'deny' or 'no opinion'");
  return {
    allowed: decision === 'allow',
    ...(decision === 'deny' && { denied: true }),
    ...(reason !== '' && { reason }),
  };
}

function accessIn(review: ReadonlyJsonObject): AccessReview {
  const { apiVersion = v1, kind = 'SubjectAccessReview', spec } = review;
  if (!versions.has(apiVersion) || kind !== 'SubjectAccessReview')
    throw new ReviewError(400, `this path takes SubjectAccessReviews of ${[...versions].join(' and ')}`);
  if (!isJsonObject(spec)) throw new ReviewError(400, 'the SubjectAccessReview has no spec');
  const { user = '', uid, groups, group, extra, resourceAttributes, nonResourceAttributes } = spec;
  const members = groups ?? group ?? []; // v1beta1 has one name for the list, v1 another
  if (typeof user !== 'string' || !Array.isArray(members))
    throw new ReviewError(400, 'spec.user is no text, or spec.groups no list');
  if (!isJsonObject(resourceAttributes) && !isJsonObject(nonResourceAttributes))
    throw new ReviewError(400, 'the SubjectAccessReview is about neither a resource nor a path');
  return {
    user,
    ...(typeof uid === 'string' && { uid }),
    groups: members.map(String),
    extra: isJsonObject(extra) ? (extra as AccessReview['extra']) : {},
    ...(isJsonObject(resourceAttributes) && { resource: resourceAttributes }),
    ...(isJsonObject(nonResourceAttributes) && {
      nonResource: nonResourceAttributes,
    }),
  };
}

function reviewOf(review: ReadonlyJsonObject | undefined, status: object): object {
  const { apiVersion, metadata, spec } = review ?? {};
  return {
    kind: 'SubjectAccessReview',
    apiVersion: versions.has(apiVersion) ? apiVersion : v1,
    metadata: isJsonObject(metadata) ? metadata : {},
    spec: isJsonObject(spec) ? spec : {},
    status,
  };
}
