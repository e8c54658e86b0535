/**
 * The metadata that belongs to the server: who wrote it does not matter, what the server says counts.
 */
import { formatTime, generateName, type Host } from '@reeve/machinery';
import { badRequest } from '../error/status-error.ts';
import type { ApiObject, ServedResource } from '../resource/served-resource.ts';

/** A new object's metadata: uid, creation time and, where asked, a generated name. */
export function withSystemFields(
  object: ApiObject,
  resource: ServedResource,
  namespace: string | undefined,
  host: Host,
): ApiObject {
  const {
    uid: _uid,
    creationTimestamp: _time,
    deletionTimestamp: _deletion,
    deletionGracePeriodSeconds: _grace,
    selfLink: _link,
    resourceVersion: _version,
    ...meta
  } = object.metadata;
  const name = meta.name || (meta.generateName ? generateName(meta.generateName, host.random) : '');
  const { generation, namespace: _namespace, ...rest } = meta;
  return {
    ...object,
    metadata: {
      ...(name !== '' && { name }),
      ...rest,
      ...(name !== '' && { name }),
      ...(resource.scope === 'Namespaced' && namespace !== undefined && { namespace }),
      uid: host.uuid(),
      ...(resource.strategy.countsGenerations
        ? { generation: 1 }
        : generation !== undefined && generation !== 0 && { generation }),
      creationTimestamp: formatTime(host.clock.now()),
    },
  };
}

/** Body and URL must agree on the namespace; an object that leaves it out gets the URL's. */
export function checkNamespace(object: ApiObject, resource: ServedResource, namespace: string | undefined): void {
  const own = object.metadata.namespace;
  if (resource.scope === 'Namespaced' && own && own !== namespace) {
    throw badRequest(`the namespace of the provided object does not match the namespace sent on the request`);
  }
}

/** Body and URL must agree on the name, and the body must have one. */
export function checkName(object: ApiObject, name: string): void {
  const own = object.metadata.name;
  if (!own) throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  if (own !== name) throw badRequest(`the name of the object (${own}) does not match the name on the URL (${name})`);
}
