/** What informers and caches do on any server: run on the embedded one, and on a real one. */
import {
  allNamespaces,
  Cache,
  cached,
  InformerFactory,
  kindListerWatcher,
  reflectorSource,
  SharedIndexInformer,
  type CacheOptions,
} from '@reeve/cache';
import {
  defineKind,
  nodeHost,
  type AnyKind,
  type DeepReadonly,
  type KindObject,
  type KubeObject,
  type Transport,
} from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ConfigMap } from '../model/world.ts';

/** A server to talk to, and how to leave it. */
export interface Opened {
  readonly transport: Transport;
  close(): Promise<void>;
}

type Held = DeepReadonly<KindObject<typeof ConfigMap>>;

const host = nodeHost();

/** Namespaces of one test: nobody else uses them. */
class Place {
  readonly transport: Transport;
  readonly one = `one-${host.uuid().slice(0, 8)}`;
  readonly other = `other-${host.uuid().slice(0, 8)}`;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  async open(): Promise<void> {
    for (const name of [this.one, this.other]) await this.ask('POST', '/api/v1/namespaces', { metadata: { name } });
  }

  async put(namespace: string, name: string, labels: Record<string, string> = {}, data: Record<string, string> = {}) {
    const object = ConfigMap.of({ metadata: { name, namespace, labels }, data });
    const updated = await this.ask('PUT', ConfigMap.path({ namespace, name }), object);
    if (updated.status !== 404) return updated.body;
    return (await this.ask('POST', ConfigMap.path({ namespace }), object)).body;
  }

  async remove(namespace: string, name: string): Promise<void> {
    await this.ask('DELETE', ConfigMap.path({ namespace, name }));
  }

  async truth(namespace: string): Promise<Record<string, string>> {
    const { body } = await this.ask('GET', ConfigMap.path({ namespace }));
    return versions((body.items ?? []).filter(({ metadata }) => metadata.name !== 'kube-root-ca.crt'));
  }

  async ask(method: string, path: string, body?: unknown) {
    const headers = { 'content-type': 'application/json' };
    const bytes = body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) };
    const response = await this.transport.request({ method, path, headers, ...bytes });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    const parsed = JSON.parse(Buffer.concat(chunks).toString()) as KubeObject & { items?: KubeObject[] };
    return { status: response.status, body: parsed };
  }
}

const versions = (
  objects: Iterable<{ readonly metadata: { readonly name?: string; readonly resourceVersion?: string } }>,
) =>
  Object.fromEntries(
    Array.from(objects, ({ metadata }) => [metadata.name ?? '', metadata.resourceVersion ?? ''] as const).toSorted(
      ([one], [other]) => (one < other ? -1 : 1),
    ),
  );
const withoutCa = <T extends { readonly metadata: { readonly name?: string } }>(objects: Iterable<T>): T[] =>
  [...objects].filter(({ metadata }) => metadata.name !== 'kube-root-ca.crt');
const names = (objects: Iterable<{ readonly metadata: { readonly name?: string } }>): string[] =>
  withoutCa(objects)
    .map(({ metadata }) => metadata.name ?? '')
    .toSorted();
const versionOf = (object: KubeObject): string => object.metadata.resourceVersion ?? '';

export function cacheConformance(where: string, open: () => Promise<Opened>): void {
  /** Runs a test on a server, and stops what it started. */
  const at = async (program: (place: Place, signal: AbortSignal, running: Promise<void>[]) => Promise<void>) => {
    const { transport, close } = await open();
    const place = new Place(transport);
    const stop = new AbortController();
    const running: Promise<void>[] = [];
    try {
      await place.open();
      await program(place, stop.signal, running);
    } finally {
      stop.abort();
      await Promise.all(running);
      await close();
    }
  };

  /** Starts a cache that ends with the test. */
  const cacheAt = (
    place: Place,
    signal: AbortSignal,
    running: Promise<void>[],
    options: Partial<CacheOptions>,
  ): Cache => {
    const cache = new Cache({ host, transport: place.transport, ...options });
    running.push(cache.start(signal));
    return cache;
  };

  const settled = async (cache: Cache, kind: AnyKind, version: string): Promise<void> => {
    using informer = cache.informer(kind);
    await informer.waitForVersion(version);
  };

  describe(`on ${where}`, () => {
    test.each([true, false])('a view built from handler calls ends as the server; streaming %s · SI-1', (streaming) =>
      at(async (place, signal, running) => {
        for (const name of ['a', 'b', 'c']) await place.put(place.one, name);
        const source = kindListerWatcher({ transport: place.transport, kind: ConfigMap, namespace: place.one });
        const informer = new SharedIndexInformer<Held>({
          host,
          source: reflectorSource<KindObject<typeof ConfigMap>>({ source, streaming }),
        });
        const view = new Map<string, Held>();
        const calls: string[] = [];
        const registration = informer.addEventHandler({
          onAdd: (object) => {
            calls.push(`+${object.metadata.name ?? ''}`);
            view.set(object.metadata.name ?? '', object);
          },
          onUpdate: (_, object) => {
            calls.push(`~${object.metadata.name ?? ''}`);
            view.set(object.metadata.name ?? '', object);
          },
          onDelete: ({ key }) => {
            calls.push(`-${key.split('/')[1] ?? ''}`);
            view.delete(key.split('/')[1] ?? '');
          },
        });
        running.push(informer.run(signal));
        await registration.synced();
        await place.put(place.one, 'd');
        await place.put(place.one, 'a', {}, { changed: 'yes' });
        await place.remove(place.one, 'b');
        const last = await place.put(place.one, 'last');
        await informer.waitForVersion(versionOf(last));
        await host.yield();
        expect(calls.filter((call) => !call.includes('kube-root-ca')).slice(-4)).toEqual(['+d', '~a', '-b', '+last']);
        expect(versions(withoutCa(view.values()))).toEqual(await place.truth(place.one));
        expect(versions(withoutCa(informer.store.list()))).toEqual(await place.truth(place.one));
      }),
    );

    test('named namespaces, the remainder, labels and fields hold what they should · CR-75 · CR-76', () =>
      at(async (place, signal, running) => {
        for (const namespace of [place.one, place.other]) {
          for (const app of ['web', 'db']) await place.put(namespace, app, { app });
        }
        const namespaces = { [place.one]: { labels: 'app=web' }, [allNamespaces]: { fields: 'metadata.name=db' } };
        const cache = cacheAt(place, signal, running, { namespaces });
        expect(names((await cache.list(ConfigMap, { namespace: place.one })).items)).toEqual(['web']);
        expect(names((await cache.list(ConfigMap, { namespace: place.other })).items)).toEqual(['db']);
        await expect(cache.get(ConfigMap, `${place.one}/db`)).rejects.toMatchObject({ code: 'REEVE_NOT_FOUND' });
        expect((await cache.get(ConfigMap, `${place.other}/db`)).kind).toBe('ConfigMap');
      }));

    test('a kind that is not served is said at once, and comes when it is defined · LW-19', () =>
      at(async (place, signal, running) => {
        const plural = `gadgets${host.uuid().slice(0, 6)}`;
        const Gadget = defineKind<KubeObject, 'Namespaced'>({
          group: 'cache.example.com',
          version: 'v1',
          kind: `Gadget${plural.slice(7)}`,
          plural,
          scope: 'Namespaced',
        });
        const cache = cacheAt(place, signal, running, { namespaces: { [place.one]: {} } });
        await expect(cache.list(Gadget)).rejects.toMatchObject({
          code: 'REEVE_CACHE_NOT_SYNCED',
          cause: { code: 'REEVE_NOT_FOUND' },
        });
        const { status } = await place.ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
          apiVersion: 'apiextensions.k8s.io/v1',
          kind: 'CustomResourceDefinition',
          metadata: { name: `${plural}.cache.example.com` },
          spec: {
            group: 'cache.example.com',
            names: { plural, kind: Gadget.kind },
            scope: 'Namespaced',
            versions: [
              {
                name: 'v1',
                served: true,
                storage: true,
                schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
              },
            ],
          },
        });
        expect(status).toBe(201);
        using informer = cache.informer(Gadget);
        while (!informer.hasSynced) await informer.synced(signal).catch(() => host.sleep(100, signal));
        expect((await cache.list(Gadget)).items).toEqual([]);
      }));

    test('own writes are read at once, and the watch agrees with them', () =>
      at(async (place, signal, running) => {
        const cache = cacheAt(place, signal, running, {
          kinds: [cached(ConfigMap, { namespaces: { [place.one]: {} } })],
        });
        await cache.list(ConfigMap);
        for (let i = 0; i < 20; i += 1) {
          const written = await place.put(place.one, 'mine', {}, { i: String(i) });
          cache.overlay.wrote(ConfigMap, written);
          expect((await cache.get(ConfigMap, `${place.one}/mine`)).data).toEqual({ i: String(i) });
        }
        const { uid } = (await cache.get(ConfigMap, `${place.one}/mine`)).metadata;
        await place.remove(place.one, 'mine');
        cache.overlay.deleted(ConfigMap, `${place.one}/mine`, uid);
        await expect(cache.get(ConfigMap, `${place.one}/mine`)).rejects.toMatchObject({ code: 'REEVE_NOT_FOUND' });
        await settled(cache, ConfigMap, versionOf(await place.put(place.one, 'after')));
        expect(names((await cache.list(ConfigMap)).items)).toEqual(['after']);
        expect(cache.overlay.stats(ConfigMap).entries).toBe(0);
      }));

    test('metadata is all that is fetched, until somebody wants more', () =>
      at(async (place, signal, running) => {
        await place.put(place.one, 'a', { app: 'web' }, { long: 'x'.repeat(5000) });
        const factory = new InformerFactory({ host, transport: place.transport, namespace: place.one });
        const small = factory.informer(ConfigMap, { view: 'metadata' });
        factory.start(signal);
        running.push(new Promise((resolve) => signal.addEventListener('abort', () => resolve(factory.shutDown()))));
        await small.synced();
        const key = `${place.one}/a`;
        expect(small.lister.get(key)).not.toHaveProperty('data');
        expect(small.lister.get(key).metadata.labels).toEqual({ app: 'web' });
        const whole = factory.informer(ConfigMap);
        await whole.synced();
        expect(whole.lister.get(key).data?.['long']).toHaveLength(5000);
      }));
  });
}
