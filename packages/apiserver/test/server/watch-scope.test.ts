import { expect, test } from 'vitest';
import { VirtualHost } from '@reeve/machinery';
import { ApiServer } from '@reeve/apiserver';
import { ask, configMap, configMaps, watch } from './talk.ts';

test('a watch of one namespace tells nothing of another', async () => {
  const host = new VirtualHost({ seed: 1 });
  await using server = await ApiServer.start({ host });
  const { transport } = server;
  await host.run(async () => {
    await ask(transport, 'POST', '/api/v1/namespaces', { metadata: { name: 'other' } });
    const { body } = await ask(transport, 'GET', configMaps);
    const from = body.metadata.resourceVersion ?? '';
    const seen = watch(transport, `${configMaps}?watch=true&resourceVersion=${from}&timeoutSeconds=30`);
    await ask(transport, 'POST', '/api/v1/namespaces/other/configmaps', configMap('theirs'));
    await ask(transport, 'POST', configMaps, configMap('ours'));
    expect((await seen).map(({ object }) => object.metadata.name)).toEqual(['ours']);
  });
});

test('a generated name that is taken is drawn again', async () => {
  /** What a server of this seed calls the first object whose name it makes, when another one is there. */
  const generated = async (first: string): Promise<string> => {
    const host = new VirtualHost({ seed: 1 });
    await using server = await ApiServer.start({ host });
    await ask(server.transport, 'POST', configMaps, configMap(first));
    const { status, body } = await ask(server.transport, 'POST', configMaps, {
      metadata: { generateName: 'made-' },
    });
    expect(status).toBe(201);
    return body.metadata.name ?? '';
  };
  const name = await generated('other');
  expect(name).toMatch(/^made-.{5}$/);
  expect(await generated('another')).toBe(name);
  expect(await generated(name)).not.toBe(name);
});
