/**
 * The order in which others look at a request before it is stored. Changes first: built-in plugins, mutating policies, mutating webhooks, and all of them once more
 * when one of them asks for it. Then, on the object that schema and defaults have made of it: built-in plugins, validating policies, validating webhooks, and
 * quota last, since what it charges is stored. Upstream: AllOrderedPlugins of kube-apiserver, and the reinvocation of apiserver's admission.
 */
import type { AdmissionOperation, AdmissionPlugin, AdmissionRequest, ApiObject } from '@reeve/registry';

/** The plugins of a server by their stage. */
export interface AdmissionStages {
  readonly builtins: readonly AdmissionPlugin[];
  readonly mutatingPolicies?: AdmissionPlugin | undefined;
  readonly mutatingWebhooks?: AdmissionPlugin | undefined;
  readonly validatingPolicies?: AdmissionPlugin | undefined;
  readonly validatingWebhooks?: AdmissionPlugin | undefined;
  readonly quota?: AdmissionPlugin | undefined;
  /** What comes after everything else. */
  readonly last?: AdmissionPlugin | undefined;
}

type Mutator = AdmissionPlugin & Required<Pick<AdmissionPlugin, 'mutate'>>;
type Validator = AdmissionPlugin & Required<Pick<AdmissionPlugin, 'validate'>>;

const changed: ReadonlySet<AdmissionOperation> = new Set(['CREATE', 'UPDATE']);
const judged: ReadonlySet<AdmissionOperation> = new Set(['CREATE', 'UPDATE', 'DELETE']);

/** Runs the plugins in order. Most answer at once, and are not waited for. */
export class AdmissionChain {
  readonly #mutators: readonly Mutator[];
  readonly #validators: readonly Validator[];

  constructor({
    builtins,
    mutatingPolicies,
    mutatingWebhooks,
    validatingPolicies,
    validatingWebhooks,
    quota,
    last,
  }: AdmissionStages) {
    const plugins = [
      ...builtins,
      mutatingPolicies,
      mutatingWebhooks,
      validatingPolicies,
      validatingWebhooks,
      quota,
      last,
    ];
    this.#mutators = plugins.filter((plugin): plugin is Mutator => plugin?.mutate !== undefined);
    this.#validators = plugins.filter((plugin): plugin is Validator => plugin?.validate !== undefined);
  }

  /** The object of the request as the plugins make it. */
  async mutate(request: AdmissionRequest): Promise<ApiObject | undefined> {
    const object = await this.#mutateOnce(request);
    const { rounds } = request;
    if (!rounds.isRepetitionNeeded) return object;
    rounds.repeat();
    return this.#mutateOnce(request.with(object));
  }

  /** Refuses by throwing. */
  async validate(request: AdmissionRequest): Promise<void> {
    for (const plugin of this.#validators) {
      if (!(plugin.operations ?? judged).has(request.operation)) continue;
      const judging = plugin.validate(request);
      if (judging !== undefined) await judging;
    }
  }

  async #mutateOnce(request: AdmissionRequest): Promise<ApiObject | undefined> {
    let current = request;
    for (const plugin of this.#mutators) {
      if (!(plugin.operations ?? changed).has(request.operation)) continue;
      const mutated = plugin.mutate(current);
      const object = mutated instanceof Promise ? await mutated : mutated;
      if (object !== current.object) current = current.with(object);
    }
    return current.object;
  }
}
