// Written by `npm run facts:kinds`: do not edit.

import type { Condition, LabelSelector, ObjectMeta } from '@reeve/machinery';

export interface ApplyConfiguration {
  expression?: string;
}

export interface AuditAnnotation {
  key: string;
  valueExpression: string;
}

export interface ExpressionWarning {
  fieldRef: string;
  warning: string;
}

export interface JSONPatch {
  expression?: string;
}

export interface MatchCondition {
  expression: string;
  name: string;
}

export interface MatchResources {
  excludeResourceRules?: NamedRuleWithOperations[];
  matchPolicy?: 'Equivalent' | 'Exact';
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  resourceRules?: NamedRuleWithOperations[];
}

export interface MutatingAdmissionPolicy {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingAdmissionPolicy';
  metadata: ObjectMeta;
  spec?: MutatingAdmissionPolicySpec;
}

export interface MutatingAdmissionPolicyBinding {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingAdmissionPolicyBinding';
  metadata: ObjectMeta;
  spec?: MutatingAdmissionPolicyBindingSpec;
}

export interface MutatingAdmissionPolicyBindingSpec {
  matchResources?: MatchResources;
  paramRef?: ParamRef;
  policyName?: string;
}

export interface MutatingAdmissionPolicySpec {
  failurePolicy?: 'Fail' | 'Ignore';
  matchConditions?: MatchCondition[];
  matchConstraints?: MatchResources;
  mutations?: Mutation[];
  paramKind?: ParamKind;
  reinvocationPolicy?: 'IfNeeded' | 'Never';
  variables?: Variable[];
}

export interface MutatingWebhook {
  admissionReviewVersions: string[];
  clientConfig: WebhookClientConfig;
  failurePolicy?: 'Fail' | 'Ignore';
  matchConditions?: MatchCondition[];
  matchPolicy?: 'Equivalent' | 'Exact';
  name: string;
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  reinvocationPolicy?: 'IfNeeded' | 'Never';
  rules?: RuleWithOperations[];
  sideEffects: 'None' | 'NoneOnDryRun' | 'Some' | 'Unknown';
  timeoutSeconds?: number;
}

export interface MutatingWebhookConfiguration {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'MutatingWebhookConfiguration';
  metadata: ObjectMeta;
  webhooks?: MutatingWebhook[];
}

export interface Mutation {
  applyConfiguration?: ApplyConfiguration;
  jsonPatch?: JSONPatch;
  patchType: 'ApplyConfiguration' | 'JSONPatch';
}

export interface NamedRuleWithOperations {
  apiGroups?: string[];
  apiVersions?: string[];
  operations?: ('*' | 'CONNECT' | 'CREATE' | 'DELETE' | 'UPDATE')[];
  resourceNames?: string[];
  resources?: string[];
  scope?: '*' | 'Cluster' | 'Namespaced';
}

export interface ParamKind {
  apiVersion?: string;
  kind?: string;
}

export interface ParamRef {
  name?: string;
  namespace?: string;
  parameterNotFoundAction?: string;
  selector?: LabelSelector;
}

export interface RuleWithOperations {
  apiGroups?: string[];
  apiVersions?: string[];
  operations?: ('*' | 'CONNECT' | 'CREATE' | 'DELETE' | 'UPDATE')[];
  resources?: string[];
  scope?: '*' | 'Cluster' | 'Namespaced';
}

export interface ServiceReference {
  name: string;
  namespace: string;
  path?: string;
  port?: number;
}

export interface TypeChecking {
  expressionWarnings?: ExpressionWarning[];
}

export interface ValidatingAdmissionPolicy {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingAdmissionPolicy';
  metadata: ObjectMeta;
  spec?: ValidatingAdmissionPolicySpec;
  status?: ValidatingAdmissionPolicyStatus;
}

export interface ValidatingAdmissionPolicyBinding {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingAdmissionPolicyBinding';
  metadata: ObjectMeta;
  spec: ValidatingAdmissionPolicyBindingSpec;
}

export interface ValidatingAdmissionPolicyBindingSpec {
  matchResources?: MatchResources;
  paramRef?: ParamRef;
  policyName: string;
  validationActions: ('Audit' | 'Deny' | 'Warn')[];
}

export interface ValidatingAdmissionPolicySpec {
  auditAnnotations?: AuditAnnotation[];
  failurePolicy?: 'Fail' | 'Ignore';
  matchConditions?: MatchCondition[];
  matchConstraints?: MatchResources;
  paramKind?: ParamKind;
  validations?: Validation[];
  variables?: Variable[];
}

export interface ValidatingAdmissionPolicyStatus {
  conditions?: Condition[];
  observedGeneration?: number;
  typeChecking?: TypeChecking;
}

export interface ValidatingWebhook {
  admissionReviewVersions: string[];
  clientConfig: WebhookClientConfig;
  failurePolicy?: 'Fail' | 'Ignore';
  matchConditions?: MatchCondition[];
  matchPolicy?: 'Equivalent' | 'Exact';
  name: string;
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  rules?: RuleWithOperations[];
  sideEffects: 'None' | 'NoneOnDryRun' | 'Some' | 'Unknown';
  timeoutSeconds?: number;
}

export interface ValidatingWebhookConfiguration {
  apiVersion?: 'admissionregistration.k8s.io/v1';
  kind?: 'ValidatingWebhookConfiguration';
  metadata: ObjectMeta;
  webhooks?: ValidatingWebhook[];
}

export interface Validation {
  expression: string;
  message?: string;
  messageExpression?: string;
  reason?: string;
}

export interface Variable {
  expression: string;
  name: string;
}

export interface WebhookClientConfig {
  caBundle?: string;
  service?: ServiceReference;
  url?: string;
}
