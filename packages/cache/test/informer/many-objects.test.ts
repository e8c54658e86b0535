import { expect, test } from 'vitest';
import { Cache } from '@reeve/cache';
import { defineKind, VirtualHost } from '@reeve/machinery';
import type { KubeObject, Transport } from '@reeve/machinery';

const Barrel = defineKind<KubeObject, 'Cluster'>({
  group: 'example.com',
  version: 'v1',
  kind: 'Barrel',
  plural: 'barrels',
  scope: 'Cluster',
});
const total = 200_000;
const pageSize = 500;

/** A server that knows nothing but a long list in pages, and a watch that says nothing. */
const warehouse: Transport = {
  request: async ({ path, signal }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    if (query.get('sendInitialEvents') === 'true') return { status: 400, headers: {}, body: noBytes() };
    const body =
      query.get('watch') === 'true' || query.get('watch') === '1'
        ? silence(signal)
        : onePage(Number(query.get('continue') ?? 0));
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  },
};

async function* noBytes(): AsyncGenerator<Uint8Array, void, void> {}

async function* silence(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array, void, void> {
  await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
  yield* [];
}

async function* onePage(from: number): AsyncGenerator<Uint8Array, void, void> {
  const items = Array.from({ length: pageSize }, (_, at) => ({
    apiVersion: Barrel.apiVersion,
    kind: Barrel.kind,
    metadata: { name: `barrel-${from + at}`, uid: `u${from + at}`, resourceVersion: '7' },
  }));
  const next = from + pageSize;
  const metadata = { resourceVersion: '7', ...(next < total && { continue: String(next) }) };
  yield Buffer.from(JSON.stringify({ apiVersion: Barrel.apiVersion, kind: 'BarrelList', metadata, items }));
}

test('two hundred thousand objects are held and told, page by page', async () => {
  const host = new VirtualHost();
  const cache = new Cache({ host, transport: warehouse, syncTimeoutMs: 3_600_000 });
  const stop = new AbortController();
  let told = 0;
  await host.run(
    async () => {
      const running = cache.start(stop.signal);
      const informer = cache.informer(Barrel);
      const registration = informer.addEventHandler({ onAdd: () => void (told += 1) });
      await registration.synced();
      expect(told).toBe(total);
      expect((await cache.get(Barrel, `barrel-${total - 1}`)).metadata.uid).toBe(`u${total - 1}`);
      expect((await cache.list(Barrel)).items).toHaveLength(total);
      stop.abort();
      await running;
    },
    { maxSteps: 10_000_000 },
  );
}, 60_000);
