/**
 * Whether controllers have nothing left to do: no request waits or is worked on, none has failed and waits for another try, and the cache has everything that
 * the server has. A request that waits because its reconciler asked to come back later counts as done.
 */
import type { Client } from '@reeve/client';
import { formatGvk, keyOf, resourceVersionOf } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, KubeObject } from '@reeve/machinery';
import type { Manager } from '@reeve/runtime';
import type { RunningManager } from './running-manager.ts';

/** What is left to do, or undefined. */
export async function unsettled(
  { manager, open }: RunningManager,
  { client, kinds, signal }: { client: Client; kinds: readonly AnyKind[]; signal: AbortSignal },
): Promise<string | undefined> {
  const busy = busyController(manager) ?? open.first ?? overlaid(manager);
  if (busy !== undefined) return busy;
  for (const kind of kinds) {
    const [live, cached] = [await client.list(kind, { signal }), await manager.cache.list(kind, { signal })];
    const behind = differenceOf(kind, live.items, cached.items);
    if (behind !== undefined) return behind;
  }
  return busyController(manager) ?? open.first;
}

function busyController({ controllers }: Manager): string | undefined {
  for (const [name, { load }] of controllers) {
    if (load.ready + load.held > 0) return `${name} has ${load.ready} requests waiting and ${load.held} in work`;
  }
  return undefined;
}

function overlaid({ cache }: Manager): string | undefined {
  const kind = cache.report().kinds.find(({ overlaid: writes }) => writes > 0);
  return kind && `the watch of ${kind.kind} has not told ${kind.overlaid} own writes yet`;
}

function differenceOf(
  kind: AnyKind,
  live: readonly DeepReadonly<KubeObject>[],
  cached: readonly DeepReadonly<KubeObject>[],
): string | undefined {
  const versions = new Map(cached.map((object) => [keyOf(object), resourceVersionOf(object)]));
  const late = live.find((object) => versions.get(keyOf(object)) !== resourceVersionOf(object));
  if (late) return `the cache is behind with ${kind.kind} ${keyOf(late)}`;
  return cached.length === live.length ? undefined : `the cache has ${formatGvk(kind.gvk)} that are gone`;
}
