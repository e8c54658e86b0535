/**
 * Removes the objects of one namespace and counts what is left: things that finalizers or a grace period hold.
 */
import { deletionStarted, finalizersOf } from '@reeve/machinery';
import { numberAt, StatusError, textAt, type ApiObject, type ServedResource, type Store } from '@reeve/registry';
import type { ControllerClient } from './controller-client.ts';
import type { Remains } from './namespace-conditions.ts';

/** Counts what is left of many resources. */
export class RemainsCount implements Remains {
  readonly resources = new Map<string, number>();
  readonly finalizers = new Map<string, number>();
  readonly failures: string[] = [];

  get isEmpty(): boolean {
    return this.resources.size === 0 && this.failures.length === 0;
  }

  /** Counts the objects of a resource that are still there. */
  add({ plural, group }: ServedResource, objects: readonly ApiObject[]): void {
    if (objects.length > 0) this.resources.set(`${plural}.${group}`, objects.length);
    for (const finalizer of objects.flatMap(finalizersOf))
      this.finalizers.set(finalizer, (this.finalizers.get(finalizer) ?? 0) + 1);
  }
}

/** The objects of a resource in a namespace. */
export function objectsIn(store: Store, { storage }: ServedResource, namespace: string): ApiObject[] {
  const prefix = `${namespace}/`;
  const everything = { prefix, start: prefix, revision: store.revision, isFull: () => false, matches: () => true };
  return store
    .table(storage.table)
    .page(everything)
    .items.map(({ object }) => (storage.conversion?.plain ?? storage).fromStorage(object));
}

/** Deletes the objects; gives back why some could not be. */
export async function deleteAll(
  client: ControllerClient,
  resource: ServedResource,
  objects: readonly ApiObject[],
): Promise<string[]> {
  const failures: string[] = [];
  for (const object of objects) {
    if (deletionStarted(object) && resource.strategy.isGraceful !== true) continue; // deleting it again changes nothing
    try {
      await client.delete(resource, object, 'Background');
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      failures.push(error.message);
    }
  }
  return failures;
}

/** How many milliseconds pods may take to end, since the deletion of their namespace began. */
export function graceLeftMs(pods: readonly ApiObject[], deletedAt: string, now: number): number {
  const running = pods.filter((pod) => !['Succeeded', 'Failed'].includes(textAt(pod, 'status', 'phase')));
  const seconds = running.map((pod) => numberAt(pod, 'spec', 'terminationGracePeriodSeconds'));
  return Math.max(0, Date.parse(deletedAt) + Math.max(0, ...seconds) * 1000 - now);
}
