/**
 * The fields of policies and bindings, as their codecs have read them.
 * Upstream: k8s.io/api/admissionregistration/v1.
 */
import type { LabelSelector } from '@reeve/machinery';
import type { ApiObject } from '@reeve/registry';

/** An expression with a name: a variable or a match condition. */
export interface NamedExpression {
  readonly name: string;
  readonly expression: string;
}

/** Which requests a rule is about. */
export interface PolicyRule {
  readonly resourceNames?: readonly string[];
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: string;
}

/** Which requests a policy, or a binding of it, is about. */
export interface MatchResources {
  readonly resourceRules?: readonly PolicyRule[];
  readonly excludeResourceRules?: readonly PolicyRule[];
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  readonly matchPolicy?: string;
}

export interface ParamKind {
  readonly apiVersion: string;
  readonly kind: string;
}

export interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelector;
  readonly parameterNotFoundAction?: string;
}

/** What both kinds of policies have. */
export interface PolicySpec {
  readonly paramKind?: ParamKind;
  readonly matchConstraints?: MatchResources;
  readonly matchConditions?: readonly NamedExpression[];
  readonly variables?: readonly NamedExpression[];
  readonly failurePolicy?: string;
}

export interface Validation {
  readonly expression: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

export interface AuditAnnotation {
  readonly key: string;
  readonly valueExpression: string;
}

export interface ValidatingPolicySpec extends PolicySpec {
  readonly validations?: readonly Validation[];
  readonly auditAnnotations?: readonly AuditAnnotation[];
}

export interface Mutation {
  readonly patchType: string;
  readonly applyConfiguration?: { readonly expression: string };
  readonly jsonPatch?: { readonly expression: string };
}

export interface MutatingPolicySpec extends PolicySpec {
  readonly mutations?: readonly Mutation[];
  readonly reinvocationPolicy?: string;
}

export interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
  readonly matchResources?: MatchResources;
  /** Of validating policies only. */
  readonly validationActions?: readonly string[];
}

/** The spec of a policy or a binding; its codec has read it. */
export const specOf = (object: ApiObject): object => object['spec'] ?? {};

/** The name of an object that is stored. */
export const nameOf = (object: ApiObject): string => object.metadata.name ?? '';

/** True for a policy whose failures let requests pass. */
export const ignoresFailures = ({ failurePolicy }: PolicySpec): boolean => failurePolicy === 'Ignore';
