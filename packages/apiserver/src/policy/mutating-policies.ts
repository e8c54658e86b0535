/**
 * The admission plugin of mutating policies: changes objects one policy after the other, in a second round only those that ask for it.
 * Upstream: apiserver admission/plugin/policy/mutating dispatcher.go and reinvocationcontext.go.
 */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '@reeve/machinery';
import {
  internalError,
  StatusError,
  type AdmissionPlugin,
  type AdmissionRequest,
  type ApiObject,
  type ObjectForm,
} from '@reeve/registry';
import { DecodeError } from '../codec/decode-error.ts';
import type { ValueSchema } from '../managed-fields/value-schema.ts';
import { AskedAuthorizer } from './asked-authorizer.ts';
import { bindingsOf } from './bindings.ts';
import { MutatingPolicy, MutationError } from './mutating-policy.ts';
import {
  isExempt,
  namespaceOf,
  policySteps,
  refusedName,
  type PolicyCall,
  type PolicyPluginOptions,
  type PolicyStep,
} from './policy-calls.ts';
import { ignoresFailures, nameOf, type MutatingPolicySpec } from './policy-form.ts';
import { PolicySource } from './policy-source.ts';

type Call = PolicyCall<MutatingPolicySpec, MutatingPolicy>;
type Step = PolicyStep<MutatingPolicySpec, MutatingPolicy>;

interface Options extends PolicyPluginOptions {
  /** The type of the objects of a kind. */
  schemaOf(form: ObjectForm): ValueSchema;
}

export function mutatingPolicies(options: Options): AdmissionPlugin {
  const source = new PolicySource<MutatingPolicySpec, MutatingPolicy>({
    ...options,
    policies: 'admissionregistration.k8s.io/mutatingadmissionpolicies',
    bindings: 'admissionregistration.k8s.io/mutatingadmissionpolicybindings',
    compile: (spec) => new MutatingPolicy(spec),
  });
  return {
    name: 'MutatingAdmissionPolicy',
    operations: new Set(['CREATE', 'UPDATE', 'CONNECT']),
    mutate: (request) => {
      const hooks = source.hooks();
      if (hooks.length === 0 || request.object === undefined || isExempt(request)) return request.object;
      const steps = policySteps(request, hooks, options);
      return steps.length === 0 ? request.object : new MutationRun(request, options).run(steps);
    },
  };
}

/** What is kept from the first round for the second. */
class PolicyRounds {
  /** The object as the policies left it. */
  output: ApiObject | undefined;
  /** Policies to be evaluated again when something changes after them, and those for which that has happened. */
  invoked = new Set<string>();
  readonly due = new Set<string>();

  /** Something has changed after the policies that were evaluated so far. */
  require(): void {
    for (const key of this.invoked) this.due.add(key);
    this.invoked = new Set();
  }
}

interface Refusal {
  readonly message: string;
  readonly reason: string;
}

/** The mutations of one request in one round. */
class MutationRun {
  readonly #request: AdmissionRequest;
  readonly #options: Options;
  readonly #authorizer: AskedAuthorizer;
  readonly #namespace: ApiObject | undefined;
  readonly #rounds: PolicyRounds;
  readonly #refusals: Refusal[] = [];
  /** Whether any mutation was made, even one that changes nothing. */
  #isDirty = false;
  /** The object in each version that policies see it in. */
  readonly #objects = new Map<string, ApiObject>();

  constructor(request: AdmissionRequest, options: Options) {
    this.#request = request;
    this.#options = options;
    this.#authorizer = new AskedAuthorizer(options.ask);
    this.#namespace = namespaceOf(request, options.store);
    this.#rounds = request.rounds.keptBy('MutatingAdmissionPolicy', () => new PolicyRounds());
  }

  /** The object as the policies make it. Throws when one that counts has failed. */
  async run(steps: readonly Step[]): Promise<ApiObject | undefined> {
    const { rounds, object } = this.#request;
    if (rounds.isRepeated && !isDeepStrictEqual(this.#rounds.output, object)) this.#rounds.require();
    let result = object;
    for (const step of steps) {
      if (!('matched' in step)) this.#refuse(step, configurationProblem(step), '');
      // eslint-disable-next-line no-await-in-loop
      else result = (await this.#call(step)) ?? result;
    }
    this.#rounds.output = result;
    if (this.#isDirty) {
      this.#rounds.require(); // the last policies, too
      rounds.requireRepetition();
    }
    const [first] = this.#refusals;
    if (first === undefined) return result;
    throw this.#status(first);
  }

  /** The object after a policy; undefined where it changes nothing. */
  async #call(call: Call): Promise<ApiObject | undefined> {
    const { compiled, spec } = call.hook;
    const { rounds } = this.#request;
    const before = this.#objectFor(call);
    if (before === undefined) return undefined;
    const verdict = await this.#authorizer.complete(() => compiled.judge(this.#bindings(call, before)));
    if ('problem' in verdict) {
      this.#refuse(call, verdict.problem, 'Invalid');
      return undefined;
    }
    const key = keyOf(call);
    if (!verdict.matches || (rounds.isRepeated && !this.#rounds.due.has(key))) return undefined;
    const after = await this.#mutated(call, before);
    this.#objects.set(call.matched.form.apiVersion, after);
    const isChanged = after !== before && !isDeepStrictEqual(after, before);
    if (isChanged) {
      this.#rounds.require();
      rounds.requireRepetition();
    }
    if (spec.reinvocationPolicy === 'IfNeeded') this.#rounds.invoked.add(key);
    return isChanged ? call.matched.toRequested(after) : undefined;
  }

  /** The object after all mutations of a policy; one that fails is passed over. */
  async #mutated(call: Call, before: ApiObject): Promise<ApiObject> {
    const { form } = call.matched;
    const schema = this.#options.schemaOf(form);
    let object = before;
    for (const mutation of call.hook.compiled.mutations) {
      try {
        const seen = object;
        // eslint-disable-next-line no-await-in-loop
        const made = await this.#authorizer.complete(() => mutation.mutate(seen, schema, this.#bindings(call, seen)));
        if (made !== seen) object = decoded(made, form, mutation.isStrict);
        this.#isDirty = true;
      } catch (error) {
        if (!(error instanceof MutationError)) throw error;
        this.#refuse(call, error.message, 'Invalid');
      }
    }
    return object;
  }

  #objectFor({ matched }: Call): ApiObject | undefined {
    return this.#objects.get(matched.form.apiVersion) ?? matched.object;
  }

  #bindings({ hook, matched, params }: Call, object: ApiObject): ReturnType<typeof bindingsOf> {
    return bindingsOf({
      request: this.#request,
      matched: { ...matched, object },
      namespace: this.#namespace,
      params: hook.params?.isCustom === false && params ? withoutType(params) : params,
      authorizer: this.#authorizer.valueFor(this.#request.user),
    });
  }

  #refuse({ hook, binding }: Pick<Step, 'hook' | 'binding'>, problem: string, reason: string): void {
    if (ignoresFailures(hook.spec)) return;
    const subject = binding === undefined ? `"${hook.name}"` : `'${hook.name}' with binding '${binding.name}'`;
    this.#refusals.push({ message: `policy ${subject} denied request: ${problem}`, reason });
  }

  #status({ message, reason }: Refusal): StatusError {
    const { resource } = this.#request;
    return new StatusError(403, reason === '' ? 'Forbidden' : 'Invalid', message, {
      name: refusedName(this.#request),
      group: resource.group,
      kind: resource.plural,
      causes: this.#refusals.map((each) => ({ message: each.message })),
    });
  }
}

/** Parameters of a built-in kind as mutating policies see them: in the real server they come from caches, in which objects have no type. */
function withoutType({ apiVersion: _apiVersion, kind: _kind, ...params }: ApiObject): ApiObject {
  return params;
}

const configurationProblem = ({ binding, message }: Exclude<Step, Call>): string =>
  `failed to configure ${binding === undefined ? 'policy' : 'binding'}: ${message}`;

/** An evaluation as it is known by in the second round. */
const keyOf = ({ hook, binding, params }: Call): string =>
  [hook.name, binding.name, params?.metadata.namespace ?? '', params ? nameOf(params) : ''].join('\0');

/** What a mutation has made, as an object of its kind. */
function decoded(made: unknown, form: ObjectForm, isStrict: boolean): ApiObject {
  if (!isJsonObject(made)) throw internalError('the mutation of a policy made something that is no object');
  try {
    const { object, unknownFields } = form.codec.decode(made as JsonObject);
    const [unknown] = isStrict && !isCustom(form) ? unknownFields : [];
    if (unknown !== undefined) throw internalError(`strict decoding error: unknown field "${unknown}"`);
    return form.strategy.defaults(object);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    if (isStrict) throw internalError(error.problem);
    throw new MutationError(error.problem);
  }
}

const isCustom = (form: ObjectForm & { readonly isCustom?: boolean }): boolean => form.isCustom ?? false;
