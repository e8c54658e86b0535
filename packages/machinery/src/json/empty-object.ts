/**
 * Where an empty object says nothing. Go omits empty maps but prints empty structs (`status: {}`), and whoever writes YAML
 * may write either; elsewhere an empty object is a choice (`emptyDir: {}`, `podSelector: {}`, `subresources.status: {}`
 * of a custom resource definition), and treating it as absent would hide a change.
 */
import type { ValuePath } from './value-path.ts';

/** Fields of built-in kinds that are maps, or structs that Go always prints. */
const fields = new Set(
  (
    'metadata labels annotations matchLabels nodeSelector data binaryData stringData resources limits requests ' +
    'capacity allocatable hard used overhead parameters spec strategy updateStrategy loadBalancer lastState securityContext'
  ).split(' '),
);

/** True of places where an empty object means the same as none: the root, and fields known by their name. */
export function saysNothing(path: ValuePath): boolean {
  const name = path.at(-1);
  if (name === undefined) return true;
  if (name === 'status') return path.length === 1; // deeper down it is a subresource, or somebody's own field
  return typeof name === 'string' && fields.has(name);
}
