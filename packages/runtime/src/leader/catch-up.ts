/**
 * What a process does between winning an election and acting on it: it compares what its cache holds with what the server has, and waits until nothing is missing. A standby's watch may have
 * been silent for as long as silence is trusted, and who acts on an old state makes again what the leader before has made.
 * A healthy cache costs one list of metadata per kind and no waiting; one that lags is waited for until its watch is cut and resumed, within a limit.
 * Upstream: none; controllers of client-go act on whatever their caches hold.
 */
import type { Cache, EffectiveScope } from '@reeve/cache';
import type { Client } from '@reeve/client';
import { isForbidden, isNotFound, poll, resourceVersionOf, tryCompareResourceVersions, uidOf } from '@reeve/machinery';
import type { AnyKind, HasMetadata, Host } from '@reeve/machinery';

/** A kind that controllers look at, and how much of it they hold. */
export interface HeldKind {
  readonly kind: AnyKind;
  readonly view: 'full' | 'metadata';
}

/** What is compared with what. */
export interface CatchUpOptions {
  readonly cache: Cache;
  readonly client: Client;
  readonly host: Host;
  /** Which objects of a kind the cache is about. */
  readonly scopesOf: (kind: AnyKind) => readonly EffectiveScope[];
  /** How long to wait. */
  readonly timeoutMs: number;
}

/** How it went. */
export interface CaughtUp {
  readonly seconds: number;
  /** How many kinds were held already. Others are listed when controllers start. */
  readonly kinds: number;
  /** The kinds that lagged to the end. */
  readonly behind: readonly AnyKind[];
}

/** How long after a look at a kind that lags comes the next. */
const lookMs = 2000;

/** Waits until all that is held of these kinds is as new as what the server has now. It never rejects, also not when the signal aborts. */
export async function catchUp(
  kinds: readonly HeldKind[],
  options: CatchUpOptions,
  signal: AbortSignal,
): Promise<CaughtUp> {
  const { clock } = options.host;
  const startedMs = clock.monotonic();
  const held = heldAlready(kinds, options.cache);
  const results = await Promise.all(held.map((kind) => isCaughtUp(kind, options, signal)));
  const behind = held.filter((_, at) => results[at] !== true);
  return { seconds: (clock.monotonic() - startedMs) / 1000, kinds: held.length, behind };
}

/** True when what is held is all that is there, in these versions or newer ones, and nothing that is gone. */
export function isAsNew(
  held: readonly HasMetadata[],
  listed: { readonly items: readonly HasMetadata[]; readonly version: string },
): boolean {
  const versions = new Map(held.map((object) => [uidOf(object), resourceVersionOf(object) ?? '']));
  for (const object of listed.items) {
    const version = versions.get(uidOf(object));
    if (version === undefined || isOlder(version, resourceVersionOf(object) ?? '')) return false;
    versions.delete(uidOf(object));
  }
  return [...versions.values()].every((version) => isOlder(listed.version, version)); // what is not listed is gone, unless it came later
}

/** Kinds that were not synced before are listed by those who start them. */
function heldAlready(kinds: readonly HeldKind[], cache: Cache): AnyKind[] {
  return kinds.flatMap(({ kind, view }) => {
    using informer = cache.informer(kind, { view });
    return informer.hasSynced ? [kind] : [];
  });
}

async function isCaughtUp(kind: AnyKind, options: CatchUpOptions, signal: AbortSignal): Promise<boolean> {
  const look = async (within: AbortSignal): Promise<boolean> => {
    try {
      return await looksAsNew(kind, options, within);
    } catch (error) {
      return isForbidden(error) || isNotFound(error); // then there is nothing to compare with; all else may pass
    }
  };
  const { host, timeoutMs } = options;
  try {
    return await poll(host, look, { intervalMs: lookMs, timeoutMs, signal });
  } catch {
    return false; // the time is over, or the lead is lost
  }
}

async function looksAsNew(kind: AnyKind, options: CatchUpOptions, signal: AbortSignal): Promise<boolean> {
  const { cache, client, scopesOf } = options;
  const lists = scopesOf(kind).map(({ settings: { namespace, labels, fields } }) =>
    client.metadata(kind).list({ namespace, labels, fields, signal }),
  );
  const listed = await Promise.all(lists);
  const held = await cache.metadata(kind).list({ signal });
  const versions = listed.map(({ metadata }) => metadata?.resourceVersion ?? '');
  const oldest = versions.reduce((one, other) => (isOlder(other, one) ? other : one));
  return isAsNew(held.items, { items: listed.flatMap(({ items }) => items), version: oldest });
}

const isOlder = (version: string, than: string): boolean =>
  version !== than && (tryCompareResourceVersions(version, than) ?? -1) === -1;
