/**
 * One day on the estate: two workers, a storm now and then, and quiet at the end. Runs on whatever Host it is given.
 */
import { keyOf, type Condition, type Host, type ObjectKey } from '@reeve/machinery';
import { WorkQueue } from '@reeve/queue';
import { desired, type Building } from './building.ts';
import { keepEstate, type Say } from './reeve.ts';
import { World } from './world.ts';

/** Lets `storms` storms pass and waits until everything is mended; gives back what is still wrong, which should be nothing. */
export async function liveDay(host: Host, storms: number, say: Say): Promise<string[]> {
  const estate = new Map<ObjectKey, Building>(desired.map((building) => [keyOf(building), building]));
  const world = new World(host);
  const queue = new WorkQueue<ObjectKey, string>({ clock: host.clock, name: 'estate' });
  const conditions = new Map<ObjectKey, Condition[]>();
  const workers = [1, 2].map(() => keepEstate({ host, queue, world, estate, conditions, say }));
  queue.addAll(estate.keys(), { cause: 'the estate is new' });
  for (let storm = 0; storm < storms; storm += 1) {
    await host.sleep(400 + host.random.integer(800));
    const { key, damage } = world.storm([...estate.keys()]);
    say(`storm: ${damage} at ${key}`);
    queue.add(key, { priority: 1, cause: damage });
  }
  while (queue.length + queue.delayed + queue.held > 0) await host.sleep(50);
  await queue.drain();
  await Promise.all(workers);
  return [...estate.keys()].filter(
    (key) => conditions.get(key)?.find(({ type }) => type === 'Ready')?.status !== 'True',
  );
}
