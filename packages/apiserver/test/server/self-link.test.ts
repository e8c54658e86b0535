import { ApiServer } from '@reeve/apiserver';
import { expect, test } from 'vitest';
import { ask } from './talk.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';

test('neither objects nor lists have a selfLink, whatever a client sends · M11', async () => {
  await using server = await ApiServer.start();
  const made = await ask(server.transport, 'POST', configMaps, {
    metadata: { name: 'a', selfLink: '/somewhere' },
  });
  expect(made.status).toBe(201);
  for (const path of [`${configMaps}/a`, configMaps, `${configMaps}?watch=true&timeoutSeconds=1&resourceVersion=0`])
    expect((await ask(server.transport, 'GET', path)).text).not.toContain('elfLink');
});
