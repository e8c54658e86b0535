/**
 * Answers as they come off a socket: in one piece, in two, late, and broken off.
 */
import { Client, socketTransport } from '@reeve/client';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { nodeHost, type Transport } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { answering, failureOf, http, type Peer } from '../transport/harness.ts';

const object = JSON.stringify({ metadata: { name: 'blog' }, data: { text: 'Grüße' } });
const answer = Buffer.from(http(200, object, { 'content-type': 'application/json' }));
const whole = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'blog' }, data: { text: 'Grüße' } };

const to = ({ host }: Peer) => socketTransport({ clock: nodeHost().clock, server: `http://${host}` });
const get = (transport: Transport): Promise<unknown> => new Client({ transport }).get(ConfigMap, 'default/blog');

describe('an answer', () => {
  test('that comes in one piece is the object', async () => {
    await using peer = await answering(() => answer);
    await using transport = to(peer);
    expect(await get(transport)).toEqual(whole);
  });

  test.each([answer.length - 1, answer.indexOf('ü') + 1, answer.indexOf('{')])(
    'whose bytes after %i come when its head has been seen is the whole object',
    async (at) => {
      let goOn = (): void => {};
      await using peer = await answering((_request, socket) => {
        goOn = () => socket.write(answer.subarray(at));
        return answer.subarray(0, at);
      });
      await using transport = to(peer);
      const slow: Transport = {
        async request(request) {
          const response = await transport.request(request);
          goOn();
          return response;
        },
      };
      expect(await get(slow)).toEqual(whole);
    },
  );

  test('that broke off before anybody looked at it is an error, not half an object', async () => {
    const longer = http(200, object, { 'content-type': 'application/json', 'content-length': '9999' });
    await using peer = await answering((_request, socket) => void socket.end(longer));
    await using transport = to(peer);
    const late: Transport = {
      async request(request) {
        const response = await transport.request(request);
        await expect.poll(() => peer.open).toBe(0);
        return response;
      },
    };
    expect(await failureOf(get(late))).toMatchObject({ code: 'REEVE_RESPONSE_CUT' });
  });

  test('whose headers come more than once counts by the first content type, and tells all warnings', async () => {
    const headers =
      'content-type: application/json\r\ncontent-type: text/html\r\nWarning: 299 - "a"\r\nWARNING: 299 - "b"';
    const text = `HTTP/1.1 200 OK\r\n${headers}\r\ncontent-length: ${Buffer.byteLength(object)}\r\n\r\n${object}`;
    await using peer = await answering(() => text);
    await using transport = to(peer);
    const told: string[] = [];
    const client = new Client({ transport, onWarning: (warning) => told.push(warning.text) });
    expect(await client.get(ConfigMap, 'default/blog')).toEqual(whole);
    expect(told).toEqual(['a', 'b']);
  });
});
