/**
 * The two stages in which others look at a write before it is stored: `mutate`, then `validate`. Built-in rules (a namespace must exist) and later
 * webhooks and policies are plugins here; the verbs only run the chain. Upstream: apiserver admission.
 */
import type { UserInfo } from './user-info.ts';
import type { ApiObject, ServedResource } from './served-resource.ts';

export interface AdmissionRequest {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly resource: ServedResource;
  readonly subresource: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly object: ApiObject | undefined;
  readonly old: ApiObject | undefined;
  readonly isDryRun: boolean;
  readonly user: UserInfo;
  warn(text: string): void;
}

/** One rule. Throws a `StatusError` to refuse. */
export interface AdmissionPlugin {
  readonly name: string;
  mutate?(request: AdmissionRequest): ApiObject | Promise<ApiObject>;
  validate?(request: AdmissionRequest): void | Promise<void>;
}

type Mutator = AdmissionPlugin & Required<Pick<AdmissionPlugin, 'mutate'>>;
type Validator = AdmissionPlugin & Required<Pick<AdmissionPlugin, 'validate'>>;

/** Runs the plugins in order. Most answer at once, and are not waited for. */
export class Admission {
  readonly #mutators: readonly Mutator[];
  readonly #validators: readonly Validator[];

  constructor(plugins: readonly AdmissionPlugin[]) {
    this.#mutators = plugins.filter((plugin) => plugin.mutate !== undefined) as Mutator[];
    this.#validators = plugins.filter((plugin) => plugin.validate !== undefined) as Validator[];
  }

  async mutate(request: AdmissionRequest & { readonly object: ApiObject }): Promise<ApiObject> {
    let current = request;
    for (const plugin of this.#mutators) {
      const mutated = plugin.mutate(current);
      const object = mutated instanceof Promise ? await mutated : mutated;
      if (object !== current.object) current = { ...request, object };
    }
    return current.object;
  }

  async validate(request: AdmissionRequest): Promise<void> {
    for (const plugin of this.#validators) {
      const judged = plugin.validate(request);
      if (judged !== undefined) await judged;
    }
  }
}
