/** Runs controllers of buckets in a world. */
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { mergePatch } from '@reeve/client';
import { findCondition, isNotFound } from '@reeve/machinery';
import type { Transport } from '@reeve/machinery';
import { defineController } from '@reeve/runtime';
import type { ManagerOptions } from '@reeve/runtime';
import { World } from '../world.ts';
import { Bucket } from './bucket-service.ts';
import type { bucketsOver } from './bucket-service.ts';

type BucketStep = ReturnType<typeof bucketsOver>;

export const key = 'default/web';

/** A world that knows buckets. */
export async function bucketWorld(seed = 0): Promise<World> {
  const world = await World.start(seed);
  await world.host.run(async () => {
    await world.admin.create(CustomResourceDefinition, Bucket.crd);
    await world.host.sleep(1000);
  });
  return world;
}

/** Performs the effects of the step as they are written, in virtual time. */
export function performing(world: World, { effects }: BucketStep): void {
  for (const effect of [effects.observe, effects.create, effects.find, effects.update, effects.delete])
    world.host.effects.standIn<never, unknown>(effect, (input, signal) => effect.run(input, signal));
}

/** Runs a manager while the body runs. */
export function running(
  world: World,
  step: BucketStep,
  body: () => Promise<void>,
  { transport, ...options }: Partial<ManagerOptions> & { transport?: Transport } = {},
): Promise<void> {
  performing(world, step);
  const manager = world.manager({ ...(transport && { transport }), ...options });
  return world.during(manager.add(defineController({ for: Bucket, steps: [step] })), body);
}

export async function create(world: World, spec: object = {}, annotations?: Record<string, string>): Promise<void> {
  await world.admin.create(Bucket, {
    metadata: { namespace: 'default', name: 'web', ...(annotations && { annotations }) },
    spec,
  });
}

export const read = (world: World) => world.admin.get(Bucket, key);

export const conditionsOf = async (world: World): Promise<Record<string, string>> => {
  const { status } = await read(world);
  const told = (type: string): string => {
    const condition = findCondition(status?.conditions ?? [], type);
    return `${condition?.status} ${condition?.reason}`;
  };
  return { synced: told('Synced'), ready: told('Ready') };
};

export async function change(world: World, patch: object, waitMs = 1000): Promise<void> {
  await world.admin.patch(Bucket, key, mergePatch(patch));
  await world.host.sleep(waitMs);
}

export const isThere = (world: World): Promise<boolean> =>
  read(world).then(
    () => true,
    (error: unknown) => !isNotFound(error),
  );
