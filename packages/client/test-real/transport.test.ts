// The conformance of transports on a real API server, and the questions whose answers only a real one has.

import { KubeConfig, SharedConnections, connect } from '@reeve/client';
import { describe, expect, inject, test } from 'vitest';
import type { ProvidedCluster } from '../../../tools/real-cluster/provided-context.d.ts';
import { transportConformance } from '../test/conformance/transport-cases.ts';

const shared: ProvidedCluster | null = inject('realCluster');

const open = async () =>
  connect((await KubeConfig.parse(shared?.kubeconfigText ?? '')).connection(), {
    connections: new SharedConnections(),
  });

describe.runIf(shared)('on a real API server', () => {
  transportConformance('over TLS', async () => {
    const cluster = await open();
    return { transport: cluster.transport, close: () => cluster.close() };
  });

  const whoAmI = async (cluster: Awaited<ReturnType<typeof open>>): Promise<unknown> => {
    const response = await cluster.transport.request({
      method: 'POST',
      path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1' })),
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    return (JSON.parse(Buffer.concat(chunks).toString()) as { status?: { userInfo?: unknown } }).status?.userInfo;
  };

  test('impersonation arrives with user, uid, groups and extra whose keys needed escaping · LW-2', async () => {
    await using cluster = await open();
    const extra = { 'example.com/team': ['a', 'b'], 'percent%': ['c'] };
    const jane = cluster.as({ user: 'jane', uid: '42', groups: ['dev', 'a, b'], extra });
    expect(await whoAmI(jane)).toMatchObject({
      username: 'jane',
      uid: '42',
      groups: expect.arrayContaining(['dev', 'a, b']),
      extra: { 'example.com/team': ['a', 'b'], 'percent%': ['c'] },
    });
    expect(await whoAmI(cluster)).not.toMatchObject({ username: 'jane' });
  });

  test('an answer that the server compresses comes as it was', async () => {
    await using cluster = await open();
    const response = await cluster.transport.request({ method: 'GET', path: '/openapi/v2' });
    let bytes = 0;
    for await (const chunk of response.body) bytes += chunk.length;
    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty('content-encoding');
    expect(bytes).toBeGreaterThan(1_000_000);
  });
});
