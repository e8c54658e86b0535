/** An API server in memory and in virtual time, and clients that note what is written. */
import { z } from 'zod';
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { defineResource, k } from '@reeve/define';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { VirtualHost } from '@reeve/machinery';
import type { KubeObject, Transport } from '@reeve/machinery';
import { Manager } from '@reeve/runtime';
import type { ManagerOptions, ReconcileRecord } from '@reeve/runtime';

export const App = defineResource({
  group: 'apps.example.com',
  version: 'v1',
  kind: 'App',
  spec: z.object({ image: z.string().default('nginx'), parts: z.array(z.string()).default([]) }),
  status: z.object({
    ready: z.int().optional(),
    note: z.string().optional(),
    observed: z.string().optional(),
    workflow: k.workflow(),
    conditions: k.conditions(),
  }),
});

const text = z.string().optional();

/** A kind whose conditions have the older shape. */
export const LegacyApp = defineResource({
  group: 'apps.example.com',
  version: 'v1',
  kind: 'LegacyApp',
  spec: z.object({}),
  status: z.object({
    conditions: z
      .array(
        z.object({
          type: z.string(),
          status: z.string(),
          reason: text,
          message: text,
          lastUpdateTime: text,
          lastTransitionTime: text,
        }),
      )
      .optional(),
  }),
});

export class World implements AsyncDisposable {
  readonly host: VirtualHost;
  readonly server: ApiServer;
  /** Writes of this client are not noted. */
  readonly admin: Client;
  /** Writes of this client and of managers are noted in `writes`. */
  readonly client: Client;
  readonly records: ReconcileRecord[] = [];
  readonly writes: string[] = [];
  readonly reads: string[] = [];

  private constructor(host: VirtualHost, server: ApiServer) {
    this.host = host;
    this.server = server;
    this.admin = new Client({ transport: server.transport, host });
    this.client = new Client({ transport: this.#noting(), host });
  }

  static async start(seed = 0): Promise<World> {
    const host = new VirtualHost({ seed });
    const world = new World(host, await ApiServer.start({ host }));
    await host.run(async () => {
      await world.admin.create(CustomResourceDefinition, App.crd);
      await world.admin.create(CustomResourceDefinition, LegacyApp.crd);
      await host.sleep(1000);
    });
    return world;
  }

  manager(options: Partial<ManagerOptions> = {}): Manager {
    return new Manager({
      transport: this.#noting(),
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

  /** Forgets the writes and reads noted so far. */
  forget(): void {
    this.writes.length = 0;
    this.reads.length = 0;
  }

  #noting(): Transport {
    return {
      request: (request) => {
        const path = request.path.split('?')[0]?.replace(/^\/apis?\//u, '') ?? '';
        const dry = request.path.includes('dryRun') ? ' (dry run)' : '';
        (request.method === 'GET' ? this.reads : this.writes).push(`${request.method} ${path}${dry}`);
        return this.server.transport.request(request);
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.stop();
  }
}

/** Runs a body in a world, in virtual time. */
export async function inWorld(body: (world: World) => Promise<void>, seed = 0): Promise<void> {
  await using world = await World.start(seed);
  await world.host.run(() => body(world));
}

/** What the results of a report say, in short: `created ConfigMap default/a`. */
export const told = ({
  results,
}: {
  readonly results: readonly { action: string; kind: string; key: string }[];
}): string[] => results.map(({ action, kind, key }) => `${action} ${kind} ${key}`);

/** A ConfigMap as text says: namespace, name and data. */
export const config = (name: string, data: Record<string, string> = { a: '1' }, more: object = {}): KubeObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'default', name, ...more }, data }) as KubeObject;
