/**
 * What is on the server of a set: its members of all kinds that it has or had, and the objects that are to become members.
 */
import { formatGroupKind, hasCode, keyOf } from '@reeve/machinery';
import type { AnyKind } from '@reeve/machinery';
import type { Member } from './decide.ts';
import { objectId } from './desired-objects.ts';
import type { DesiredObject } from './desired-objects.ts';
import { mapAtOnce } from './client-access.ts';
import type { ResolvedSet } from './resolved-set.ts';
import type { LiveObject, SetAccess } from './set-access.ts';
import { otherKinds } from './set-record.ts';
import type { SetContents } from './set-record.ts';

/** What was found. */
export interface LiveState {
  /** By kind in the order of the kinds, and by name. */
  readonly members: readonly Member[];
  /** The wanted objects that exist, by their id. */
  readonly existing: ReadonlyMap<string, LiveObject>;
}

/** Looks for the members, by label, and for the wanted objects that are none yet, by name. */
export async function liveState(
  set: ResolvedSet,
  access: SetAccess,
  desired: readonly DesiredObject[],
  contents: SetContents,
): Promise<LiveState> {
  const kinds = await kindsOf(set, access, desired, contents);
  const namespaces = namespacesOf(set, desired, contents);
  const lists = await mapAtOnce(kinds, async (kind) => {
    const objects = await access.members(kind, set.identity, namespaces);
    return objects.map((object) => memberOf(kind, object)).toSorted((one, other) => (one.key < other.key ? -1 : 1));
  });
  const members = lists.flat();
  const existing = new Map<string, LiveObject>(members.map(({ id, object }) => [id, object]));
  const missing = desired.filter(({ id }) => !existing.has(id));
  const found = await mapAtOnce(missing, ({ kind, key }) => access.get(kind, key));
  for (const [at, { id }] of missing.entries()) {
    const object = found[at];
    if (object !== undefined) existing.set(id, object);
  }
  return { members, existing };
}

/** Kinds in the order of the set, then those that it may have had, sorted. A kind in several versions counts once. */
async function kindsOf(
  { options: { kinds: known = [] } }: ResolvedSet,
  access: SetAccess,
  desired: readonly DesiredObject[],
  contents: SetContents,
): Promise<AnyKind[]> {
  const wanted = [...new Map(desired.map(({ kind }) => [formatGroupKind(kind), kind])).values()];
  const declared = known.filter((kind) => wanted.every((one) => formatGroupKind(one) !== formatGroupKind(kind)));
  const recorded = await mapAtOnce(otherKinds(contents, [...wanted, ...declared]), (name) => servedKind(access, name));
  const others = [...declared, ...recorded.filter((kind) => kind !== undefined)];
  return [...wanted, ...others.toSorted((one, other) => (formatGroupKind(one) < formatGroupKind(other) ? -1 : 1))];
}

/** A kind that is served no more has no objects. */
async function servedKind(
  { client, signal }: SetAccess,
  name: { group: string; kind: string },
): Promise<AnyKind | undefined> {
  try {
    return (await client.mapper.mapping(name, signal === undefined ? {} : { signal })).kind;
  } catch (error) {
    if (hasCode(error, 'REEVE_NO_MATCH')) return undefined;
    throw error;
  }
}

/** Where members may be. */
function namespacesOf(set: ResolvedSet, desired: readonly DesiredObject[], { namespaces }: SetContents): string[] {
  const wanted = desired.flatMap(({ object }) => object.metadata.namespace ?? []);
  return [...new Set([...wanted, ...namespaces, ...(set.namespace === undefined ? [] : [set.namespace])])];
}

function memberOf(kind: AnyKind, object: LiveObject): Member {
  const key = keyOf(object);
  return { kind, key, id: objectId(kind, key), object };
}
