/**
 * The one seam between reeve and the world: time, chance, turns of the event loop, and effects outside Kubernetes.
 * Production binds it to Node (`nodeHost()`), tests and the simulator to a virtual world (`VirtualHost`). JavaScript runs to
 * completion between awaits, so whoever resolves the promises owns the schedule and a seed replays a run exactly.
 * Transports are not here: the packages that talk to a server have them injected.
 */
import type { Clock } from './clock.ts';
import type { EffectRegistry } from './effect.ts';
import type { Random } from './random.ts';
import type { WorkSlice } from './work-slice.ts';

/** Everything the framework needs from outside. Small on purpose: each member is one effect. */
export interface Host {
  readonly clock: Clock;
  readonly random: Random;

  /** A random (version 4) UUID. */
  uuid(): string;

  /** Waits, or rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;

  /** Lets everything else that is ready run, input and output included, and then goes on. */
  yield(): Promise<void>;

  /**
   * Starts a piece of long work that promises to `yield()` whenever the slice says it is spent. Slices are counted in
   * bytes and objects, never in time, so that slicing replays; the Host tunes the size.
   */
  startSlice(): WorkSlice;

  /** Performs named effects outside Kubernetes, so that a virtual world can stand in for them. */
  readonly effects: EffectRegistry;
}
