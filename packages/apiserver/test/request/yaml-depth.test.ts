import { describe, expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';

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
