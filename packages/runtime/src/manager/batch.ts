/**
 * Several registrations as one: all of them come, or none where one cannot. While the manager runs, what they look at is synced before the first of them starts.
 * Upstream: rancher/lasso controller.HandlerTransaction.
 */
import type { Cache } from '@reeve/cache';
import type { AnyKind } from '@reeve/machinery';
import type { Controller } from '../controller/controller.ts';
import type { ControllerDefinition } from '../controller/define-controller.ts';
import { heldView } from '../view/kind-view.ts';
import type { Runnable } from '../runnable/runnable.ts';

/** What a manager takes. */
export type Addition<K extends AnyKind = AnyKind> = ControllerDefinition<K> | Controller | Runnable;

/** Takes registrations, which count when the batch is over. */
export interface Batch {
  add<K extends AnyKind>(added: Addition<K>): Batch;
}

/** What a registration needs, and how it is made to count. */
export interface Prepared {
  /** The name that it takes; none for runnables, whose names need not differ. */
  readonly name?: string;
  /** The kinds to have before it starts. */
  readonly kinds: readonly AnyKind[];
  commit(): void;
}

/** What was added to a batch, in order. */
export async function collect(register: (batch: Batch) => void | Promise<void>): Promise<readonly Addition[]> {
  const added: Addition[] = [];
  const batch: Batch = {
    add(one) {
      added.push(one);
      return batch;
    },
  };
  await register(batch);
  return added;
}

/** Runs `act` when all kinds are in the cache, and keeps them there meanwhile. */
export async function withSynced(
  cache: Cache,
  kinds: readonly AnyKind[],
  signal: AbortSignal | undefined,
  act: () => void,
): Promise<void> {
  const holds = kinds.map((kind) => cache.informer(kind, { view: heldView(kind) }));
  try {
    if (cache.isStarted) await Promise.all(holds.map((hold) => hold.synced(signal)));
    act();
  } finally {
    for (const hold of holds) hold.release();
  }
}
