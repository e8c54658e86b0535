/**
 * The two stages in which others look at a write before it is stored: `mutate`, then `validate`. Built-in rules (a namespace must exist) and later
 * webhooks and policies are plugins here; the verbs only run the chain. Upstream: apiserver admission.
 */
import type { UserInfo } from '../auth/user-info.ts';
import type { ApiObject, ServedResource } from '../resource/served-resource.ts';

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

/** Runs the plugins in order. */
export class Admission {
  readonly #plugins: readonly AdmissionPlugin[];

  constructor(plugins: readonly AdmissionPlugin[]) {
    this.#plugins = plugins;
  }

  async mutate(request: AdmissionRequest & { readonly object: ApiObject }): Promise<ApiObject> {
    let { object } = request;
    for (const plugin of this.#plugins) if (plugin.mutate) object = await plugin.mutate({ ...request, object });
    return object;
  }

  async validate(request: AdmissionRequest): Promise<void> {
    for (const plugin of this.#plugins) await plugin.validate?.(request);
  }
}
