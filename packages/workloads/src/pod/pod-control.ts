/**
 * Creates and deletes pods for an owner, and says so in events about it. A namespace that is going away takes no pods, and nobody is told.
 * Upstream: kubernetes pkg/controller RealPodControl.
 */
import { Pod } from '@reeve/kinds/core/v1';
import { hasStatusCause, keyOf, nameOf } from '@reeve/machinery';
import type { DeepReadonly, KubeObject } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';

/** The parts of a run's context that are needed here. */
export type PodWriter = Pick<ReconcileContext, 'create' | 'delete' | 'event'>;

/** Creates a pod that the object of the run owns. */
export async function createPod(writer: PodWriter, pod: Pod): Promise<DeepReadonly<Pod>> {
  try {
    const created = await writer.create(Pod, pod);
    writer.event({ reason: 'SuccessfulCreate', message: `Created pod: ${nameOf(created) ?? ''}` });
    return created;
  } catch (error) {
    if (!isNamespaceTerminating(error)) {
      writer.event({ type: 'Warning', reason: 'FailedCreate', message: `Error creating: ${messageOf(error)}` });
    }
    throw error;
  }
}

/** Deletes a pod of the object of the run. */
export async function deletePod(writer: PodWriter, pod: DeepReadonly<KubeObject>): Promise<void> {
  try {
    await writer.delete(Pod, pod);
  } catch (error) {
    writer.event({ type: 'Warning', reason: 'FailedDelete', message: `Error deleting: ${messageOf(error)}` });
    throw error;
  }
  writer.event({ reason: 'SuccessfulDelete', message: `Deleted pod: ${nameOf(pod) ?? keyOf(pod)}` });
}

/** True of a refusal because the namespace is being deleted. */
export const isNamespaceTerminating = (error: unknown): boolean => hasStatusCause(error, 'NamespaceTerminating');

/** What the server said, or what happened. */
export const messageOf = (error: unknown): string => {
  const said = (error as { readonly status?: { readonly message?: unknown } } | undefined)?.status?.message;
  return typeof said === 'string' ? said : error instanceof Error ? error.message : String(error);
};
