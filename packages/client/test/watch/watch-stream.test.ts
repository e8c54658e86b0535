import { ConfigMap } from '@reeve/kinds/core/v1';
import { Client } from '@reeve/client';
import { describe, expect, test } from 'vitest';
import { inVirtualWorld } from '../virtual-server.ts';
import { ScriptedTransport, cutAfter, type Scripted } from '../scripted-transport.ts';

const line = (type: string, object: object): string => `${JSON.stringify({ type, object })}\n`;
const added = (name: string): string => line('ADDED', { metadata: { name, resourceVersion: '5' } });
const watching = (answer: Scripted) => {
  const transport = new ScriptedTransport(() => answer);
  return { transport, client: new Client({ transport }) };
};

const namesUntilEnd = async (client: Client): Promise<string[]> => {
  const names: string[] = [];
  for await (const { object } of client.watch(ConfigMap)) names.push(object.metadata.name ?? '');
  return names;
};

describe('a watch', () => {
  test('yields the same events wherever the connection cut its bytes', async () => {
    const bytes = Buffer.from(added('grüße') + added('世界'));
    for (let at = 0; at <= bytes.length; at += 1) {
      const { client } = watching({ chunks: [bytes.subarray(0, at), bytes.subarray(at)] });
      expect(await namesUntilEnd(client)).toEqual(['grüße', '世界']);
    }
  });

  test('fills in apiVersion and kind, and keeps integers beyond 2^53 · LW-6', async () => {
    const text = '{"type":"MODIFIED","object":{"metadata":{"name":"x"},"n":9007199254740993}}\n';
    const { client } = watching({ chunks: [Buffer.from(text)] });
    for await (const event of client.watch(ConfigMap)) {
      expect(event).toEqual({
        type: 'MODIFIED',
        object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, n: 9_007_199_254_740_993n },
      });
    }
  });

  test('throws ERROR events as the errors they stand for: 410 is an ExpiredError', async () => {
    const status = {
      apiVersion: 'v1',
      kind: 'Status',
      status: 'Failure',
      reason: 'Expired',
      code: 410,
      message: 'too old',
    };
    const { client } = watching({ chunks: [Buffer.from(added('a') + line('ERROR', status))] });
    const names: string[] = [];
    const reading = (async () => {
      for await (const { object } of client.watch(ConfigMap)) names.push(object.metadata.name ?? '');
    })();
    await expect(reading).rejects.toMatchObject({ code: 'REEVE_EXPIRED', name: 'ExpiredError' });
    expect(names).toEqual(['a']);
  });

  test.each([
    ['is cut in an object', { chunks: cutAfter(added('a'), '{"type":"ADD') }, 'REEVE_RESPONSE_CUT'],
    ['ends in an object', { chunks: [Buffer.from('{"type":"ADD')] }, 'REEVE_RESPONSE_CUT'],
    ['sends broken JSON', { chunks: [Buffer.from('{"type":]\n')] }, 'REEVE_UNREADABLE_ANSWER'],
    ['sends what is no event', { chunks: [Buffer.from('{"kind":"Pod"}\n')] }, 'REEVE_UNREADABLE_ANSWER'],
    ['sends an ERROR without a Status', { chunks: [Buffer.from(line('ERROR', { x: 1 }))] }, 'REEVE_UNREADABLE_ANSWER'],
    ['is a page of a proxy', { headers: { 'content-type': 'text/html' }, text: '<html>' }, 'REEVE_UNREADABLE_ANSWER'],
    ['is refused', { status: 403, json: {} }, 'REEVE_FORBIDDEN'],
  ] satisfies [string, Scripted, string][])('that %s throws a typed error', async (_how, answer, code) => {
    await expect(namesUntilEnd(watching(answer).client)).rejects.toMatchObject({ code });
  });

  test('asks for bookmarks unless told otherwise, and ignores limit and continue · CR-91', async () => {
    const { client, transport } = watching({ chunks: [] });
    const options = { limit: 5, continue: 'token', labels: { a: 'b' }, timeoutSeconds: 9 };
    for await (const _ of client.watch(ConfigMap, options)) break;
    for await (const _ of client.watch(ConfigMap, {
      allowBookmarks: false,
      sendInitialEvents: true,
      resourceVersion: '7',
    }))
      break;
    expect(transport.requests.map(({ path }) => path)).toEqual([
      '/api/v1/configmaps?watch=true&labelSelector=a%3Db&timeoutSeconds=9&allowWatchBookmarks=true',
      '/api/v1/configmaps?watch=true&resourceVersion=7&sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
    ]);
  });

  test('sends nothing before somebody asks for an event, or opens it', async () => {
    const { client, transport } = watching({ chunks: [] });
    const watch = client.watch(ConfigMap);
    expect(transport.requests).toHaveLength(0);
    await watch.open();
    expect(transport.requests).toHaveLength(1);
    await watch.return();
  });

  test('closes the connection when the consumer leaves the loop, and a slow consumer is not read ahead of', async () => {
    const progress = { read: 0, isClosed: false };
    const chunks = (async function* () {
      try {
        for (;;) {
          progress.read += 1;
          yield Buffer.from(added(`n${progress.read}`));
        }
      } finally {
        progress.isClosed = true;
      }
    })();
    const { client } = watching({ chunks });
    for await (const { object } of client.watch(ConfigMap)) if (object.metadata.name === 'n3') break;
    expect(progress).toEqual({ read: 3, isClosed: true });
  });

  test('ends without an error when it is aborted, also in the middle of waiting · LW-5', async () => {
    await inVirtualWorld(async ({ client }) => {
      const abort = new AbortController();
      const watch = client.watch(ConfigMap, { signal: abort.signal });
      await watch.open();
      const next = watch.next();
      abort.abort();
      expect(await next).toEqual({ done: true, value: undefined });
    });
  });

  test('that is disposed of while it waits ends at once', async () => {
    await inVirtualWorld(async ({ client }) => {
      const watch = await client.watch(ConfigMap).open();
      const next = watch.next();
      await watch[Symbol.asyncDispose]();
      expect(await next).toEqual({ done: true, value: undefined });
    });
  });

  test('is told by the server when its version is too old', async () => {
    await inVirtualWorld(async ({ client, server }) => {
      const { metadata } = await client.list(ConfigMap);
      for (const name of ['a', 'b']) await client.create(ConfigMap, { metadata: { name, namespace: 'default' } });
      server.compact();
      const watch = client.watch(ConfigMap, { resourceVersion: metadata.resourceVersion });
      await expect(watch.next()).rejects.toMatchObject({ code: 'REEVE_EXPIRED' });
    });
  });

  test('that a fault cuts in an object throws, and nothing half comes out', async () => {
    await inVirtualWorld(async ({ client, server }) => {
      await client.create(ConfigMap, { metadata: { name: 'a', namespace: 'default' } });
      server.faults.add({ verbs: ['watch'], effect: { type: 'cut', afterBytes: 30 } });
      await expect(namesUntilEnd(client)).rejects.toMatchObject({ code: 'REEVE_RESPONSE_CUT' });
    });
  });
});
