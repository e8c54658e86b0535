/**
 * Takes the tracking finalizer off pods. One that is gone already is as good.
 * Upstream: kubernetes pkg/controller/job removeTrackingFinalizerFromPods.
 */
import { strategicPatch } from '@reeve/client';
import { Pod } from '@reeve/kinds/core/v1';
import { isNotFound, uidOf } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';
import type { ReadPod } from '../pod/pod-state.ts';
import { trackingFinalizer } from './job-state.ts';

/** Lets the pods go, all at once; rejects with the first failure after the others have had their turn. */
export async function letGo(writer: Pick<ReconcileContext, 'patch'>, pods: readonly ReadPod[]): Promise<void> {
  const { failure } = await tryToLetGo(writer, pods);
  if (failure !== undefined) throw failure.error;
}

/** Lets the pods go, and says the uids of those that still are held, and why. */
export async function tryToLetGo(
  writer: Pick<ReconcileContext, 'patch'>,
  pods: readonly ReadPod[],
): Promise<{ readonly held: ReadonlySet<string>; readonly failure?: { readonly error: unknown } }> {
  const results = await Promise.allSettled(pods.map((pod) => releaseOne(writer, pod)));
  const held = new Set(pods.filter((_, at) => results[at]?.status === 'rejected').map((pod) => uidOf(pod) ?? ''));
  const failed = results.find((result) => result.status === 'rejected');
  return failed === undefined ? { held } : { held, failure: { error: failed.reason as unknown } };
}

async function releaseOne(writer: Pick<ReconcileContext, 'patch'>, pod: ReadPod): Promise<void> {
  const uid = uidOf(pod);
  const metadata = { ...(uid !== undefined && { uid }), '$deleteFromPrimitiveList/finalizers': [trackingFinalizer] };
  try {
    await writer.patch(Pod, pod, strategicPatch({ metadata }));
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
