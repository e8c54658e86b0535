// Written by `npm run facts:kinds`: do not edit.

export { LocalSubjectAccessReview } from './v1/local-subject-access-review.ts';
export { SelfSubjectAccessReview } from './v1/self-subject-access-review.ts';
export { SelfSubjectRulesReview } from './v1/self-subject-rules-review.ts';
export { SubjectAccessReview } from './v1/subject-access-review.ts';
export type { FieldSelectorAttributes, LabelSelectorAttributes, NonResourceAttributes, NonResourceRule, ResourceAttributes, ResourceRule, SelfSubjectAccessReviewSpec, SelfSubjectRulesReviewSpec, SubjectAccessReviewSpec, SubjectAccessReviewStatus, SubjectRulesReviewStatus } from './v1/types.ts';
