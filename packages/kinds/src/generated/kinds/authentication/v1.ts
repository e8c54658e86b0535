// Written by `npm run facts:kinds`: do not edit.

export { SelfSubjectReview } from './v1/self-subject-review.ts';
export { TokenReview } from './v1/token-review.ts';
export type { BoundObjectReference, SelfSubjectReviewStatus, TokenRequest, TokenRequestSpec, TokenRequestStatus, TokenReviewSpec, TokenReviewStatus, UserInfo } from './v1/types.ts';
