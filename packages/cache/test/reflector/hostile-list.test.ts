/** Lists of a server, or of something in front of it, that do not end or are something else. */
import { createServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { kindListerWatcher, Reflector } from '@reeve/cache';
import { connect } from '@reeve/client';
import { nodeHost, VirtualHost, type Transport } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ByteSource, endless, eventText, listText } from './byte-source.ts';
import { RecordingStore } from './recording-store.ts';
import { ReflectorRun } from './reflector-run.ts';
import { Channel, ScriptedSource, Thing, listAt, refusal, thing } from './script.ts';

const MIB = 1024 * 1024;

describe('a list without end', () => {
  const beginning = '{"apiVersion":"example.com/v1","kind":"ThingList","metadata":{"resourceVersion":"1"}';
  const cases = {
    'text in front of the items': [`${beginning},"note":"`, 'x', 6 * MIB],
    'fields in front of the items': [beginning, ',"a":1', 10 * MIB],
    'text behind the items': [`${beginning},"items":[],"note":"`, 'x', 6 * MIB],
    'text inside of an item': [`${beginning},"items":[{"metadata":{"name":"`, 'x', 66 * MIB],
    'spaces between items': [`${beginning},"items":[`, ' ', 514 * MIB],
  } as const;
  for (const [what, [begin, again, most]] of Object.entries(cases)) {
    test(`a list with endless ${what} is refused after ${most / MIB} MiB at the latest`, async () => {
      const bytes = new ByteSource({ lists: [() => endless(begin, again)] });
      await using run = new ReflectorRun({ source: bytes.source, pageSize: 500 });

      await expect(run.cycle()).rejects.toMatchObject({ code: 'REEVE_ANSWER_LIMIT' });
      expect(bytes.sent / bytes.lists.length).toBeLessThanOrEqual(most);
      expect(run.store.log).toEqual([]);
    });
  }

  test('a list that is longer than 512 MiB in one response is asked for once more in pages', async () => {
    const bytes = new ByteSource({
      lists: [() => [listText('1')], () => endless(`${beginning},"items":[`, ' '), () => [listText('9', ['a'])]],
      watches: [() => [eventText('ERROR', refusal(500, 'InternalError').object)], () => []],
    });
    await using run = new ReflectorRun({ source: bytes.source }).start();
    await run.pass(10_000);

    expect(bytes.lists.map(({ limit, resourceVersion }) => [resourceVersion, limit])).toEqual([
      ['0', 500],
      ['1', 0],
      ['', 500],
    ]);
    expect(run.store.names()).toEqual(['a']);
  });
});

test('a compressed list of a few kilobytes that becomes endless text is refused by its length after decompression', async () => {
  const beginning = '{"apiVersion":"example.com/v1","kind":"ThingList","metadata":{"resourceVersion":"1"},"note":"';
  const body = gzipSync(beginning + 'x'.repeat(100 * MIB));
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(Buffer.concat([Buffer.from(head), body])));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo; // it listens on TCP
    await using cluster = connect({ server: `http://127.0.0.1:${port}` });
    const source = kindListerWatcher({ transport: cluster.transport, kind: Thing, supportsStreaming: false });
    const store = new RecordingStore();
    const reflector = new Reflector({ host: nodeHost(), source, store });

    await expect(reflector.listAndWatch(new AbortController().signal)).rejects.toMatchObject({
      code: 'REEVE_ANSWER_LIMIT',
      part: 'aroundItems',
    });
    expect(store.log).toEqual([]);
  } finally {
    server.close();
  }
});

describe('a refusal without end', () => {
  for (const verb of ['list', 'watch'] as const) {
    test(`a refusal of a ${verb} whose body does not end is told by its status after 4 MiB`, async () => {
      let sent = 0;
      async function* body(): AsyncGenerator<Uint8Array> {
        for (;;) {
          sent += MIB;
          yield Buffer.alloc(MIB, 'x');
        }
      }
      const transport: Transport = {
        request: async () => ({ status: 500, headers: {}, body: body() }),
      };
      const source = kindListerWatcher({ transport, kind: Thing });
      const asked =
        verb === 'list'
          ? source.list({ resourceVersion: '0' }, new AbortController().signal)
          : source.watch(
              { resourceVersion: '1', allowWatchBookmarks: true, timeoutSeconds: 300 },
              new AbortController().signal,
            );

      await expect(asked).rejects.toMatchObject({ code: 'REEVE_INTERNAL_ERROR', httpStatus: 500 });
      expect(sent).toBeLessThanOrEqual(5 * MIB);
    });
  }
});

describe('a list whose pages do not end', () => {
  const tenMinutes = 10 * 60_000;
  test('a list that repeats its continue token is refused, and asked for again with a back-off', async () => {
    const host = new VirtualHost();
    const script = new ScriptedSource({ lists: [async () => (await host.sleep(1), listAt('1', ['a'], 'again'))] });
    await using run = new ReflectorRun({ host, source: script.source }).start();
    await run.pass(tenMinutes);

    expect(script.lists.length).toBeLessThan(3 * 60);
    expect(run.failures()[0]).toMatchObject({ code: 'REEVE_PAGINATION' });
    expect(run.store.log).toEqual([]);
  });

  test('a list of empty pages with ever new tokens is refused after the third, and asked for again with a back-off', async () => {
    const host = new VirtualHost();
    const script = new ScriptedSource({
      lists: [async () => (await host.sleep(1), listAt('1', [], `token-${script.lists.length}`))],
    });
    await using run = new ReflectorRun({ host, source: script.source }).start();
    await run.pass(tenMinutes);

    expect(script.lists.length).toBeLessThan(4 * 60);
    expect(run.failures()[0]).toMatchObject({ code: 'REEVE_PAGINATION' });
    expect(run.store.log).toEqual([]);
  });

  test('pages of one object each, and an empty one between them, are a list', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const script = new ScriptedSource({
      lists: [
        ...names.map((name, nth) => () => listAt('1', [name], `token-${nth}`)),
        () => listAt('1', [], 'nearly'),
        () => listAt('1', ['e']),
      ],
      watches: [() => new Channel()],
    });
    await using run = new ReflectorRun({ source: script.source }).start();
    await run.host.settle();

    expect(run.store.log).toEqual(['replace a,b,c,d,e @1']);
  });

  test('a list whose second page is always expired, and whose whole answer is a page again, is asked for again with a back-off', async () => {
    const host = new VirtualHost();
    const script = new ScriptedSource({
      lists: [
        async ({ continue: token }) => {
          await host.sleep(1);
          if (token === undefined) return listAt('1', ['a'], `token-${script.lists.length}`);
          return { apiVersion: 'v1', kind: 'Status', code: 410 } as never;
        },
      ],
    });
    const { list } = script.source;
    const source = {
      ...script.source,
      list: async (...args: Parameters<typeof list>) => {
        const answer = await list(...args);
        if ('list' in answer && answer.list.kind === 'Status') throw expired();
        return answer;
      },
    };
    await using run = new ReflectorRun({ host, source }).start();
    await run.pass(tenMinutes);

    expect(script.lists.length).toBeLessThan(4 * 60);
    expect(run.failures().at(-1)).toMatchObject({ code: 'REEVE_PAGINATION' });
    expect(run.store.log).toEqual([]);
  });
});

const expired = (): Error =>
  Object.assign(new Error('the token has expired'), {
    code: 'REEVE_EXPIRED',
    reason: 'Expired',
    httpStatus: 410,
    status: {},
    causes: [],
    retryAfterMs: undefined,
  });

describe('a relist that is answered by something else', () => {
  const cases = {
    'a list of another kind':
      '{"apiVersion":"example.com/v1","kind":"OtherList","metadata":{"resourceVersion":"9"},"items":[]}',
    'a list of another group': '{"apiVersion":"v1","kind":"ThingList","metadata":{"resourceVersion":"9"},"items":[]}',
    'null items of no kind': '{"items":null}',
    'null items of another kind':
      '{"apiVersion":"v1","kind":"SecretList","metadata":{"resourceVersion":"9"},"items":null}',
    'a list without a kind': '{"metadata":{"resourceVersion":"9"},"items":[]}',
    'a list without a resource version': '{"apiVersion":"example.com/v1","kind":"ThingList","metadata":{},"items":[]}',
    'a list that has its items twice': `{"apiVersion":"example.com/v1","kind":"ThingList","metadata":{"resourceVersion":"9"},"items":[],"items":[${JSON.stringify(thing('a', '1'))}]}`,
    'a list that has its items twice, null at last': `{"apiVersion":"example.com/v1","kind":"ThingList","metadata":{"resourceVersion":"9"},"items":[],"items":null}`,
    'a list whose items have an escaped name': `{"apiVersion":"example.com/v1","kind":"ThingList","metadata":{"resourceVersion":"9"},"item\\u0073":[${JSON.stringify(thing('a', '1'))}]}`,
  };
  for (const [what, text] of Object.entries(cases)) {
    test(`${what} does not empty the store`, async () => {
      const bytes = new ByteSource({
        lists: [() => [listText('5', ['a'])], () => [text]],
        watches: [() => [eventText('ERROR', refusal(500, 'InternalError').object)]],
      });
      await using run = new ReflectorRun({ source: bytes.source }).start();
      await run.pass(60_000);

      expect(bytes.lists.length).toBeGreaterThan(2);
      expect(run.store.log).toEqual(['replace a @5']);
      expect(run.failures().at(-1)).toMatchObject({
        code: expect.stringMatching(/^REEVE_(UNEXPECTED_OBJECT|STREAM_DECODING)$/),
      });
    });
  }

  test('null in place of items is an empty list of the kind, as Go programs write it', async () => {
    const empty = '{"apiVersion":"example.com/v1","kind":"ThingList","metadata":{"resourceVersion":"9"},"items":null}';
    const bytes = new ByteSource({
      lists: [() => [listText('5', ['a'])], () => [empty]],
      watches: [() => [eventText('ERROR', refusal(500, 'InternalError').object)], () => []],
    });
    await using run = new ReflectorRun({ source: bytes.source }).start();
    await run.pass(60_000);

    expect(run.store.log).toEqual(['replace a @5', 'replace  @9']);
  });

  test('a server that does not know PartialObjectMetadata may answer with the list of the kind, and one that does with its own', async () => {
    const partial =
      '{"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadataList","metadata":{"resourceVersion":"9"},"items":[]}';
    for (const text of [partial, listText('9')]) {
      const bytes = new ByteSource({ lists: [() => [text]], watches: [() => []] });
      await using run = new ReflectorRun({ source: { ...bytes.source, metadataOnly: true } }).start();
      await run.host.settle();
      expect(run.store.log).toEqual(['replace  @9']);
    }
  });
});
