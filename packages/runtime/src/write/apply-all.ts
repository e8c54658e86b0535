/**
 * Applies several objects at the same time, as many at once as a run may keep the server busy with. Each is tried, whatever becomes of the others.
 */
import { keyOf } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { PartialFailureError } from '../failure/partial-failure-error.ts';

/** So many requests of one run are under way at most. */
const limit = 10;

/** The results in the order of the objects. What failed is thrown as one error when all have been tried; it says which objects and has the results of the others. */
export async function applyAll<Result>(
  objects: readonly KubeObject[],
  apply: (object: KubeObject) => Promise<Result>,
): Promise<readonly Result[]> {
  const settled: PromiseSettledResult<Result>[] = [];
  const left = objects.entries();
  const work = async (): Promise<void> => {
    for (const [at, object] of left) [settled[at]] = await Promise.allSettled([apply(object)]);
  };
  await Promise.all(Array.from({ length: Math.min(limit, objects.length) }, work));
  const failures = settled.flatMap((one, at) =>
    one.status === 'rejected' ? [{ name: nameOf(objects[at]), error: one.reason as unknown }] : [],
  );
  const results = settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  if (failures.length > 0) throw new PartialFailureError('applying', failures, results);
  return results as readonly Result[]; // none of them failed
}

const nameOf = (object: KubeObject | undefined): string =>
  object === undefined ? '' : `${object.kind ?? 'object'} ${keyOf(object)}`;
