/**
 * What every `Transport` does, whatever is behind it. Each file beside this one runs the cases over another way to a server.
 */
import type { Transport, TransportResponse } from '@reeve/machinery';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A way to a server, and the means to let go of it. */
export interface OpenTransport {
  readonly transport: Transport;
  close(): Promise<void>;
}

const namespace = 'transport-conformance';
const configMaps = `/api/v1/namespaces/${namespace}/configmaps`;

/** Runs the cases. */
export const transportConformance = (name: string, open: () => Promise<OpenTransport>): void => {
  describe(`a transport ${name}`, () => {
    let opened: OpenTransport;
    const request: Transport['request'] = (options) => opened.transport.request(options);

    beforeAll(async () => {
      opened = await open();
      await request(
        post('/api/v1/namespaces', { kind: 'Namespace', apiVersion: 'v1', metadata: { name: namespace } }),
      ).then(text);
    });

    afterAll(async () => {
      await request({ method: 'DELETE', path: `/api/v1/namespaces/${namespace}` }).then(text);
      await opened.close();
    });

    const create = (mapName: string, data: Record<string, string> = {}) =>
      request(post(configMaps, { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: mapName }, data })).then(text);

    test('gives status, headers in lower case and the whole body', async () => {
      const response = await request({ method: 'GET', path: '/version' });
      expect(response.status).toBe(200);
      expect(response.headers['content-type']).toBe('application/json');
      expect(JSON.parse(await text(response))).toHaveProperty('gitVersion');
    });

    test('gives a refusal as an answer, not as an error', async () => {
      const response = await request({ method: 'GET', path: `${configMaps}/absent` });
      expect(response.status).toBe(404);
      expect(JSON.parse(await text(response))).toMatchObject({ kind: 'Status', reason: 'NotFound' });
    });

    test('sends a body byte for byte, and a query as it is written', async () => {
      await create('bytes', { text: 'Grüße, 世界 \u{1f600}' });
      const path = `${configMaps}?fieldSelector=metadata.name%3Dbytes`;
      const list = JSON.parse(await text(await request({ method: 'GET', path }))) as { items: { data: unknown }[] };
      expect(list.items.map(({ data }) => data)).toEqual([{ text: 'Grüße, 世界 \u{1f600}' }]);
    });

    test('answers many requests at once, each with its own answer', async () => {
      const names = Array.from({ length: 20 }, (_, at) => `many-${at}`);
      await Promise.all(names.map((mapName) => create(mapName)));
      const found = await Promise.all(
        names.map(async (mapName) =>
          JSON.parse(await text(await request({ method: 'GET', path: `${configMaps}/${mapName}` }))),
        ),
      );
      expect(found.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(names);
    });

    test('carries an answer of megabytes in full', async () => {
      const data = { blob: 'x'.repeat(900_000) };
      await Promise.all(['large-1', 'large-2', 'large-3', 'large-4'].map((mapName) => create(mapName, data)));
      const body = await text(await request({ method: 'GET', path: configMaps }));
      const { items } = JSON.parse(body) as { items: { data?: { blob?: string } }[] };
      expect(items.filter((item) => item.data?.blob?.length === 900_000)).toHaveLength(4);
    });

    test('gives the head of a stream before anything has happened, and its events as they come', async () => {
      const response = await request({
        method: 'GET',
        path: `${configMaps}?watch=true&fieldSelector=metadata.name%3Dstreamed`,
      });
      expect(response.status).toBe(200);
      const events = response.body[Symbol.asyncIterator]();
      const first = events.next();
      await create('streamed');
      expect(Buffer.from((await first).value as Uint8Array).toString()).toContain('"ADDED"');
      await events.return?.();
    });

    test('ends the request when the reader stops early · LW-5', async () => {
      const response = await request({ method: 'GET', path: `${configMaps}?watch=true&sendInitialEvents=false` });
      const events = response.body[Symbol.asyncIterator]();
      const waiting = events.next().then(
        () => 'ended',
        () => 'ended',
      );
      await events.return?.();
      await create('after-the-break');
      expect(await waiting).toBe('ended');
      expect((await events.next()).done).toBe(true);
    });

    test('rejects with the reason of a signal that is aborted already, and sends nothing · LW-5', async () => {
      const reason = new Error('too late');
      const asked = request({
        ...post(configMaps, { metadata: { name: 'unsent' } }),
        signal: AbortSignal.abort(reason),
      });
      await expect(asked).rejects.toBe(reason);
      const response = await request({ method: 'GET', path: `${configMaps}/unsent` });
      await text(response);
      expect(response.status).toBe(404);
    });

    test('an abort ends a stream with its reason · LW-4 · LW-5', async () => {
      const abort = new AbortController();
      const response = await request({
        method: 'GET',
        path: `${configMaps}?watch=true&resourceVersion=0`,
        signal: abort.signal,
      });
      const reason = new Error('enough');
      const read = text(response);
      abort.abort(reason);
      await expect(read).rejects.toBe(reason);
    });

    test('an abort after the end changes nothing', async () => {
      const abort = new AbortController();
      const response = await request({ method: 'GET', path: '/version', signal: abort.signal });
      const body = await text(response);
      abort.abort(new Error('late'));
      expect(body).toContain('gitVersion');
    });

    test('a HEAD has no body', async () => {
      const response = await request({ method: 'HEAD', path: '/healthz' });
      expect(await text(response)).toBe('');
    });
  });
};

const post = (path: string, object: object) => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(object)),
});

const text = async ({ body }: TransportResponse): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};
