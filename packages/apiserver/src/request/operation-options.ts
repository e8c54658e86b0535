/**
 * The options of an operation as objects, which is how admission shows them to others. Upstream: meta/v1 CreateOptions, UpdateOptions, DeleteOptions.
 */
import type { JsonObject } from '@reeve/machinery';
import type { AdmissionOperation } from '@reeve/registry';
import type { DeleteOptions } from './delete-options.ts';

const apiVersion = 'meta.k8s.io/v1';

/** The options of a create or an update, which are in the URL. A patch is an update, or the create that comes of it. */
export function operationOptions(operation: AdmissionOperation, query: URLSearchParams): JsonObject | undefined {
  if (operation === 'CONNECT') return undefined;
  const kind = operation === 'CREATE' ? 'CreateOptions' : operation === 'UPDATE' ? 'UpdateOptions' : 'DeleteOptions';
  const dryRun = query.getAll('dryRun');
  const fieldManager = query.get('fieldManager');
  const fieldValidation = query.get('fieldValidation');
  return {
    kind,
    apiVersion,
    ...(dryRun.length > 0 && { dryRun }),
    ...(fieldManager && { fieldManager }),
    ...(fieldValidation && { fieldValidation }),
  };
}

/** The options of a delete. */
export function deleteOptionsObject(options: DeleteOptions): JsonObject {
  const { gracePeriodSeconds, propagation, uid, resourceVersion, isDryRun, orphanDependents } = options;
  const preconditions = {
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
  return {
    kind: 'DeleteOptions',
    apiVersion,
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(Object.keys(preconditions).length > 0 && { preconditions }),
    ...(orphanDependents !== undefined && { orphanDependents }),
    ...(propagation !== undefined && { propagationPolicy: propagation }),
    ...(isDryRun && { dryRun: ['All'] }),
  };
}
