/**
 * Resources by name, which is what URLs are made of: with their group, and with the version too. `deployments.v1.apps` is how
 * people write one on a command line, `apps/v1, Resource=deployments` how Kubernetes prints one.
 * Upstream: apimachinery runtime/schema GroupResource, GroupVersionResource, ParseResourceArg.
 */
import type { GroupVersion } from './group-version.ts';
import { splitOnce } from './split-once.ts';

/** A resource in any version. */
export interface GroupResource {
  readonly group: string;
  /** The plural name. */
  readonly resource: string;
}

/** A resource in one version. */
export interface GroupVersionResource extends GroupVersion, GroupResource {}

/** What an argument may mean; only somebody who knows the groups can tell which of the two it is. */
export interface ResourceArg {
  /** `resource.version.group`, undefined when there are fewer than two dots. */
  readonly gvr: GroupVersionResource | undefined;
  /** `resource.group`, or `resource` of the core group. */
  readonly groupResource: GroupResource;
}

/** Prints a resource with group and version: `apps/v1, Resource=deployments`, and `/v1, Resource=pods` for the core group. */
export const formatGvr = ({ group, version, resource }: GroupVersionResource): string =>
  `${group}/${version}, Resource=${resource}`;

/** Writes a resource as an argument with all three parts: `deployments.v1.apps`, and `pods.v1.` for the core group. */
export const formatResourceArg = ({ group, version, resource }: GroupVersionResource): string =>
  `${resource}.${version}.${group}`;

/** Writes a resource without a version: `deployments.apps`, and `pods` for the core group. */
export const formatGroupResource = ({ group, resource }: GroupResource): string =>
  group === '' ? resource : `${resource}.${group}`;

/** Reads `resource.group` or `resource`. Never fails: everything after the first dot is the group. */
export function parseGroupResource(text: string): GroupResource {
  const [resource, group = ''] = splitOnce(text, '.');
  return { group, resource };
}

/** Reads an argument both ways: `deployments.v1.apps` may be version v1 of group apps, or group v1.apps. Never fails. */
export function parseResourceArg(text: string): ResourceArg {
  const [resource, rest = ''] = splitOnce(text, '.');
  const [version, group] = splitOnce(rest, '.');
  return {
    gvr: group === undefined ? undefined : { group, version, resource },
    groupResource: parseGroupResource(text),
  };
}
