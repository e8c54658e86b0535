/**
 * What admission sees of a request, and what a plugin of it is: built-in rules (a namespace must exist), policies and webhooks. The API server runs them in
 * their order. Upstream: apiserver admission.
 */
import type { JsonObject } from '@reeve/machinery';
import type { UserInfo } from './user-info.ts';
import type { ApiObject, ServedResource } from './served-resource.ts';

export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** The kind that the objects of a request have, and how they are read: for most requests it is the resource's own. */
export type ObjectForm = Pick<
  ServedResource,
  'group' | 'version' | 'apiVersion' | 'kind' | 'codec' | 'strategy' | 'isCustom'
>;

export interface AdmissionRequest {
  readonly operation: AdmissionOperation;
  readonly resource: ServedResource;
  readonly subresource: string | undefined;
  /** The kind of `object` and `old`: the Scale of `deployments/scale`, the Binding of `pods/binding`. */
  readonly form: ObjectForm;
  readonly namespace: string | undefined;
  /** Empty for a create that leaves the name to the server. */
  readonly name: string;
  /** What is to be stored, or what a CONNECT asks for; undefined for a delete. */
  readonly object: ApiObject | undefined;
  /** What is stored; undefined for a create. */
  readonly old: ApiObject | undefined;
  /** The CreateOptions, UpdateOptions or DeleteOptions of the request; undefined for CONNECT. */
  readonly options: JsonObject | undefined;
  readonly isDryRun: boolean;
  readonly user: UserInfo;
  /** What plugins keep from the first round of mutation for a second one, and whether there has to be one. */
  readonly rounds: MutationRounds;
  /** The same request with another object. */
  with(object: ApiObject | undefined): AdmissionRequest;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** How many milliseconds of the request's time are left. */
  remainingMs(): number;
  /** Adds a text to the Warning header of the answer. */
  warn(text: string): void;
  /** Adds an annotation to the audit event of the request. */
  annotate(key: string, value: string): void;
}

/** A request with an object that may be changed. */
export type MutationRequest = AdmissionRequest & { readonly object: ApiObject };

/**
 * One rule, or a family of them. Throws a `StatusError` to refuse. The operations that `mutate` is asked about are CREATE and UPDATE, those of `validate` DELETE
 * too, unless `operations` says others.
 */
export interface AdmissionPlugin {
  readonly name: string;
  readonly operations?: ReadonlySet<AdmissionOperation>;
  /** The object as it is to be; the same one where nothing changes. */
  mutate?(request: AdmissionRequest): ApiObject | undefined | Promise<ApiObject | undefined>;
  validate?(request: AdmissionRequest): void | Promise<void>;
}

/**
 * The rounds of mutation of one request. When a plugin asks for it in the first round, all plugins are asked once more; each keeps here what it has to know of
 * the first round. Upstream: admission.ReinvocationContext.
 */
export class MutationRounds {
  readonly #kept = new Map<unknown, unknown>();
  #isRepeated = false;
  #isRepetitionNeeded = false;

  /** True in the second round. */
  get isRepeated(): boolean {
    return this.#isRepeated;
  }

  get isRepetitionNeeded(): boolean {
    return this.#isRepetitionNeeded;
  }

  /** There has to be a second round. */
  requireRepetition(): void {
    this.#isRepetitionNeeded = true;
  }

  /** The second round begins. */
  repeat(): void {
    this.#isRepeated = true;
  }

  /** What a plugin keeps, made when it first asks. */
  keptBy<T>(plugin: unknown, make: () => T): T {
    if (!this.#kept.has(plugin)) this.#kept.set(plugin, make());
    return this.#kept.get(plugin) as T;
  }
}
