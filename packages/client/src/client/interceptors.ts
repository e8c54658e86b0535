/**
 * Hooks that run instead of a verb: they may change the call, go on with `next`, change the result, or answer by themselves. Verbs
 * without a hook pass. Calls about a subresource, status included, go to the hooks for subresources only.
 * Upstream: controller-runtime pkg/client/interceptor.
 */
import type { ApiCall, ApiVerb, Layer, Next } from '../verbs/api-call.ts';

/** A hook. `next` does what would have been done without it. */
export type Hook = (call: ApiCall, next: Next) => unknown;

/** Hooks by verb; those under `subresource` see calls about subresources. */
export type Interceptors = { readonly [Verb in ApiVerb]?: Hook } & {
  readonly subresource?: { readonly [Verb in ApiVerb]?: Hook };
};

/** The layer that runs the hooks. */
export const interceptorLayer =
  (interceptors: Interceptors): Layer =>
  (call, next) => {
    const hooks = call.subresource === undefined ? interceptors : interceptors.subresource;
    const hook = hooks?.[call.verb];
    return hook === undefined ? next(call) : hook(call, next);
  };
