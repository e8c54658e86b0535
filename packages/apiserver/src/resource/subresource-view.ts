/**
 * A subresource seen as a resource of its own: `/status` reads and writes the same objects under other rules. Subresources that do something else
 * altogether (scale, eviction, tokens) have a handler.
 */
import type { ApiResponse } from '../request/api-request.ts';
import type { Call } from '../verbs/call.ts';
import type { ApiObject, ServedResource } from './served-resource.ts';

/** Serves a subresource in its own way. `resource` is the one that it belongs to. */
export type SubresourceHandler = (call: Call, resource: ServedResource) => Promise<ApiResponse>;

export interface SubresourceHandlers {
  find(resource: ServedResource, subresource: string): SubresourceHandler | undefined;
}

/** The resource as its subresource shows it, or undefined when it has no such thing. */
export function subresourceView(resource: ServedResource, name: string): ServedResource | undefined {
  if (!resource.subresources.has(name)) return undefined;
  return name === 'status' ? statusView(resource) : resource;
}

function statusView(resource: ServedResource): ServedResource {
  const { strategy } = resource;
  return {
    ...resource,
    strategy: {
      ...strategy,
      createsOnUpdate: false,
      countsGenerations: false,
      hasStatus: false,
      prepareForUpdate: (object, old) => strategy.prepareForStatusUpdate(withOnlyStatusOf(object, old), old),
      validateUpdate: (object, old) => strategy.validateStatusUpdate(object, old),
    },
  };
}

/** Everything but the status stays as it was; of metadata only what belongs to the server may move. */
function withOnlyStatusOf(object: ApiObject, old: ApiObject): ApiObject {
  const { status: _before, ...rest } = old;
  const metadata = {
    ...old.metadata,
    resourceVersion: object.metadata.resourceVersion,
    ...(object.metadata.managedFields && { managedFields: object.metadata.managedFields }),
  };
  return { ...rest, metadata, ...(object['status'] !== undefined && { status: object['status'] }) } as ApiObject;
}
