/**
 * The admission plugin of validating policies: a request is refused, or its answer warns, or its audit event tells, as the bindings say.
 * Upstream: apiserver admission/plugin/policy/validating dispatcher.go.
 */
import { StatusError, forbidden, type AdmissionPlugin, type AdmissionRequest, type ApiObject } from '@reeve/registry';
import { AskedAuthorizer } from './asked-authorizer.ts';
import { bindingsOf } from './bindings.ts';
import {
  isExempt,
  namespaceOf,
  policySteps,
  refusedName,
  type PolicyCall,
  type PolicyPluginOptions,
} from './policy-calls.ts';
import { ignoresFailures, type ValidatingPolicySpec } from './policy-form.ts';
import { PolicySource, type PolicyHook } from './policy-source.ts';
import { ValidatingPolicy, type PolicyDecision, type PolicyVerdict } from './validating-policy.ts';

type Hook = PolicyHook<ValidatingPolicySpec, ValidatingPolicy>;
type Call = PolicyCall<ValidatingPolicySpec, ValidatingPolicy>;

/** A violation that the audit event tells. */
interface AuditedFailure {
  readonly message: string;
  readonly policy: string;
  readonly binding: string;
  readonly expressionIndex: number;
  readonly validationActions: readonly string[];
}

const failureAnnotation = 'validation.policy.admission.k8s.io/validation_failure';
const mostFailures = 50;
const longestAnnotation = 10 * 1024;

export function validatingPolicies(options: PolicyPluginOptions): AdmissionPlugin {
  const source = new PolicySource<ValidatingPolicySpec, ValidatingPolicy>({
    ...options,
    policies: 'admissionregistration.k8s.io/validatingadmissionpolicies',
    bindings: 'admissionregistration.k8s.io/validatingadmissionpolicybindings',
    compile: (spec) => new ValidatingPolicy(spec),
  });
  return {
    name: 'ValidatingAdmissionPolicy',
    operations: new Set(['CREATE', 'UPDATE', 'DELETE', 'CONNECT']),
    validate: (request) => {
      const hooks = source.hooks();
      if (hooks.length === 0 || isExempt(request)) return undefined;
      const steps = policySteps(request, hooks, options);
      if (steps.length === 0) return undefined;
      const authorizer = new AskedAuthorizer(options.ask);
      const judged = authorizer.complete(() => {
        const namespace = namespaceOf(request, options.store);
        return steps.map((step) => ('matched' in step ? { ...step, verdict: judge(step) } : step));

        function judge(call: Call): PolicyVerdict {
          return verdictOf(call, request, namespace, authorizer);
        }
      });
      if (judged instanceof Promise) return judged.then((late) => enforce(request, late));
      return enforce(request, judged);
    },
  };
}

function verdictOf(
  { hook, matched, params }: Call,
  request: AdmissionRequest,
  namespace: ApiObject | undefined,
  authorizer: AskedAuthorizer,
): PolicyVerdict {
  const parts = { request, matched, namespace, params };
  return hook.compiled.judge({
    bindings: bindingsOf({ ...parts, authorizer: authorizer.valueFor(request.user) }),
    withoutAuthorizer: bindingsOf(parts),
  });
}

type Judged =
  | (Call & { readonly verdict: PolicyVerdict })
  | { readonly hook: Hook; readonly binding: Call['binding'] | undefined; readonly message: string };

/** Does what the verdicts ask for. Throws the first refusal. */
function enforce(request: AdmissionRequest, judged: readonly Judged[]): void {
  const refusals: StatusError[] = [];
  const failures: AuditedFailure[] = [];
  const annotations = new Map<string, Set<string>>();
  const refuse = (hook: Hook, binding: Call['binding'] | undefined, message: string, reason = ''): void => {
    refusals.push(refusal(request, hook.name, binding?.name, message, reason));
  };
  for (const each of judged) {
    const { hook, binding } = each;
    if (!('verdict' in each)) {
      const what = binding === undefined ? 'policy' : 'binding';
      if (!ignoresFailures(hook.spec)) refuse(hook, binding, `failed to configure ${what}: ${each.message}`);
      continue;
    }
    for (const decision of each.verdict.decisions) if (decision.isDenied) act(each, decision);
    for (const annotation of each.verdict.annotations) {
      if (annotation.type === 'error') refuse(hook, binding, annotation.message);
      else valuesOf(annotations, `${hook.name}/${annotation.key}`).add(annotation.value.slice(0, longestAnnotation));
    }
  }
  for (const [key, values] of annotations) request.annotate(key, [...values].join(', '));
  if (failures.length > 0) request.annotate(failureAnnotation, JSON.stringify(failures.slice(0, mostFailures)));
  const [first] = refusals;
  if (first !== undefined) throw first;

  function act({ hook, binding }: Call, { index, message, reason }: PolicyDecision): void {
    const { validationActions = [], policyName = '' } = binding.spec;
    for (const action of validationActions) {
      if (action === 'Deny') refuse(hook, binding, message, reason);
      if (action === 'Warn')
        request.warn(
          `Validation failed for ValidatingAdmissionPolicy '${hook.name}' with binding '${binding.name}': ${message}`,
        );
      if (action === 'Audit')
        failures.push({
          message,
          policy: policyName,
          binding: binding.name,
          expressionIndex: index,
          validationActions,
        });
    }
  }
}

function valuesOf(annotations: Map<string, Set<string>>, key: string): Set<string> {
  const known = annotations.get(key) ?? new Set();
  annotations.set(key, known);
  return known;
}

const codes: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 };

function refusal(
  request: AdmissionRequest,
  policy: string,
  binding: string | undefined,
  problem: string,
  given: string,
): StatusError {
  const with_ = binding === undefined ? '' : ` with binding '${binding}'`;
  const message = `ValidatingAdmissionPolicy '${policy}'${with_} denied request: ${problem}`;
  const reason = given === '' ? 'Invalid' : given;
  const { resource } = request;
  const name = refusedName(request);
  return new StatusError(codes[reason] ?? 422, reason as 'Invalid', forbidden(resource, name, message).message, {
    name,
    group: resource.group,
    kind: resource.plural,
    causes: [{ message }],
  });
}
