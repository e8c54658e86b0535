import { describe, expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { ask } from '../server/talk.ts';

const nested: Record<string, string> = {
  'lists in flow style': '['.repeat(100_000),
  'lists in block style': '- '.repeat(200_000),
  'maps in flow style': '{a: '.repeat(100_000),
};
const doors: Record<string, { method: string; path: string; type: string }> = {
  'a new object': { method: 'POST', path: '/api/v1/namespaces/default/configmaps', type: 'application/yaml' },
  'an apply': {
    method: 'PATCH',
    path: '/api/v1/namespaces/default/configmaps/x?fieldManager=a',
    type: 'application/apply-patch+yaml',
  },
};

describe('YAML that is nested without end', () => {
  for (const [what, text] of Object.entries(nested)) {
    for (const [door, { method, path, type }] of Object.entries(doors)) {
      test(`is refused, and the server lives on: ${what} in ${door}`, async () => {
        await using server = await ApiServer.start();
        const headers = { 'content-type': type };
        const { status } = await server.transport.request({ method, path, headers, body: Buffer.from(text) });
        expect(status).toBe(400);
        expect((await server.transport.request({ method: 'GET', path: '/readyz' })).status).toBe(200);
      });
    }
  }
});

const withKeys = (count: number) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n${Array.from({ length: count }, (_, n) => `  k${n}: v${n}\n`).join('')}`;
const withAnchors = (count: number) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n${Array.from({ length: count }, (_, n) => `  k${n}: &a${n} v\n`).join('')}`;

describe('YAML with very many nodes', () => {
  for (const [door, { method, path, type }] of Object.entries(doors)) {
    const send = async (server: ApiServer, body: string) =>
      ask(server.transport, method, path, body, { 'content-type': type });

    test.each([
      ['keys', withKeys(100_000)],
      ['anchors', withAnchors(100_000)],
    ])(`${door} of YAML with 100,000 %s is refused with advice`, async (_what, body) => {
      await using server = await ApiServer.start();
      const { status, text } = await send(server, body);
      expect(status).toBe(400);
      expect(text).toContain('more than 600000 tokens: send it as JSON');
    });

    // Where each key is compared with all others this takes more than half a minute.
    test(
      `${door} of YAML with 50,000 keys is read, and names the key that is there twice`,
      { timeout: 30_000 },
      async () => {
        await using server = await ApiServer.start();
        const { status, headers } = await send(server, `${withKeys(50_000)}  k7: again\n`);
        expect(status).toBe(201);
        expect(String(headers['warning'])).toContain('already set in map');
        expect(String(headers['warning'])).toContain('k7');
        expect((await send(server, withKeys(50_000))).status).toBe(method === 'POST' ? 409 : 200);
      },
    );
  }
});
