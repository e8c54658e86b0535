// declare
export { defineWebhook } from './declaration/define-webhook.ts';
export type { WebhookConditions, WebhookDefinition, WebhookOptions } from './declaration/define-webhook.ts';
export { isWebhookDeclaration, Webhooks } from './declaration/webhooks.ts';
export type { ResourceWithWebhooks, WebhookDeclaration } from './declaration/webhooks.ts';
export { defineTokenReview, tokenReviewEndpoint } from './authentication/token-review.ts';
export type { AuthenticatedUser, TokenReviewContext, TokenReviewDefinition } from './authentication/token-review.ts';
export { authorizerEndpoint, defineAuthorizer } from './authorization/authorizer.ts';
export type {
  AccessReview,
  AuthorizerDefinition,
  Decision,
  ResourceAttributes,
  Verdict,
} from './authorization/authorizer.ts';

// admission
export {
  allowed,
  denied,
  errored,
  patched,
  patchedTo,
  refused,
  validated,
  withWarnings,
} from './admission/admission-answer.ts';
export type { AdmissionAnswer, AdmissionHandler, AdmissionHandlerContext } from './admission/admission-answer.ts';
export { admissionEndpoint, admissionPath } from './admission/admission-endpoint.ts';
export type { AdmissionEndpointOptions } from './admission/admission-endpoint.ts';
export { decodeObject, decodeOldObject } from './admission/decode-object.ts';
export { defaulting } from './admission/defaulting.ts';
export type { DefaultFunction, DefaultingOptions } from './admission/defaulting.ts';
export { validating } from './admission/validating.ts';
export { severalMutating, severalValidating } from './admission/several.ts';
export { routed } from './admission/route.ts';
export type { Route } from './admission/route.ts';

// conversion
export { Converter } from './conversion/converter.ts';
export type { ConvertedKind } from './conversion/converter.ts';
export { conversionEndpoint, conversionPath } from './conversion/conversion-endpoint.ts';

// http
export { ReviewHandler } from './http/review-handler.ts';
export type { ReviewHandlerOptions } from './http/review-handler.ts';
export { ReviewError } from './http/review-error.ts';
export { fetchHandler } from './http/fetch-handler.ts';
export type { Endpoint, ReviewContext } from './http/endpoint.ts';
export type { KnownLimits, ReviewLimits } from './http/review-limits.ts';
export type { WebhookMetrics } from './http/webhook-metrics.ts';
export type { WebhookAnswer, WebhookRequest } from './http/webhook-http.ts';
export { WebhookServer, WebhookServerError } from './server/webhook-server.ts';
export type { WebhookServerOptions } from './server/webhook-server.ts';

// certificates
export { CertificateStore } from './certificate/certificate-store.ts';
export type { CertificateStoreOptions } from './certificate/certificate-store.ts';
export { ForeignSecretError } from './certificate/certificate-secret.ts';
export type { CertificateSecret, SecretAccess } from './certificate/certificate-secret.ts';
export { makeCertificates } from './certificate/make-certificates.ts';
export type { CertificatePolicy } from './certificate/certificate-plan.ts';

// configuration
export { admissionConfigurations } from './configuration/admission-configuration.ts';
export type { AdmissionConfiguration, ConfigurationOptions } from './configuration/admission-configuration.ts';
export type { WebhookPlace } from './configuration/client-config.ts';
export { withConversion } from './configuration/crd-conversion.ts';
export { bundlePatch } from './configuration/inject-bundle.ts';
export { authorizationConfiguration, webhookKubeconfig } from './configuration/server-files.ts';
export type { AuthorizationOptions, WebhookFileOptions } from './configuration/server-files.ts';
