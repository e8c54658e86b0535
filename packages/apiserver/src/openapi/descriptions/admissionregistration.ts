/**
 * Descriptions of the group admissionregistration.k8s.io.
 */
import type { GroupDescriptions } from './group-descriptions.ts';

const failurePolicy = 'What when it cannot be evaluated or reached: Fail refuses the request, Ignore goes on.';
const matchConditions = 'CEL expressions, all of which must be true for requests that it counts for.';
const reinvocationPolicy = 'IfNeeded calls it again when another plugin changed the object after it; Never does not.';

const webhook = {
  admissionReviewVersions: 'The versions of AdmissionReview that the webhook understands, best first.',
  clientConfig: 'How the webhook is reached.',
  failurePolicy,
  matchConditions,
  matchPolicy: 'Equivalent also matches requests to other versions of a resource; Exact does not.',
  name: 'The name of the webhook, with dots, unique in the configuration.',
  namespaceSelector: 'The labels of the namespaces whose objects are sent to the webhook.',
  objectSelector: 'The labels of the objects that are sent to the webhook.',
  rules: 'The operations and resources that the webhook is called for.',
  sideEffects: 'Whether the webhook does anything besides its answer: None or NoneOnDryRun.',
  timeoutSeconds: 'After how many seconds a call has failed; 10 unless given.',
};
const policy = {
  failurePolicy,
  matchConditions,
  matchConstraints: 'The operations and resources that the policy counts for.',
  paramKind: 'The kind of the objects that hold parameters of the policy.',
  variables: 'CEL expressions with names, for use in the other expressions.',
};
const binding = {
  matchResources: 'The objects that the binding counts for; all that the policy matches unless given.',
  paramRef: 'The objects that hold the parameters.',
  policyName: 'The policy that is bound.',
};

export const admissionregistration: GroupDescriptions = {
  prefix: 'io.k8s.api.admissionregistration.v1.',
  kinds: {
    MutatingAdmissionPolicy: 'Changes objects as they are written, by CEL expressions.',
    MutatingAdmissionPolicyBinding: 'Says for which objects a MutatingAdmissionPolicy counts.',
    MutatingWebhookConfiguration: 'Names webhooks that may change objects as they are written.',
    ValidatingAdmissionPolicy: 'Refuses objects as they are written, by CEL expressions.',
    ValidatingAdmissionPolicyBinding: 'Says for which objects a ValidatingAdmissionPolicy counts.',
    ValidatingWebhookConfiguration: 'Names webhooks that may refuse objects as they are written.',
  },
  fields: {
    MutatingWebhookConfiguration: { webhooks: 'The webhooks.' },
    ValidatingWebhookConfiguration: { webhooks: 'The webhooks.' },
    MutatingWebhook: { ...webhook, reinvocationPolicy },
    ValidatingWebhook: webhook,
    WebhookClientConfig: {
      caBundle: 'The certificates that the certificate of the webhook is checked with, in PEM and base64.',
      service: 'The Service of the webhook.',
      url: 'The URL of the webhook, instead of a Service.',
    },
    ServiceReference: {
      name: 'The name of the Service.',
      namespace: 'The namespace of the Service.',
      path: 'The path of the requests.',
      port: 'The port of the Service; 443 unless given.',
    },
    RuleWithOperations: {
      apiGroups: 'The API groups; * for all.',
      apiVersions: 'The API versions; * for all.',
      operations: 'CREATE, UPDATE, DELETE, CONNECT, or * for all.',
      resources: 'The resources, such as pods or pods/status; * for all.',
      scope: 'Cluster, Namespaced, or * for both.',
    },
    MatchCondition: {
      expression: 'The CEL expression. Its result is true or false.',
      name: 'The name of the condition, for audit and metrics.',
    },
    MutatingAdmissionPolicySpec: {
      ...policy,
      mutations: 'The changes, made in order.',
      reinvocationPolicy,
    },
    MutatingAdmissionPolicyBindingSpec: binding,
    ValidatingAdmissionPolicySpec: {
      ...policy,
      auditAnnotations: 'CEL expressions whose results are written to the audit log.',
      validations: 'CEL expressions that must be true, or the request is refused.',
    },
    ValidatingAdmissionPolicyStatus: { typeChecking: 'Warnings about types in the expressions.' },
    ValidatingAdmissionPolicyBindingSpec: {
      ...binding,
      validationActions: 'What follows from a failed validation: Deny, Warn or Audit.',
    },
    Validation: {
      expression: 'The CEL expression that must be true.',
      message: 'What the client is told otherwise.',
      messageExpression: 'A CEL expression that gives the message.',
      reason: 'The reason in the refusal, such as Invalid or Forbidden.',
    },
  },
};
