import { expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { Client, mergePatch } from '@reeve/client';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { VirtualHost } from '@reeve/machinery';
import { Candidacy, LeaseCandidate } from '@reeve/runtime';

const ref = { namespace: 'default', name: 'one' };

/** A candidacy in virtual time. The embedded server has the kind by a definition. */
async function standing(body: (client: Client, host: VirtualHost, server: ApiServer) => Promise<void>): Promise<void> {
  const host = new VirtualHost();
  const server = await ApiServer.start({ host });
  const client = new Client({ transport: server.transport, host });
  const { group, version, kind, plural } = LeaseCandidate;
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  await host.run(async () => {
    await client.create(CustomResourceDefinition, {
      metadata: { name: `${plural}.${group}`, annotations: { 'api-approved.kubernetes.io': 'unapproved, for tests' } },
      spec: {
        group,
        scope: 'Namespaced',
        names: { kind, plural, singular: 'leasecandidate', listKind: 'LeaseCandidateList' },
        versions: [{ name: version, served: true, storage: true, schema }],
      },
    });
    await host.sleep(1000);
    const stop = new AbortController();
    const options = { leaseName: 'websites', binaryVersion: '1.2.0', emulationVersion: '1.1.0' };
    const running = new Candidacy({ client, host, ...ref, ...options }).run(stop.signal);
    await host.sleep(100);
    try {
      await body(client, host, server);
    } finally {
      stop.abort();
      await running;
    }
  });
  await server.stop();
}

test('a candidate publishes its versions and strategy · LE-21', () =>
  standing(async (client) => {
    expect((await client.get(LeaseCandidate, ref)).spec).toMatchObject({
      leaseName: 'websites',
      binaryVersion: '1.2.0',
      emulationVersion: '1.1.0',
      strategy: 'OldestEmulationVersion',
    });
  }));

test('a candidate answers a ping newer than its answer, once · LE-21', () =>
  standing(async (client, host) => {
    await host.sleep(10_000);
    const before = await client.get(LeaseCandidate, ref);
    const soon = new Date(host.clock.now()).toISOString().replace('Z', '000Z');
    await host.sleep(10);
    await client.patch(LeaseCandidate, ref, mergePatch({ spec: { pingTime: soon } }));
    await host.sleep(100);
    const answered = await client.get(LeaseCandidate, ref);
    expect(answered.spec?.pingTime).toBe(soon);
    expect(Date.parse(answered.spec?.renewTime ?? '')).toBeGreaterThan(Date.parse(before.spec?.renewTime ?? ''));
    await host.sleep(60_000);
    expect((await client.get(LeaseCandidate, ref)).metadata.resourceVersion).toBe(answered.metadata.resourceVersion);
  }));

test('a candidate that is deleted, or whose server fails, stands again · LE-21', () =>
  standing(async (client, host, server) => {
    server.faults.add({
      resources: ['leasecandidates'],
      verbs: ['get'],
      effect: { type: 'status', code: 500 },
      times: 2,
    });
    await client.delete(LeaseCandidate, ref);
    await host.sleep(30_000);
    expect((await client.get(LeaseCandidate, ref)).spec?.binaryVersion).toBe('1.2.0');
  }));
