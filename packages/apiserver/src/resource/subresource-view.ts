/**
 * A subresource seen as a resource of its own: `/status` reads and writes the same objects under other rules. Subresources that do something else
 * altogether (scale, eviction, tokens) have a handler.
 */
import { setOwn } from '@reeve/machinery';
import { withVersionAndManagers, type ApiObject, type SubresourceStrategy, type ServedResource } from '@reeve/registry';
import type { ApiResponse } from '../request/api-request.ts';
import type { Call } from '../verbs/call.ts';

/** Serves a subresource in its own way. `resource` is the one that it belongs to. */
export type SubresourceHandler = (call: Call, resource: ServedResource) => Promise<ApiResponse>;

export interface SubresourceHandlers {
  find(resource: ServedResource, subresource: string): SubresourceHandler | undefined;
}

/** Views that were asked for before. */
const views = new WeakMap<ServedResource, Map<string, ServedResource>>();

/** The resource as its subresource shows it, or undefined when it has no such thing. The same view each time. */
export function subresourceView(resource: ServedResource, name: string): ServedResource | undefined {
  if (!resource.subresources.has(name)) return undefined;
  let known = views.get(resource);
  if (known === undefined) views.set(resource, (known = new Map()));
  let view = known.get(name);
  if (view === undefined) known.set(name, (view = newView(resource, name)));
  return view;
}

function newView(resource: ServedResource, name: string): ServedResource {
  if (name === 'status') return statusView(resource);
  const rules = resource.strategy.subresources?.[name];
  return rules === undefined ? resource : withSubresourceStrategy(resource, rules);
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
      prepareForUpdate: (object, old) =>
        strategy.prepareForStatusUpdate(withOnlyStatusOf(object, old, resource.isCustom), old),
      validateUpdate: (object, old, warn) => strategy.validateStatusUpdate(object, old, warn),
      warnings: resource.isCustom ? strategy.warnings : () => [],
    },
  };
}

/** Everything but the status stays as it was. Built-in kinds let metadata change through this subresource too, custom ones do not. */
function withOnlyStatusOf(object: ApiObject, old: ApiObject, isCustom: boolean): ApiObject {
  const made: Record<string, unknown> = {};
  for (const name in old) if (name !== 'status') setOwn(made, name, old[name]);
  made['metadata'] = isCustom ? withVersionAndManagers(old, object) : object.metadata;
  if (object['status'] !== undefined) made['status'] = object['status'];
  return made as ApiObject;
}

function withSubresourceStrategy(resource: ServedResource, own: SubresourceStrategy): ServedResource {
  const rules = { createsOnUpdate: false, countsGenerations: false, hasStatus: false };
  return { ...resource, strategy: { ...resource.strategy, ...rules, ...own } };
}
