/**
 * Kinds by name: with their group, and with the version too. `Deployment.v1.apps` is how people write one on a command line,
 * `apps/v1, Kind=Deployment` how Kubernetes prints one.
 * Upstream: apimachinery runtime/schema GroupKind, GroupVersionKind, ParseKindArg.
 */
import { formatApiVersion, parseApiVersion } from './group-version.ts';
import type { GroupVersion } from './group-version.ts';
import { splitOnce } from './split-once.ts';

/** A kind in any version. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** A kind in one version. */
export interface GroupVersionKind extends GroupVersion, GroupKind {}

/** What an argument may mean; only somebody who knows the groups can tell which of the two it is. */
export interface KindArg {
  /** `Kind.version.group`, undefined when there are fewer than two dots. */
  readonly gvk: GroupVersionKind | undefined;
  /** `Kind.group`, or `Kind` of the core group. */
  readonly groupKind: GroupKind;
}

/** The group, version and kind that an object with this `apiVersion` and `kind` has. */
export const gvkOf = (apiVersion: string, kind: string): GroupVersionKind => ({ ...parseApiVersion(apiVersion), kind });

/** Prints a kind with group and version: `apps/v1, Kind=Deployment`, and `/v1, Kind=Pod` for the core group. */
export const formatGvk = ({ group, version, kind }: GroupVersionKind): string => `${group}/${version}, Kind=${kind}`;

/** Writes a kind as an argument with all three parts: `Deployment.v1.apps`, and `Pod.v1.` for the core group. */
export const formatKindArg = ({ group, version, kind }: GroupVersionKind): string => `${kind}.${version}.${group}`;

/** Writes a kind without a version: `Deployment.apps`, and `Pod` for the core group. */
export const formatGroupKind = ({ group, kind }: GroupKind): string => (group === '' ? kind : `${kind}.${group}`);

/** Reads `Kind.group` or `Kind`. Never fails: everything after the first dot is the group. */
export function parseGroupKind(text: string): GroupKind {
  const [kind, group = ''] = splitOnce(text, '.');
  return { group, kind };
}

/** Reads an argument both ways: `Deployment.v1.apps` may be version v1 of group apps, or group v1.apps. Never fails. */
export function parseKindArg(text: string): KindArg {
  const [kind, rest = ''] = splitOnce(text, '.');
  const [version, group] = splitOnce(rest, '.');
  return { gvk: group === undefined ? undefined : { group, version, kind }, groupKind: parseGroupKind(text) };
}

/** True when both are the same kind in the same group and version. */
export const sameGvk = (one: GroupVersionKind, other: GroupVersionKind): boolean =>
  one.kind === other.kind && formatApiVersion(one) === formatApiVersion(other);
