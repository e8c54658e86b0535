import { ApiServer } from '@reeve/apiserver';
import { expect, test } from 'vitest';
import { ask } from '../server/talk.ts';

test('a definition without versions that keeps unknown fields is refused, not mistaken for a bug', async () => {
  await using server = await ApiServer.start();
  const { status, body } = await ask(
    server.transport,
    'POST',
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    {
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        preserveUnknownFields: true,
      },
    },
  );
  expect(status).toBe(422);
  expect(body['message']).toContain('must have exactly one version marked as storage version');
});
