/**
 * Tells an API server whose a bearer token is.
 * Upstream: controller-runtime webhook/authentication; k8s.io/api authentication/v1 TokenReview.
 */
import { isJsonArray, isJsonObject } from '@reeve/machinery';
import type { ReadonlyJsonObject, UserInfo } from '@reeve/machinery';
import type { Endpoint, ReviewContext } from '../http/endpoint.ts';
import { ReviewError } from '../http/review-error.ts';

/** Whose a token is, and for which of the audiences that were asked for; all of them unless given. */
export interface AuthenticatedUser extends UserInfo {
  readonly username: string;
  readonly audiences?: readonly string[];
}

/** What the function is given beside the token. */
export interface TokenReviewContext extends ReviewContext {
  readonly audiences: readonly string[];
}

/** Reviews tokens. */
export interface TokenReviewDefinition {
  readonly webhook: 'token review';
  readonly name: string;
  readonly path: string;
  /** Whose the token is; undefined when it is nobody's. What it throws is told to the server as the reason that it is not known. */
  authenticate(
    token: string,
    context: TokenReviewContext,
  ): AuthenticatedUser | undefined | Promise<AuthenticatedUser | undefined>;
}

/** Defines who tells whose a token is. */
export const defineTokenReview = ({
  name = 'tokens',
  path = '/authenticate',
  authenticate,
}: Pick<TokenReviewDefinition, 'authenticate'> &
  Partial<Pick<TokenReviewDefinition, 'name' | 'path'>>): TokenReviewDefinition =>
  Object.freeze({ webhook: 'token review', name, path, authenticate });

const versions: ReadonlySet<unknown> = new Set(['authentication.k8s.io/v1', 'authentication.k8s.io/v1beta1']);
const v1 = 'authentication.k8s.io/v1';

/** The endpoint of a token review. */
export const tokenReviewEndpoint = ({ path, authenticate }: TokenReviewDefinition): Endpoint => ({
  path,
  purpose: 'authentication',
  maxBytes: (limits) => limits.maxAuthenticationBytes,
  async answer(review, context) {
    const { token, audiences } = specIn(review);
    let user: AuthenticatedUser | undefined;
    try {
      user = await authenticate(token, { ...context, audiences });
    } catch (error) {
      context.signal.throwIfAborted();
      context.log.warn('a token could not be reviewed', { error });
      return reviewOf(review, { authenticated: false, error: error instanceof Error ? error.message : String(error) });
    }
    if (user === undefined) return reviewOf(review, { authenticated: false });
    const { audiences: known = audiences, ...info } = user;
    if (typeof info.username !== 'string' || info.username === '')
      throw new TypeError('authenticate answered with a user that has no username');
    const meant = known.filter((audience) => audiences.length === 0 || audiences.includes(audience));
    if (audiences.length > 0 && meant.length === 0)
      return reviewOf(review, { authenticated: false, error: 'the token is for other audiences' });
    return reviewOf(review, { authenticated: true, user: info, ...(meant.length > 0 && { audiences: meant }) });
  },
  failure: (review, _code, message) => reviewOf(review, { authenticated: false, error: message }),
});

function specIn(review: ReadonlyJsonObject): { readonly token: string; readonly audiences: readonly string[] } {
  const { apiVersion = v1, kind = 'TokenReview', spec } = review;
  if (!versions.has(apiVersion) || kind !== 'TokenReview')
    throw new ReviewError(400, `this path takes TokenReviews of ${[...versions].join(' and ')}`);
  if (!isJsonObject(spec)) throw new ReviewError(400, 'the TokenReview has no spec');
  const { token, audiences = [] } = spec;
  if (typeof token !== 'string' || token === '') throw new ReviewError(400, 'spec.token is empty');
  if (!isJsonArray(audiences)) throw new ReviewError(400, 'spec.audiences is no list');
  return { token, audiences: audiences.map(String) };
}

/** A token is never sent back. */
function reviewOf(review: ReadonlyJsonObject | undefined, status: object): object {
  const { apiVersion, metadata } = review ?? {};
  return {
    kind: 'TokenReview',
    apiVersion: versions.has(apiVersion) ? apiVersion : v1,
    metadata: isJsonObject(metadata) ? metadata : {},
    status,
  };
}
