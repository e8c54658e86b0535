import { expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { ReplicaSet } from '@reeve/kinds/apps/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { VirtualHost } from '@reeve/machinery';
import type { Transport, TransportRequest, TransportResponse } from '@reeve/machinery';
import { Manager } from '@reeve/runtime';
import { replicaSetController } from '@reeve/workloads';

/** A line that can go bad: answers to creations of pods are lost, though the server has done what was asked, and what watches of pods tell is late. */
class BadLine implements Transport {
  readonly #transport: Transport;
  #lost = 0;
  #isLate = false;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** From now on watches of pods tell nothing, and so many answers are lost. */
  goBad(lost: number): void {
    [this.#lost, this.#isLate] = [lost, true];
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#transport.request(request);
    if (!request.path.includes('/pods')) return response;
    if (request.method === 'POST' && this.#lost-- > 0) throw new Error('the line is dead');
    return request.path.includes('watch=') ? { ...response, body: this.#whileGood(response.body) } : response;
  }

  async *#whileGood(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
    for await (const chunk of body) if (!this.#isLate) yield chunk;
  }
}

const web = ReplicaSet.of({
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
  },
});

test('a pod whose answer was lost is not made twice, although no watch tells of it', async () => {
  const host = new VirtualHost({ seed: 1 });
  await using server = await ApiServer.start({ host });
  const client = new Client({ transport: server.transport, host });
  const line = new BadLine(server.transport);
  const manager = new Manager({ transport: line, host });
  await host.run(async () => {
    const stop = new AbortController();
    const running = manager.add(replicaSetController({ host })).run({ signal: stop.signal });
    await host.sleep(100);
    line.goBad(2);
    await client.create(ReplicaSet, web);
    await host.sleep(5000);
    const { items } = await client.list(Pod, { namespace: 'default' });
    stop.abort();
    await running;
    expect(items).toHaveLength(3);
  });
});
