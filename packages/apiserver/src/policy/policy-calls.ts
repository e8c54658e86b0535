/**
 * Which policies look at a request, with which binding and which parameters. Everything else about a request is decided by those who ask.
 * Upstream: apiserver admission/plugin/policy/generic policy_dispatcher.go and policy_matcher.go.
 */
import {
  internalError,
  StatusError,
  type AdmissionRequest,
  type ApiObject,
  type ResourceRegistry,
  type ServedResource,
  type Store,
} from '@reeve/registry';
import {
  isExempt as isConfiguration,
  isVirtual,
  type Matched,
  type RequestMatcher,
} from '../admission/request-matcher.ts';
import type { AskAccess } from './asked-authorizer.ts';
import type { MatchedAs } from './bindings.ts';
import { collectParams, ConfigurationError } from './params.ts';
import type { PolicySpec } from './policy-form.ts';
import type { PolicyBinding, PolicyHook } from './policy-source.ts';

/** What the plugins of policies work with. */
export interface PolicyPluginOptions {
  readonly store: Store;
  readonly registry: ResourceRegistry;
  readonly matcher: RequestMatcher;
  readonly ask: AskAccess;
}

/** One evaluation of a policy: with one binding and one parameter object. */
export interface PolicyCall<Spec, Compiled> {
  readonly hook: PolicyHook<Spec, Compiled>;
  readonly binding: PolicyBinding;
  readonly matched: MatchedAs;
  readonly params: ApiObject | null | undefined;
}

/** A policy, or a binding of it, that cannot be used for a request that it is about. */
export interface PolicyProblem<Spec, Compiled> {
  readonly hook: PolicyHook<Spec, Compiled>;
  /** Undefined where it is the policy. */
  readonly binding: PolicyBinding | undefined;
  readonly message: string;
}

/** The evaluations that a request takes, in the order of policies, bindings and parameters, with what cannot be evaluated in its place. */
export type PolicyStep<Spec, Compiled> = PolicyCall<Spec, Compiled> | PolicyProblem<Spec, Compiled>;

/** True for what no policy looks at: policies themselves, and reviews, without which nobody could be let in to mend a policy. */
export const isExempt = (request: AdmissionRequest): boolean => isPolicy(request) || isVirtual(request);

/** Webhook configurations are not exempt, as they are from webhooks. */
const isPolicy = (request: AdmissionRequest): boolean =>
  isConfiguration(request) && !request.resource.plural.endsWith('webhookconfigurations');

/** What a request takes of the policies. */
export function policySteps<Spec extends PolicySpec, Compiled>(
  request: AdmissionRequest,
  hooks: readonly PolicyHook<Spec, Compiled>[],
  tools: Pick<PolicyPluginOptions, 'store' | 'matcher'>,
): readonly PolicyStep<Spec, Compiled>[] {
  return hooks.flatMap((hook) => {
    const found = attempt(() => tools.matcher.match(request, hook.criteria));
    if (typeof found === 'string') return [{ hook, binding: undefined, message: found }];
    if (found === undefined) return [];
    const matched = seenAs(request, found);
    if (hook.problem !== undefined) return [{ hook, binding: undefined, message: hook.problem }];
    return hook.bindings.flatMap((binding) => stepsOfBinding(request, { hook, binding, matched }, tools));
  });
}

function stepsOfBinding<Spec extends PolicySpec, Compiled>(
  request: AdmissionRequest,
  call: Omit<PolicyCall<Spec, Compiled>, 'params'>,
  { store, matcher }: Pick<PolicyPluginOptions, 'store' | 'matcher'>,
): readonly PolicyStep<Spec, Compiled>[] {
  const { hook, binding } = call;
  const found = attempt(() => {
    if (binding.criteria !== undefined && matcher.match(request, binding.criteria) === undefined) return [];
    return collectParams(store, hook.params, binding.spec.paramRef, request.namespace);
  });
  if (typeof found === 'string') return [{ hook, binding, message: found }];
  return found.map((params) => ({ ...call, params }));
}

/** What is made, or why it cannot be. */
function attempt<T>(make: () => T): T | string {
  try {
    return make();
  } catch (error) {
    if (error instanceof ConfigurationError || error instanceof StatusError) return error.message;
    throw error;
  }
}

/** The request's objects in the version that matched. */
function seenAs(request: AdmissionRequest, { resource, form }: Matched): MatchedAs {
  const { object, old } = request;
  if (form.apiVersion === request.form.apiVersion && form.kind === request.form.kind)
    return { resource, form, object, old, toRequested: (changed) => changed };
  if (resource.storage.conversion !== undefined && form.kind === resource.kind) throw unconverted(request, resource);
  const convert = (from: ServedResource, to: ServedResource, each: ApiObject | undefined): ApiObject | undefined =>
    each && to.storage.fromStorage(from.storage.toStorage(each));
  return {
    resource,
    form,
    object: convert(request.resource, resource, object),
    old: convert(request.resource, resource, old),
    toRequested: (changed) => convert(resource, request.resource, changed) ?? changed,
  };
}

/** Policies are evaluated in one go and cannot wait for a webhook: nothing is let pass unseen. */
const unconverted = (request: AdmissionRequest, { plural, group, version }: ServedResource): StatusError =>
  internalError(
    `an admission policy matches ${plural}.${version}.${group}, which a webhook converts, and the request is for ${request.resource.version}: list that version in the rules of the policy`,
  );

/** The namespace that expressions see: that of the request, of which a Namespace itself has none. */
export function namespaceOf({ namespace, resource }: AdmissionRequest, store: Store): ApiObject | undefined {
  const isNamespace = resource.group === '' && resource.plural === 'namespaces';
  return namespace === undefined || isNamespace ? undefined : store.table('namespaces').get(namespace)?.object;
}

/** The name that refusals call an object by: one that the server still has to make is called by its prefix. */
export function refusedName({ name, object }: AdmissionRequest): string {
  const { name: own, generateName } = object?.metadata ?? {};
  return name || own || generateName || 'Unknown';
}
