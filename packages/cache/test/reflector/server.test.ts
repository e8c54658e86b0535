/** Against the embedded server, on virtual time: the faults that leave other informers dead or wrong. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { kindListerWatcher } from '@reeve/cache';
import { VirtualHost, defineKind, type KubeObject, type Transport } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ConfigMap, World, namespace, versionsOf } from '../model/world.ts';
import { ReflectorRun } from './reflector-run.ts';
import { Channel, ScriptedSource, bookmark, listAt } from './script.ts';

const mirror = (run: ReflectorRun): Record<string, string> => versionsOf(run.store.objects.values());

/** Lets the world go on until the mirror is as the server, or for an hour in vain. */
async function catchUp(world: World, run: ReflectorRun): Promise<void> {
  for (let second = 0; second < 3600; second += 1) {
    const truth = await world.truth();
    if (JSON.stringify(truth) === JSON.stringify(mirror(run))) return;
    await world.host.sleep(1000);
  }
  expect(mirror(run)).toEqual(await world.truth());
}

const ways = { 'by stream': true, 'by list': false };

for (const [how, streaming] of Object.entries(ways)) {
  describe(`a mirror that begins ${how}`, () => {
    const start = (world: World): ReflectorRun =>
      new ReflectorRun({ host: world.host, source: world.source({ supportsStreaming: streaming }) }).start();

    test('holds what the server holds, and follows it', async () => {
      await using world = await World.start();
      await world.host.run(async () => {
        await world.put('a');
        await using run = start(world);
        await run.reflector.synced(run.signal);
        expect(mirror(run)).toEqual(await world.truth());

        await world.put('b');
        await world.put('a');
        await world.remove('b');
        await catchUp(world, run);
        expect(run.store.log.slice(-3)).toEqual(['add b', 'update a', 'delete b']);
      });
      expect(world.requests[0]).toMatch(
        streaming ? /^watch .*sendInitialEvents=true/ : /^list resourceVersion=0&limit=500/,
      );
    });

    const faults = {
      'LIST 500': { verbs: ['list'], times: 3, effect: { type: 'status', code: 500 } },
      'WATCH 503': { verbs: ['watch'], times: 3, effect: { type: 'status', code: 503 } },
      'a connection that is cut instead of an answer': { verbs: ['list', 'watch'], times: 4, effect: { type: 'cut' } },
      'a connection that is cut within an object': {
        verbs: ['watch'],
        times: 3,
        effect: { type: 'cut', afterBytes: 700 },
      },
      'an answer that never begins': { verbs: ['list', 'watch'], times: 2, effect: { type: 'stall' } },
      'a watch that falls silent within an object': {
        verbs: ['watch'],
        times: 2,
        effect: { type: 'stall', afterBytes: 900 },
      },
      'a slow server': { verbs: ['list', 'watch'], effect: { type: 'latency', ms: 20_000 } },
      '429 with a delay': {
        verbs: ['list', 'watch'],
        times: 3,
        effect: { type: 'status', code: 429, retryAfterSeconds: 5 },
      },
      '410 for every version': { verbs: ['watch'], times: 5, effect: { type: 'status', code: 410 } },
      'events that come twice': { verbs: ['watch'], effect: { type: 'duplicateEvents' } },
      'a server that lags behind': { verbs: ['list'], times: 1, effect: { type: 'staleReads', revisions: 3 } },
      'a server that cannot answer for a while': {
        times: 12,
        verbs: ['list', 'watch'],
        effect: { type: 'status', code: 503 },
      },
    } as const;
    for (const [what, fault] of Object.entries(faults)) {
      test(`ends as the server after: ${what}`, async () => {
        await using world = await World.start();
        await world.host.run(
          async () => {
            for (const name of ['a', 'b', 'c']) await world.put(name);
            world.spoil(fault);
            await using run = start(world);
            for (const name of ['d', 'a', 'e']) {
              await world.host.sleep(7000);
              await world.put(name);
            }
            await world.remove('b');
            await catchUp(world, run);
            world.server.faults.clear();
            await world.put('last');
            await catchUp(world, run);
            expect(run.reflector.state.type).not.toBe('stopped');
          },
          { maxSteps: 1_000_000 },
        );
      });
    }
  });
}

describe('a watch that ends at once', () => {
  test('does not become a storm of requests', async () => {
    await using world = await World.start();
    await world.host.run(async () => {
      const { transport } = world.server;
      const closing: Transport = {
        async request(request) {
          const response = await transport.request(request);
          return request.path.includes('watch=true') ? { ...response, body: nothing() } : response;
        },
      };
      await using run = new ReflectorRun({ host: world.host, source: world.source({ transport: closing }) }).start();
      await world.host.sleep(10 * 60_000);
      expect(run.reflector.hasSynced).toBe(true);
    });
    expect(world.requests.length).toBeLessThan(100);
  });
});

describe('a socket that is dead and does not say so', () => {
  test('is noticed and resumed within 75 s, and nothing is missed', async () => {
    await using world = await World.start();
    await world.host.run(async () => {
      await world.put('a');
      const hole = new BlackHole(world.server.transport);
      await using run = new ReflectorRun({ host: world.host, source: world.source({ transport: hole }) }).start();
      await run.reflector.synced(run.signal);
      await world.host.sleep(200_000); // bookmarks keep it alive
      expect(run.failures()).toEqual([]);

      hole.swallow();
      const deadSince = world.host.clock.monotonic();
      await world.put('b');
      await world.put('a');
      await catchUp(world, run);
      expect(world.host.clock.monotonic() - deadSince).toBeLessThanOrEqual(76_000);
      expect(run.failures()).toMatchObject([{ code: 'REEVE_SILENT_STREAM' }]);
    });
    expect(world.requests.filter((request) => request.includes('sendInitialEvents'))).toHaveLength(1);
    expect(world.requests.filter((request) => request.startsWith('list'))).toEqual([]);
  });

  test('a quiet stream of a server without bookmarks is not cut for ever', async () => {
    await using world = await World.start();
    await world.host.run(async () => {
      const mute: Transport = {
        request: (request) =>
          world.server.transport.request({ ...request, path: request.path.replace('allowWatchBookmarks=true&', '') }),
      };
      await using run = new ReflectorRun({
        host: world.host,
        source: world.source({ transport: mute, supportsStreaming: false }),
      }).start();
      await world.host.sleep(60 * 60_000);
      expect(run.failures()).toEqual([]);
    });
    expect(world.requests.length).toBeLessThan(14); // one list, and a watch every five to ten minutes
  });

  test('a busy process does not take its own delay for silence: pending input is read before the stream is cut', async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const host = new VirtualHost({ seed });
      const watch = new Channel(bookmark('2'));
      const script = new ScriptedSource({ lists: [() => listAt('1')], watches: [() => watch] });
      await using run = new ReflectorRun({ host, source: script.source }).start();
      await host.settle();
      for (let time = 1; time < 5; time += 1) {
        host.clock.setTimer(75_000, () => watch.send(bookmark(`${2 + time}`))); // at the very moment at which patience ends
        await run.pass(75_000);
      }
      expect(run.failures()).toEqual([]);
    }
  });
});

describe('a store that is being listed anew', () => {
  test('is never empty, and a creation meanwhile is not lost', async () => {
    await using world = await World.start();
    await world.host.run(async () => {
      for (const name of ['a', 'b', 'c']) await world.put(name);
      await using run = new ReflectorRun({ host: world.host, source: world.source() }).start();
      await run.reflector.synced(run.signal);
      const sizes: number[] = [];
      run.reflector.subscribe(() => sizes.push(run.store.objects.size));

      world.spoil({ verbs: ['list', 'watch'], effect: { type: 'latency', ms: 3000 } });
      world.server.compact();
      world.spoil({ verbs: ['watch'], times: 1, effect: { type: 'status', code: 410 } });
      const relisted = new Promise<void>((resolve) => {
        run.reflector.subscribe((notice) => notice.type === 'synced' && resolve());
      });
      const restored = world.server.snapshot();
      world.server.restore(restored); // every watch has lost its place
      await world.host.sleep(1000);
      await world.put('d');
      await relisted;
      await catchUp(world, run);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(3);
    });
  });

  test('keeps the very objects that did not change, and parses nothing', async () => {
    await using world = await World.start();
    await world.host.run(async () => {
      for (let nth = 0; nth < 20; nth += 1) await world.put(`n${nth}`);
      for (const supportsStreaming of [true, false]) {
        const decoded: string[] = [];
        await using run = new ReflectorRun({
          host: world.host,
          source: world.source({ supportsStreaming }),
          transform: (object) => {
            decoded.push(object.metadata.name ?? '');
            return object;
          },
        }).start();
        await run.reflector.synced(run.signal);
        const before = new Map(run.store.objects);
        decoded.length = 0;

        await world.put('n7');
        world.server.restore(world.server.snapshot());
        await world.host.sleep(60_000);
        await catchUp(world, run);

        expect(run.of('synced').length).toBeGreaterThan(1);
        expect(new Set(decoded)).toEqual(new Set(['n7']));
        const same = [...run.store.objects].filter(([name, object]) => before.get(name) === object);
        expect(same).toHaveLength(before.size - 1);
      }
    });
  });
});

test('keeping one listed object does not keep the others in memory · RE-26', async () => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  await using world = await World.start();
  await world.host.run(async () => {
    for (let nth = 0; nth < 50; nth += 1) await world.put(`n${nth}`);
    await using run = new ReflectorRun({
      host: world.host,
      source: world.source({ supportsStreaming: false }),
    }).start();
    await run.reflector.synced(run.signal);
    const kept = run.store.objects.get('n7');
    const others = [...run.store.objects].flatMap(([name, object]) => (name === 'n7' ? [] : [new WeakRef(object)]));
    await run.stop();
    run.store.objects.clear();
    const left = (): number => others.filter((other) => other.deref() !== undefined).length;
    for (let time = 0; time < 10 && left() > 0; time += 1) {
      await world.host.sleep(1); // what was looked at lives until the end of the turn
      if (typeof collect === 'function') collect();
    }
    expect(kept?.metadata.name).toBe('n7');
    expect(left()).toBe(0);
  });
});

describe('a kind that comes and goes', () => {
  const Website = defineKind<KubeObject, 'Namespaced'>({
    group: 'web.example.com',
    version: 'v1',
    kind: 'Website',
    plural: 'websites',
    scope: 'Namespaced',
  });
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'websites.web.example.com' },
    spec: {
      group: 'web.example.com',
      scope: 'Namespaced',
      names: { plural: 'websites', singular: 'website', kind: 'Website', listKind: 'WebsiteList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  };
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

  test('is missing, which who waits hears at once; heals when it comes; and is missing again when it goes', async () => {
    await using world = await World.start();
    await world.host.run(
      async () => {
        const source = kindListerWatcher({ transport: world.server.transport, kind: Website });
        await using run = new ReflectorRun({ host: world.host, source }).start();
        await expect(run.reflector.synced(run.signal)).rejects.toMatchObject({ code: 'REEVE_NOT_FOUND' });
        expect(run.reflector.state).toMatchObject({ type: 'backingOff', problem: 'missing', next: 'list' });

        await world.ask('POST', definitions, definition);
        await world.host.sleep(90_000);
        expect(run.reflector.state.type).toBe('watching');
        await run.reflector.synced(run.signal);
        const path = Website.path({ namespace });
        await world.ask('POST', path, {
          apiVersion: 'web.example.com/v1',
          kind: 'Website',
          metadata: { name: 'blog' },
        });
        await world.host.sleep(1000);
        expect(run.store.names()).toEqual(['blog']);

        await world.ask('DELETE', `${path}/blog`);
        await world.ask('DELETE', `${definitions}/websites.web.example.com`);
        await world.host.sleep(15 * 60_000);
        expect(run.reflector.state).toMatchObject({ type: 'backingOff', problem: 'missing' });

        await world.ask('POST', definitions, definition);
        await world.host.sleep(90_000);
        expect(run.reflector.state.type).toBe('watching');
      },
      { maxSteps: 1_000_000 },
    );
  });

  for (const [code, problem, error] of [
    [403, 'forbidden', 'REEVE_FORBIDDEN'],
    [401, 'unauthorized', 'REEVE_UNAUTHORIZED'],
  ] as const) {
    test(`a refusal with ${code} is named at once, and heals by itself`, async () => {
      await using world = await World.start();
      await world.host.run(async () => {
        const heal = world.spoil({ effect: { type: 'status', code } });
        await using run = new ReflectorRun({ host: world.host, source: world.source() }).start();
        await expect(run.reflector.synced(run.signal)).rejects.toMatchObject({ code: error });
        expect(run.reflector.state).toMatchObject({ type: 'backingOff', problem });

        heal();
        await world.host.sleep(5000);
        await run.reflector.synced(run.signal);
      });
    });
  }
});

describe('selectors and views', () => {
  test('labels and fields are asked for in lists and watches', async () => {
    await using world = await World.start();
    await world.host.run(async () => {
      await world.put('a', { app: 'shop' });
      await world.put('b', { app: 'other' });
      for (const supportsStreaming of [true, false]) {
        const source = world.source({ labels: 'app=shop', fields: 'metadata.name!=c', supportsStreaming });
        await using run = new ReflectorRun({ host: world.host, source }).start();
        await run.reflector.synced(run.signal);
        expect(run.store.names()).toEqual(['a']);
        await world.put('c', { app: 'shop' });
        await world.put('b', { app: 'shop' });
        await world.host.sleep(1000);
        expect(run.store.names()).toEqual(['a', 'b']);
        await world.put('b', { app: 'other' });
        await world.host.sleep(1000);
        expect(run.store.names()).toEqual(['a']);
      }
    });
  });

  test('metadata alone is asked for and kept, as objects of the kind', async () => {
    await using world = await World.start();
    await world.host.run(async () => {
      await world.put('a', { app: 'shop' });
      for (const supportsStreaming of [true, false]) {
        const source = world.source({ metadataOnly: true, supportsStreaming });
        await using run = new ReflectorRun({ host: world.host, source }).start();
        await run.reflector.synced(run.signal);
        await world.put('b');
        await world.host.sleep(1000);

        for (const object of run.store.objects.values()) {
          expect(Object.keys(object).toSorted()).toEqual(['apiVersion', 'kind', 'metadata']);
          expect(object).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
        }
        expect(run.store.names()).toContain('b');
        await world.remove('b');
      }
    });
  });

  test('pages are read to the end', async () => {
    await using world = await World.start();
    await world.host.run(async () => {
      for (let nth = 0; nth < 70; nth += 1) await world.put(`n${nth}`);
      const uncached: Transport = {
        request: (request) =>
          world.server.transport.request({ ...request, path: request.path.replace('resourceVersion=0&', '') }),
      };
      const source = world.source({ supportsStreaming: false, transport: uncached });
      await using run = new ReflectorRun({ host: world.host, source, pageSize: 30 }).start();
      await run.reflector.synced(run.signal);
      expect(Object.keys(mirror(run))).toHaveLength(70);
    });
    expect(world.requests.filter((request) => request.startsWith('list'))).toHaveLength(3);
  });
});

test('a jump of the wall clock is not noticed', async () => {
  await using world = await World.start();
  await world.host.run(async () => {
    await using run = new ReflectorRun({ host: world.host, source: world.source() }).start();
    await run.reflector.synced(run.signal);
    for (const jump of [3_600_000, -7_200_000]) {
      world.host.clock.jump(jump);
      await world.put(`after${jump}`);
      await catchUp(world, run);
    }
    expect(run.failures()).toEqual([]);
  });
});

test('the answer to a list that is an error page of a proxy is no list', async () => {
  const transport: Transport = {
    request: async () => ({ status: 200, headers: {}, body: text('<html>not here</html>') }),
  };
  const source = kindListerWatcher({ transport, kind: ConfigMap, supportsStreaming: false });
  await using run = new ReflectorRun({ source });
  await expect(run.cycle()).rejects.toMatchObject({ code: 'REEVE_STREAM_DECODING' });
});

/** A transport whose watches can stop bringing anything, as behind a firewall that forgot them. */
class BlackHole implements Transport {
  readonly #transport: Transport;
  #generation = 0;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Watches that are open bring nothing any more; new ones do. */
  swallow(): void {
    this.#generation += 1;
  }

  async request(request: Parameters<Transport['request']>[0]) {
    const response = await this.#transport.request(request);
    return request.path.includes('watch=true') ? { ...response, body: this.#through(response.body) } : response;
  }

  async *#through(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
    const born = this.#generation;
    for await (const chunk of body) {
      if (born !== this.#generation) await new Promise<never>(() => {});
      yield chunk;
    }
  }
}

// oxlint-disable-next-line require-yield
async function* nothing(): AsyncGenerator<Uint8Array, void, void> {}

async function* text(words: string): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.from(words);
}
