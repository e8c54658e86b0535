/** The operator of the README, and a world to run it in. */
import { z } from 'zod';
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { defineResource, k } from '@reeve/define';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { Deployment } from '@reeve/kinds/apps/v1';
import { Service } from '@reeve/kinds/core/v1';
import { VirtualHost } from '@reeve/machinery';
import type { KindObject, Transport, DeepReadonly } from '@reeve/machinery';
import { defineController, Manager } from '@reeve/runtime';
import type { ManagerOptions, ReconcileRecord } from '@reeve/runtime';

export const Website = defineResource({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Website',
  spec: z.object({ image: z.string().default('nginx'), replicas: z.int().min(0).max(10).default(1) }),
  status: z.object({ ready: z.int().optional(), conditions: k.conditions() }),
});

type Site = DeepReadonly<KindObject<typeof Website>>;

const deploymentFor = ({ metadata: { name = '' }, spec }: Site): Deployment =>
  Deployment.of({
    metadata: { name },
    spec: {
      replicas: spec.replicas,
      selector: { matchLabels: { site: name } },
      template: { metadata: { labels: { site: name } }, spec: { containers: [{ name: 'web', image: spec.image }] } },
    },
  });

const serviceFor = ({ metadata: { name = '' } }: Site): Service =>
  Service.of({ metadata: { name }, spec: { selector: { site: name }, ports: [{ port: 80 }] } });

export const websites = defineController({
  for: Website,
  owns: [Deployment, Service],
  async reconcile(site, ctx) {
    const [deployment] = await ctx.apply([deploymentFor(site), serviceFor(site)]);
    await ctx.status({ ready: deployment.status?.readyReplicas ?? 0 });
  },
});

/** A server in memory in virtual time, with the definition installed. */
export class World implements AsyncDisposable {
  readonly host: VirtualHost;
  readonly server: ApiServer;
  readonly client: Client;
  readonly records: ReconcileRecord[] = [];
  /** The writes that the server has seen, in order. */
  readonly requests: string[] = [];

  private constructor(host: VirtualHost, server: ApiServer) {
    this.host = host;
    this.server = server;
    this.client = new Client({ transport: server.transport, host });
  }

  static async start(seed = 0): Promise<World> {
    const host = new VirtualHost({ seed });
    const server = await ApiServer.start({ host });
    const world = new World(host, server);
    await host.run(async () => {
      await world.client.create(CustomResourceDefinition, Website.crd);
      await host.sleep(1000);
    });
    return world;
  }

  manager(options: Partial<ManagerOptions> = {}): Manager {
    return new Manager({
      transport: this.#counted(),
      host: this.host,
      onReconcile: (record) => this.records.push(record),
      ...options,
    });
  }

  /** Runs a manager while the body runs, in virtual time. */
  during(manager: Manager, body: () => Promise<void>): Promise<void> {
    return this.host.run(async () => {
      const stop = new AbortController();
      const running = manager.run({ signal: stop.signal });
      const ended = running.catch((error: unknown) => error);
      try {
        await this.host.sleep(100);
        await body();
      } finally {
        stop.abort();
        await ended;
      }
      await running;
    });
  }

  #counted(): Transport {
    return {
      request: (request) => {
        if (request.method !== 'GET')
          this.requests.push(`${request.method} ${request.path.split('?')[0]?.replace(/^\/apis?\//u, '') ?? ''}`);
        return this.server.transport.request(request);
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.stop();
  }
}
