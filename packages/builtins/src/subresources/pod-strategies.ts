/**
 * Changes of a pod that runs: containers to look into it, and other resources for those it has. Upstream: the strategies of
 * kubernetes pkg/registry/core/pod.
 */
import { deepEqual } from '@reeve/machinery';
import {
  fieldsAt,
  isSet,
  itemsAt,
  textAt,
  withVersionAndManagers,
  type ApiObject,
  type SubresourceStrategy,
  type Fields,
} from '@reeve/registry';
import { subresourceValidation } from '../validation/validation-of.ts';

/** Containers that are added. */
export const ephemeralContainers: SubresourceStrategy = {
  countsGenerations: true,
  prepareForUpdate: (pod, old) => {
    const { ephemeralContainers: added } = fieldsAt(pod, 'spec');
    return withSpec(pod, old, isSet(added) ? { ephemeralContainers: added } : { ephemeralContainers: [] });
  },
  validateUpdate: subresourceValidation('ephemeralcontainers'),
};

/** Resources that change. */
export const resize: SubresourceStrategy = {
  countsGenerations: true,
  prepareForUpdate: (pod, old) =>
    withSpec(pod, old, { ...resized(pod, old, 'containers'), ...resized(pod, old, 'initContainers') }),
  validateUpdate: subresourceValidation('resize'),
};

const withSpec = (pod: ApiObject, old: ApiObject, changed: Fields): ApiObject => ({
  ...old,
  metadata: withVersionAndManagers(old, pod),
  spec: Object.fromEntries(
    Object.entries({ ...fieldsAt(old, 'spec'), ...changed }).filter(
      ([name, value]) => name !== 'ephemeralContainers' || (Array.isArray(value) && value.length > 0),
    ),
  ),
});

/** The containers as they were, with the resources that they shall have; other containers are told by validation. */
function resized(pod: ApiObject, old: ApiObject, list: string): Fields {
  const [wanted, before] = [itemsAt(pod, 'spec', list), itemsAt(old, 'spec', list)];
  if (before.length === 0 && wanted.length === 0) return {};
  const isSame = deepEqual(names(wanted), names(before));
  if (!isSame) return { [list]: wanted };
  return {
    [list]: before.map((container, index) => {
      const { resources, resizePolicy } = wanted[index] ?? {};
      return { ...container, resources: resources ?? {}, ...(isSet(resizePolicy) && { resizePolicy }) };
    }),
  };
}

const names = (containers: readonly Fields[]): readonly string[] =>
  containers.map((container) => textAt(container, 'name'));
