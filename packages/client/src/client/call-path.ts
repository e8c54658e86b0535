/**
 * The way of a call through the layers of a client to the server. The outermost layer, which is the one added last, sees it first.
 */
import type { ApiCall, Layer, Next } from '../verbs/api-call.ts';
import { performCall, type CallSettings } from '../verbs/perform-call.ts';

/** Makes calls: those of a client, through its layers. */
export function callPath(settings: CallSettings, layers: readonly Layer[]): (call: ApiCall) => unknown {
  const last: Next = (call) => performCall(settings, call);
  return layers.reduce<Next>((next, layer) => (call) => layer(call, next), last);
}
