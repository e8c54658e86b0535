/**
 * Random sets against a model: objects come, change and go, members drift or are deleted, foreign objects stand in the way, and the process ends before any of its requests. Afterwards one
 * undisturbed run must bring the cluster into exactly the state that the model says.
 */
import { expect, test } from 'vitest';
import { Client, mergePatch } from '@reeve/client';
import { ConfigMap, Secret } from '@reeve/kinds/core/v1';
import { SeededRandom } from '@reeve/machinery';
import type { KubeObject, Random, Transport } from '@reeve/machinery';
import { objectSet, ObjectSetError } from '@reeve/patterns';
import { config, inWorld } from '../world.ts';
import type { World } from '../world.ts';

const names = ['a', 'b', 'c', 'd', 'e'];
const foreign = 'e';

/** A client whose process ends before its n-th write. */
function endingClient(world: World, writes: number): Client {
  let left = writes;
  const transport: Transport = {
    async request(request) {
      if (request.method !== 'GET') left -= 1;
      if (left < 0) throw new Error('the process has ended');
      return await world.server.transport.request(request);
    },
  };
  return new Client({ transport, host: world.host });
}

const pick = <T>(random: Random, from: readonly T[]): T => from[random.integer(from.length)] as T;

/** The objects of a round: some names, in ConfigMaps and Secrets, with one of three values. */
function chosen(random: Random): KubeObject[] {
  return names
    .filter(() => random.integer(2) === 0)
    .map((name) => {
      const a = String(random.integer(3));
      const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { namespace: 'default', name }, stringData: { a } };
      return random.integer(4) === 0 ? secret : config(name, { a });
    });
}

/** Somebody else writes. */
async function disturb({ admin }: World, random: Random): Promise<void> {
  const name = pick(
    random,
    names.filter((one) => one !== foreign),
  );
  const act = pick(random, ['delete', 'drift', 'nothing']);
  const change =
    act === 'delete'
      ? admin.delete(ConfigMap, `default/${name}`)
      : act === 'drift'
        ? admin.patch(ConfigMap, `default/${name}`, mergePatch({ data: { a: 'drifted' } }))
        : Promise.resolve();
  await change.catch(() => undefined); // it may not be there
}

const shown = (kind: string, name: string, a: string | undefined): string => `${kind} ${name} ${a}`;

/** What the cluster has in the set. */
async function members({ admin }: World): Promise<string[]> {
  const query = { namespace: 'default', labels: 'applyset.kubernetes.io/part-of' };
  const configs = (await admin.list(ConfigMap, query)).items.map(({ metadata, data }) =>
    shown('ConfigMap', metadata.name, data?.['a']),
  );
  const secrets = (await admin.list(Secret, query)).items.map(({ metadata, data }) =>
    shown('Secret', metadata.name, Buffer.from(data?.['a'] ?? '', 'base64').toString()),
  );
  return [...configs, ...secrets].toSorted();
}

/** What the model says: what was asked for, without what belongs to somebody else. */
const wanted = (objects: readonly KubeObject[]): string[] =>
  objects
    .map((object) => object as KubeObject & { data?: Record<string, string>; stringData?: Record<string, string> })
    .filter(({ kind, metadata }) => kind !== 'ConfigMap' || metadata.name !== foreign)
    .map(({ kind = '', metadata, data, stringData }) => shown(kind, metadata.name ?? '', (data ?? stringData)?.['a']))
    .toSorted();

const isForeignIn = (objects: readonly KubeObject[]): boolean =>
  objects.some(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === foreign);

for (const seed of [1, 2, 3, 4, 5, 6])
  test(
    `a random set comes to what the model says after runs that ended anywhere, seed ${seed}`,
    { timeout: 120_000 },
    () =>
      inWorld(async (world) => {
        const random = new SeededRandom(seed);
        await world.admin.create(ConfigMap, config(foreign, { a: 'theirs' }));
        const setOver = (client: Client) =>
          objectSet(client, { id: 'random', namespace: 'default', force: true, host: world.host });
        for (let round = 0; round < 12; round += 1) {
          const objects = chosen(random);
          for (let crash = random.integer(3); crash > 0; crash -= 1) {
            await setOver(endingClient(world, random.integer(6)))
              .apply(objects)
              .catch(() => undefined);
            await disturb(world, random);
          }
          const failure: unknown = await setOver(world.admin)
            .apply(objects)
            .catch((error: unknown) => error);
          const foreigners =
            failure instanceof ObjectSetError ? failure.report.results.filter(({ action }) => action === 'failed') : [];
          expect(foreigners.map(({ key }) => key)).toEqual(isForeignIn(objects) ? [`default/${foreign}`] : []);
          expect(await members(world), `round ${round}`).toEqual(wanted(objects));
          expect((await world.admin.get(ConfigMap, `default/${foreign}`)).data).toEqual({ a: 'theirs' });
          world.forget();
          await setOver(world.client)
            .apply(objects)
            .catch(() => undefined);
          expect(world.writes, `round ${round}`).toEqual([]);
        }
      }, seed),
  );
