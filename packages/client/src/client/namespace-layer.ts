/**
 * Binds calls to a namespace: it is filled in where it is missing, another one is refused, and cluster-scoped kinds are left alone.
 * Upstream: controller-runtime client.NewNamespacedClient.
 */
import { InvalidInputError } from '@reeve/machinery';
import type { Layer } from '../verbs/api-call.ts';

/** The layer for a namespace. */
export const inNamespaceLayer =
  (namespace: string): Layer =>
  (call, next) => {
    if (call.kind.scope === 'Cluster') return next(call);
    if (call.namespace === undefined || call.namespace === namespace) return next({ ...call, namespace });
    throw new InvalidInputError(
      call.namespace,
      `This client is bound to the namespace ${namespace}, and the call is about a ${call.kind.kind} in ${call.namespace}: ` +
        `leave the namespace out, or use another client`,
    );
  };
