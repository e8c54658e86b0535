/** Webhooks of a program, as commands bring them to a cluster. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { ApiServer } from '@reeve/apiserver';
import { Client, connect, loadKubeConfig } from '@reeve/client';
import { defineKind, nodeHost } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { eventually } from '@reeve/testing';
import { Folder, reeve, startReeve } from '../executable.ts';

const program = `import { z } from 'zod';
import { defineController, defineResource } from 'reeve';

export const Shop = defineResource({
  group: 'shop.example.com',
  kind: 'Shop',
  versions: {
    v1: { storage: true, spec: z.object({ size: z.int().optional() }) },
    v2: {
      spec: z.object({ area: z.int().optional() }),
      from: ({ spec: { size: area } }) => ({ spec: { ...(area !== undefined && { area }) } }),
      to: ({ spec: { area: size } }) => ({ spec: { ...(size !== undefined && { size }) } }),
    },
  },
  default: (shop) => void (shop.spec.size ??= 1),
  validate: {
    create(shop, ctx) {
      if (shop.spec.size === 13) ctx.invalid('spec.size', 13, 'must be lucky');
    },
  },
});

export default defineController({ for: Shop, reconcile: () => undefined });
`;
const Shop = defineKind<KubeObject & { spec: { size?: number } }, 'Namespaced'>({
  group: 'shop.example.com',
  version: 'v1',
  kind: 'Shop',
  plural: 'shops',
  scope: 'Namespaced',
});
const shop = (name: string, size?: number) => ({
  metadata: { namespace: 'default', name },
  spec: { ...(size !== undefined && { size }) },
});

/** The refusal of an unlucky shop; undefined where it is not refused. */
const refusalIn = (client: Client, name: string): Promise<string | undefined> =>
  client.create(Shop, shop(name, 13), { dryRun: true }).then(
    () => undefined,
    (error: Error) => error.message,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function rendered(...args: string[]): Promise<KubeObject[]> {
  using folder = new Folder({ 'shop.ts': program });
  const { code, out, err } = await reeve(['render', 'shop.ts', ...args], folder);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return parseAllDocuments(out).map((document) => document.toJS() as KubeObject);
}

const titles = (objects: readonly KubeObject[]): string[] =>
  objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);

describe('webhooks of a program', { timeout: 60_000 }, () => {
  test('are served by reeve dev with no configuration, and exchanged when the file is saved', async () => {
    using folder = new Folder({ 'shop.ts': program });
    await using dev = startReeve(['dev', 'shop.ts', '--port', '0'], folder);
    await dev.shows('Ctrl-C ends.');
    await using cluster = connect(
      (await loadKubeConfig({ kubeconfig: folder.file('.reeve/kubeconfig') })).connection(),
    );
    const client = Client.of(cluster);
    expect(await refusalIn(client, 'unlucky')).toContain('spec.size: Invalid value: 13: must be lucky');
    expect((await client.create(Shop, shop('corner'))).spec).toEqual({ size: 1 });
    writeFileSync(folder.file('shop.ts'), program.replace('must be lucky', 'must be a lucky number'));
    await dev.shows('loaded again');
    expect(await refusalIn(client, 'unlucky')).toContain('must be a lucky number');
  });

  test('are rendered with a Service, permissions and configurations, and the conversion of the definition', async () => {
    const objects = await rendered('--network-policy');
    expect(titles(objects).slice(-10)).toEqual([
      'Service shop-webhooks',
      'Role shop-webhooks',
      'RoleBinding shop-webhooks',
      'ClusterRole shop-webhooks',
      'ClusterRoleBinding shop-webhooks',
      'Deployment shop',
      'Service shop-metrics',
      'NetworkPolicy shop',
      'MutatingWebhookConfiguration shop',
      'ValidatingWebhookConfiguration shop',
    ]);
    expect(objects[0]).toMatchObject({
      spec: {
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { service: { namespace: 'shop-system', name: 'shop-webhooks', path: '/convert' } } },
        },
      },
    });
    expect(objects.find(({ kind, metadata }) => kind === 'Role' && metadata.name === 'shop-webhooks')).toMatchObject({
      rules: [
        { apiGroups: [''], resources: ['secrets'], verbs: ['create'] },
        {
          apiGroups: [''],
          resources: ['secrets'],
          resourceNames: ['shop-webhook-certificates'],
          verbs: ['get', 'update'],
        },
      ],
    });
    expect(objects.find(({ kind }) => kind === 'NetworkPolicy')).toMatchObject({
      spec: { ingress: [{ ports: [{ port: 'metrics' }] }, { ports: [{ port: 'health' }, { port: 'webhooks' }] }] },
    });
    await using server = await ApiServer.start({ profile: 'cluster' });
    const applied = await new Client({ transport: server.transport }).applyAll(objects, { fieldManager: 'test' });
    expect(applied).toHaveLength(objects.length);
  });

  test('are rendered for cert-manager on demand', async () => {
    const objects = await rendered('--certificates', 'cert-manager');
    expect(titles(objects)).not.toContain('Role shop-webhooks');
    const annotations = { 'cert-manager.io/inject-ca-from': 'shop-system/shop-webhooks' };
    for (const kind of ['CustomResourceDefinition', 'MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'])
      expect(objects.find((one) => one.kind === kind)?.metadata.annotations).toMatchObject(annotations);
    expect(objects.find(({ kind }) => kind === 'Certificate')).toMatchObject({
      spec: {
        dnsNames: ['shop-webhooks.shop-system.svc', 'shop-webhooks.shop-system.svc.cluster.local'],
        issuerRef: { kind: 'Issuer', name: 'shop-webhooks' },
        secretName: 'shop-webhook-certificates',
      },
    });
    const deployment = JSON.stringify(objects.find(({ kind }) => kind === 'Deployment'));
    expect(deployment).toContain('"--webhook-cert-dir","/tmp/k8s-webhook-server/serving-certs"');
    expect(deployment).toContain('"secret":{"secretName":"shop-webhook-certificates"}');
  });

  test('are served by reeve run behind their Service, with certificates of its own', async () => {
    const port = await freePort();
    await using server = await ApiServer.start({ port: 0, services: { 'default/shop-webhooks': `127.0.0.1:${port}` } });
    using folder = new Folder({ kubeconfig: server.kubeconfig(), 'shop.ts': program });
    const client = new Client({ transport: server.transport });
    await using run = startReeve(
      [
        'run',
        'shop.ts',
        '--install',
        '--metrics-address',
        '0',
        '--health-address',
        '0',
        '--webhook-port',
        String(port),
        '--no-leader-election',
      ],
      folder,
      { KUBECONFIG: folder.file('kubeconfig') },
    );
    await run.shows('the webhook server listens');
    const refusal = await eventually(
      nodeHost(),
      () => refusalIn(client, 'unlucky').then((text) => text?.includes('must be lucky') === true && text),
      {},
    );
    expect(refusal).toContain('spec.size: Invalid value: 13: must be lucky');
  });
});
