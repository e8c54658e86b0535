// Written by `npm run facts:kinds`: do not edit.

export { MutatingAdmissionPolicy } from './v1/mutating-admission-policy.ts';
export { MutatingAdmissionPolicyBinding } from './v1/mutating-admission-policy-binding.ts';
export { MutatingWebhookConfiguration } from './v1/mutating-webhook-configuration.ts';
export { ValidatingAdmissionPolicy } from './v1/validating-admission-policy.ts';
export { ValidatingAdmissionPolicyBinding } from './v1/validating-admission-policy-binding.ts';
export { ValidatingWebhookConfiguration } from './v1/validating-webhook-configuration.ts';
export type { ApplyConfiguration, AuditAnnotation, ExpressionWarning, JSONPatch, MatchCondition, MatchResources, MutatingAdmissionPolicyBindingSpec, MutatingAdmissionPolicySpec, MutatingWebhook, Mutation, NamedRuleWithOperations, ParamKind, ParamRef, RuleWithOperations, ServiceReference, TypeChecking, ValidatingAdmissionPolicyBindingSpec, ValidatingAdmissionPolicySpec, ValidatingAdmissionPolicyStatus, ValidatingWebhook, Validation, Variable, WebhookClientConfig } from './v1/types.ts';
