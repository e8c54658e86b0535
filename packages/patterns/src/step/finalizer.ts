/**
 * A finalizer as a step: it is put on living objects that need it, and goes when the cleanup has succeeded. Writes touch the list of finalizers and nothing else, and only of the very object
 * in the very version that was looked at.
 * Upstream: rancher/wrangler's OnRemove.
 */
import { mergePatch } from '@reeve/client';
import {
  InvalidInputError,
  finalizerNameProblems,
  finalizersOf,
  isConflict,
  isNotFound,
  isSkip,
  resourceVersionOf,
  uidOf,
} from '@reeve/machinery';
import type { AnyKind, CachedObject } from '@reeve/machinery';
import type { ReconcileContext, Step } from '@reeve/runtime';

/** A finalizer's name has a domain of yours before the slash. */
export type FinalizerName = `${string}/${string}`;

/** What a cleanup may return: nothing when it is done, or when to come back because it is not. */
export type CleanupResult = void | { readonly requeueAfterMs: number };

/** What a finalizer does. */
export interface FinalizerOptions<K extends AnyKind> {
  /** The name that holds the object; it is also the name of the step. */
  readonly name: FinalizerName;
  /** Names under which this was done before. They are taken off; objects that have one are cleaned up as well. */
  readonly formerly?: readonly FinalizerName[];
  /** Which objects need the cleanup; all unless given. Objects that have the finalizer are cleaned up in any case. */
  readonly when?: (object: CachedObject<K>) => boolean;
  /** Cleans up. It may run again, so what is done already must do no harm. What throws is tried again with back-off. */
  readonly cleanup: (object: CachedObject<K>, context: ReconcileContext<K>) => CleanupResult | Promise<CleanupResult>;
}

/** A step that cleans up before an object goes. */
export function finalizer<const K extends AnyKind>(kind: K, options: FinalizerOptions<K>): Step<K> {
  const { name, formerly = [], when = () => true, cleanup } = options;
  for (const one of [name, ...formerly]) checkName(one);
  const names: ReadonlySet<string> = new Set([name, ...formerly]);
  return {
    name,
    needs: { permissions: [{ kind, verbs: ['patch'] }] },
    async live(object, context) {
      const held = finalizersOf(object);
      const others = held.filter((one) => !names.has(one));
      const isHeld = others.length < held.length;
      const wanted = isHeld || when(object) ? [...others, name] : others;
      const isAsWanted = held.includes(name) && wanted.length === held.length;
      if (!isAsWanted && (isHeld || wanted.length > held.length)) await write(kind, object, context, wanted);
    },
    async deleting(object, context) {
      const held = finalizersOf(object);
      if (!held.some((one) => names.has(one))) return undefined;
      const result = await cleaned(name, () => cleanup(object, context));
      if (result === undefined) await letGo(kind, object, context, names);
      return result;
    },
  };
}

/** Skipping would leave the object held for ever. */
async function cleaned(
  name: string,
  cleanup: () => CleanupResult | Promise<CleanupResult>,
): Promise<{ requeueAfterMs: number } | undefined> {
  try {
    return (await cleanup()) ?? undefined;
  } catch (error) {
    if (!isSkip(error)) throw error;
    const why = error instanceof Error ? error.message : '';
    throw new InvalidInputError(
      name,
      `the cleanup of ${name} was skipped (${why}), which would hold the object for ever: return { requeueAfterMs } to come back, or nothing when it is done`,
    ); // without a cause, which would make it a skip again
  }
}

/** Takes the finalizers off the object as it is after the cleanup, which may have written to it. One that is gone, or has been replaced by another, needs nothing more. */
async function letGo<K extends AnyKind>(
  kind: K,
  object: CachedObject<K>,
  context: ReconcileContext<K>,
  names: ReadonlySet<string>,
): Promise<void> {
  const newest = (await context.get(kind, context.key)) ?? object;
  if (uidOf(newest) !== uidOf(object)) return;
  const others = finalizersOf(newest).filter((one) => !names.has(one));
  try {
    await write(kind, newest, context, others);
  } catch (error) {
    if (isNotFound(error)) return;
    if (!isConflict(error) || !(await isGone(kind, object, context))) throw error;
  }
}

async function isGone<K extends AnyKind>(
  kind: K,
  object: CachedObject<K>,
  { client, key, signal }: ReconcileContext<K>,
): Promise<boolean> {
  try {
    return uidOf(await client.get<AnyKind>(kind, key, { signal })) !== uidOf(object);
  } catch (error) {
    if (isNotFound(error)) return true;
    throw error;
  }
}

async function write<K extends AnyKind>(
  kind: K,
  object: CachedObject<K>,
  context: ReconcileContext<K>,
  finalizers: readonly string[],
): Promise<void> {
  const metadata = {
    uid: uidOf(object),
    resourceVersion: resourceVersionOf(object),
    finalizers: finalizers.length === 0 ? null : finalizers,
  };
  await context.patch(kind, object, mergePatch({ metadata }));
}

function checkName(name: string): void {
  const [problem] = name.includes('/') ? finalizerNameProblems(name) : ['it has no domain'];
  if (problem !== undefined)
    throw new InvalidInputError(
      name,
      `${name} cannot be a finalizer: ${problem}; write one like apps.example.com/cleanup`,
    );
}
