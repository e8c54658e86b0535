/**
 * The reeve: compares what is with what should be, one building at a time, and mends one thing per visit. A failure waits and is tried again; two workers
 * never visit the same building at once. This loop is what a controller is.
 */
import { formatTime, setCondition, type Condition, type Host, type ObjectKey } from '@reeve/machinery';
import type { WorkQueue } from '@reeve/queue';
import type { Building } from './building.ts';
import type { Actual, World } from './world.ts';

export type Say = (line: string) => void;

/** Works until the queue ends. */
export async function keepEstate(options: {
  host: Host;
  queue: WorkQueue<ObjectKey, string>;
  world: World;
  estate: ReadonlyMap<ObjectKey, Building>;
  conditions: Map<ObjectKey, Condition[]>;
  say: Say;
}): Promise<void> {
  const { host, queue, world, estate, conditions, say } = options;
  for await (const { key, causes, attempt } of queue.take()) {
    const wanted = estate.get(key);
    if (wanted === undefined) continue;
    const difference = differenceOf(wanted, world.look(key));
    const { conditions: next } = setCondition(
      conditions.get(key) ?? [],
      {
        type: 'Ready',
        status: difference ? 'False' : 'True',
        reason: difference ? 'Damaged' : 'InOrder',
        message: difference ? `mending: ${Object.keys(difference).join(', ')}` : 'as desired',
      },
      { now: formatTime(host.clock.now()) },
    );
    conditions.set(key, next);
    if (difference === undefined) {
      say(`${key} is in order`);
      queue.forget(key);
      continue;
    }
    try {
      await world.perform(host, key, difference);
      say(`${key} mended ${JSON.stringify(difference)} because ${causes.join(' and ')}`);
      queue.add(key, { cause: 'a repair wants to be checked' });
    } catch (error) {
      say(`${key} attempt ${attempt} failed: ${error instanceof Error ? error.message : String(error)}`);
      queue.addRateLimited(key, { cause: 'the last attempt failed' });
    }
  }
}

/** One thing to mend, or undefined when nothing is wrong. */
function differenceOf({ spec }: Building, actual: Actual): Partial<Actual> | undefined {
  if (actual.roof !== spec.roof) return { roof: spec.roof };
  if (actual.windows !== spec.windows) return { windows: spec.windows };
  return undefined;
}
