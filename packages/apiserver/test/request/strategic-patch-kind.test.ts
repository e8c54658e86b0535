import { ApiServer } from '@reeve/apiserver';
import { describe, expect, test } from 'vitest';
import { ask } from '../server/talk.ts';

/** What kube-apiserver 1.36 answers to the same requests. */
describe('a strategic merge patch', () => {
  const path = '/apis/apps/v1/namespaces/default/deployments';
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
    },
  };
  const patched = async (subresource: string, body: object) => {
    await using server = await ApiServer.start();
    await ask(server.transport, 'POST', path, JSON.stringify(deployment));
    return await ask(server.transport, 'PATCH', `${path}/web${subresource}`, JSON.stringify(body), {
      'content-type': 'application/strategic-merge-patch+json',
    });
  };

  test.each([
    { kind: 'Deployment', apiVersion: 'apps/v1' },
    { kind: 'Foo', apiVersion: 'x.example.com/v7' },
    { kind: 'Foo' },
    { apiVersion: 'v7' },
    { kind: null, apiVersion: null },
  ])('of /scale takes a body that says %j, since the path says the kind', async (type) => {
    const { status, body } = await patched('/scale', { ...type, spec: { replicas: 3 } });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: 3 } },
    });
  });

  test('of an object takes a body of another kind', async () => {
    const { status, body } = await patched('', { kind: 'ConfigMap', apiVersion: 'v1', spec: { replicas: 2 } });
    expect({ status, body }).toMatchObject({ status: 200, body: { kind: 'Deployment', spec: { replicas: 2 } } });
  });

  test('with a version that is no text is refused', async () => {
    const { status, body } = await patched('', { apiVersion: 7 });
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('cannot convert int64 to string') as string },
    });
  });
});
