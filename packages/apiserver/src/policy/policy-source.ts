/**
 * The policies that are bound, compiled, in the order of their names, with their bindings. They are made anew when a policy, a binding or the set of served
 * resources has changed, and compiled again only if they have changed themselves.
 * Upstream: apiserver admission/plugin/policy/generic policy_source.go.
 */
import { fieldsOf, type ApiObject, type ResourceRegistry, type Store } from '@reeve/registry';
import { matchCriteria, type MatchCriteria } from '../admission/request-matcher.ts';
import { findParamResource, unknownParamKind, type ParamResource } from './params.ts';
import { nameOf, specOf, type BindingSpec, type MatchResources, type PolicySpec } from './policy-form.ts';

/** A binding of a policy. */
export interface PolicyBinding {
  readonly name: string;
  readonly spec: BindingSpec;
  /** The requests that it is about; undefined for all of the policy's. */
  readonly criteria: MatchCriteria | undefined;
}

/** A policy with its bindings. */
export interface PolicyHook<Spec, Compiled> {
  readonly name: string;
  readonly spec: Spec;
  readonly compiled: Compiled;
  readonly criteria: MatchCriteria;
  readonly bindings: readonly PolicyBinding[];
  readonly params: ParamResource | undefined;
  /** Why the policy cannot be used. */
  readonly problem: string | undefined;
}

/** Where policies come from and how they are compiled. */
export interface PolicySourceOptions<Spec, Compiled> {
  readonly store: Store;
  readonly registry: ResourceRegistry;
  /** The tables of the policies and of their bindings. */
  readonly policies: string;
  readonly bindings: string;
  compile(spec: Spec): Compiled;
}

interface Kept<Compiled> {
  readonly version: string | undefined;
  readonly compiled: Compiled;
}

export class PolicySource<Spec extends PolicySpec, Compiled> {
  readonly #options: PolicySourceOptions<Spec, Compiled>;
  #hooks: readonly PolicyHook<Spec, Compiled>[] | undefined;
  #compiled: ReadonlyMap<string, Kept<Compiled>> = new Map();
  /** Kinds of parameters in use: one that is no longer served has no objects, which is another thing than one that never was. */
  #paramResources: ReadonlyMap<string, ParamResource> = new Map();

  constructor(options: PolicySourceOptions<Spec, Compiled>) {
    this.#options = options;
    const forget = (): void => {
      this.#hooks = undefined;
    };
    options.store.onChange(options.policies, forget);
    options.store.onChange(options.bindings, forget);
    options.registry.onChange(forget);
  }

  /** The policies that have bindings. */
  hooks(): readonly PolicyHook<Spec, Compiled>[] {
    return (this.#hooks ??= this.#read());
  }

  #read(): readonly PolicyHook<Spec, Compiled>[] {
    const { store, policies } = this.#options;
    const bound = this.#bindingsByPolicy();
    const hooks: PolicyHook<Spec, Compiled>[] = [];
    const compiled = new Map<string, Kept<Compiled>>();
    const paramResources = new Map<string, ParamResource>();
    for (const { object } of bound.size === 0 ? [] : store.table(policies).current()) {
      const name = nameOf(object);
      const bindings = bound.get(name);
      if (bindings === undefined) continue;
      const kept = this.#compile(object);
      compiled.set(name, kept);
      const spec = specOf(object) as Spec;
      const params = this.#paramResource(spec, paramResources);
      const problem = spec.paramKind && params === undefined ? unknownParamKind(spec.paramKind) : undefined;
      const criteria = criteriaOf(spec.matchConstraints ?? {});
      hooks.push({ name, spec, compiled: kept.compiled, criteria, bindings, params, problem });
    }
    this.#compiled = compiled;
    this.#paramResources = paramResources;
    return hooks;
  }

  #bindingsByPolicy(): ReadonlyMap<string, readonly PolicyBinding[]> {
    const { store, bindings } = this.#options;
    const bound = new Map<string, PolicyBinding[]>();
    for (const { object } of store.table(bindings).current()) {
      const spec = specOf(object) as BindingSpec;
      const { policyName = '' } = spec;
      const known = bound.get(policyName);
      const { matchResources } = spec;
      const binding = { name: nameOf(object), spec, criteria: matchResources && criteriaOf(matchResources) };
      if (known === undefined) bound.set(policyName, [binding]);
      else known.push(binding);
    }
    return bound;
  }

  #compile(policy: ApiObject): Kept<Compiled> {
    const { resourceVersion } = policy.metadata;
    const kept = this.#compiled.get(nameOf(policy));
    if (kept !== undefined && kept.version === resourceVersion) return kept;
    return { version: resourceVersion, compiled: this.#options.compile(specOf(policy) as Spec) };
  }

  #paramResource({ paramKind }: PolicySpec, used: Map<string, ParamResource>): ParamResource | undefined {
    if (paramKind === undefined) return undefined;
    const key = `${paramKind.apiVersion} ${paramKind.kind}`;
    const resource = findParamResource(paramKind, this.#options.registry) ?? this.#paramResources.get(key);
    if (resource !== undefined) used.set(key, resource);
    return resource;
  }
}

/** What a policy or a binding says of requests; without rules it is about all of them. */
function criteriaOf(resources: MatchResources): MatchCriteria {
  const criteria = matchCriteria(fieldsOf(resources));
  return criteria.rules.length > 0 ? criteria : { ...criteria, rules: [anything] };
}

const anything: MatchCriteria['rules'][number] = {
  operations: ['*'],
  groups: ['*'],
  versions: ['*'],
  resources: [{ plural: '*', subresource: '*' }],
  scope: '*',
  names: [],
};
