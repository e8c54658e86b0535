import { expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { Deployment, ReplicaSet } from '@reeve/kinds/apps/v1';
import { Job } from '@reeve/kinds/batch/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { controllerOf, deletionStarted, findCondition, SeededRandom, VirtualHost } from '@reeve/machinery';
import type { Transport } from '@reeve/machinery';
import { Workloads } from '@reeve/workloads';

const template = (image: string) => ({
  metadata: { labels: { app: 'web' } },
  spec: { terminationGracePeriodSeconds: 2, containers: [{ name: 'main', image }] },
});

const web = (replicas: number, image: string) => ({
  metadata: { name: 'web', namespace: 'default' },
  spec: { replicas, selector: { matchLabels: { app: 'web' } }, template: template(image) },
});

const work = {
  metadata: { name: 'work', namespace: 'default' },
  spec: {
    completions: 4,
    parallelism: 2,
    template: { spec: { restartPolicy: 'Never' as const, containers: [{ name: 'main', image: 'work:1' }] } },
  },
};

/** `REEVE_CHAOS_SEEDS=500` looks longer. */
const seeds = Number(process.env['REEVE_CHAOS_SEEDS'] ?? 4);

for (let seed = 1; seed <= seeds; seed += 1) {
  const name = `in a storm of refusals and crashes no pod is too many, and all comes to its end: seed ${seed}`;
  test(name, { timeout: 60_000 }, async () => {
    const host = new VirtualHost({ seed });
    const chance = new SeededRandom(seed).fork('storm');
    await using server = await ApiServer.start({ host, profile: 'cluster' });
    const client = new Client({ transport: server.transport, host });
    await host.run(
      async () => {
        const storm = new Storm(server, host, chance);
        const living = storm.lives();
        storm.begin();
        const peak = watchPeak(client, host, storm);
        await client.create(Deployment, web(3, 'web:1'));
        await client.create(Job, work);
        await host.sleep(20_000);
        await client.patch(Deployment, 'default/web', {
          type: 'merge',
          patch: { spec: { template: template('web:2') } },
        });
        await host.sleep(20_000);
        await client.patch(Deployment, 'default/web', { type: 'merge', patch: { spec: { replicas: 4 } } });
        await host.sleep(20_000);
        storm.end();
        await host.sleep(200_000);
        await isRight(client);
        storm.close();
        await living;
        expect(await peak).toBeLessThanOrEqual(5);
        expect(storm.crashes).toBeGreaterThan(0);
      },
      { maxSteps: 5_000_000 },
    );
  });
}

/** What all comes to. */
async function isRight(client: Client): Promise<void> {
  const pods = (await client.list(Pod, { namespace: 'default' })).items;
  const serving = pods.filter(({ metadata }) => metadata.labels?.['app'] === 'web');
  expect(
    serving.map(({ spec, status }) => [spec.containers[0]?.image, findCondition(status?.conditions, 'Ready')?.status]),
  ).toEqual(Array.from({ length: 4 }, () => ['web:2', 'True']));
  expect((await client.get(Deployment, 'default/web')).status).toMatchObject({
    availableReplicas: 4,
    updatedReplicas: 4,
  });
  const job = await client.get(Job, 'default/work');
  expect(job.status).toMatchObject({ succeeded: 4, uncountedTerminatedPods: {} });
  expect(job.status?.failed).toBeUndefined();
  const owners = new Set(
    (await client.list(ReplicaSet, { namespace: 'default' })).items.map(({ metadata }) => metadata.uid),
  );
  expect(serving.every((pod) => owners.has(controllerOf(pod)?.uid ?? ''))).toBe(true);
  expect(pods.flatMap(({ metadata }) => metadata.finalizers ?? [])).toEqual([]);
}

/** The most pods of the Deployment that there were at a time, beside those on their way out. */
async function watchPeak(client: Client, host: VirtualHost, storm: Storm): Promise<number> {
  let peak = 0;
  while (!storm.isClosed) {
    const { items } = await client.list(Pod, { namespace: 'default', labels: { app: 'web' } });
    peak = Math.max(peak, items.filter((pod) => !deletionStarted(pod)).length);
    await host.sleep(500);
  }
  return peak;
}

/** Things that go wrong: refusals, cut watches, and processes that die at a write. */
class Storm {
  readonly #server: ApiServer;
  readonly #host: VirtualHost;
  readonly #chance: SeededRandom;
  #isCalm = false;
  isClosed = false;
  crashes = 0;

  constructor(server: ApiServer, host: VirtualHost, chance: SeededRandom) {
    this.#server = server;
    this.#host = host;
    this.#chance = chance;
  }

  /** One process after the other, until the end. */
  async lives(): Promise<void> {
    while (!this.isClosed) {
      const death = { writes: this.#isCalm ? Infinity : 1 + this.#chance.integer(40), isDead: false };
      const workloads = await Workloads.start({ transport: this.#mortal(death), host: this.#host, nodes: 2 });
      while (!this.isClosed && !death.isDead) await this.#host.sleep(500);
      if (death.isDead) this.crashes += 1;
      await workloads.stop().catch(() => undefined);
    }
  }

  /** What users do themselves is let through. */
  begin(): void {
    const resources = ['pods', 'replicasets', 'nodes', 'leases'];
    const verbs = ['create', 'update', 'patch', 'delete'];
    for (const code of [409, 429, 500]) {
      this.#server.faults.add({ resources, verbs, probability: 0.05, effect: { type: 'status', code } });
    }
    this.#server.faults.add({ verbs: ['watch'], probability: 0.3, effect: { type: 'cut', afterBytes: 20_000 } });
  }

  end(): void {
    this.#isCalm = true;
    this.#server.faults.clear();
  }

  close(): void {
    this.isClosed = true;
  }

  /** A way to the server on which writes are refused at times, and nothing goes through any more after the last one. */
  #mortal(death: { writes: number; isDead: boolean }): Transport {
    const { transport } = this.#server;
    return {
      request: async (request) => {
        if (death.isDead && !this.#isCalm) throw new Error('the process is dead');
        if (request.method === 'GET') return await transport.request(request);
        if (!this.#isCalm && (death.writes -= 1) <= 0) {
          death.isDead = true;
          if (this.#chance.next() < 0.5) throw new Error('the process is dead');
        }
        return await transport.request(request);
      },
    };
  }
}
