import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { fixedCertificates } from '@reeve/certificates';
import { Client } from '@reeve/client';
import { ValidatingWebhookConfiguration } from '@reeve/kinds/admissionregistration/v1/validating-webhook-configuration';
import { ConfigMap } from '@reeve/kinds/core/v1/config-map';
import { Secret } from '@reeve/kinds/core/v1/secret';
import { Deployment } from '@reeve/kinds/apps/v1/deployment';
import { nodeHost, poll } from '@reeve/machinery';
import type { Transport } from '@reeve/machinery';
import { defineController, Manager, Metrics } from '@reeve/runtime';
import {
  admissionConfigurations,
  allowed,
  defineWebhook,
  denied,
  severalValidating,
  Webhooks,
  WebhookServer,
} from '@reeve/webhook';

const host = nodeHost();
const refuse = (name: string) =>
  defineWebhook({
    for: Deployment,
    review: (request) => (request.name === name ? denied(`no Deployment is called ${name}`) : allowed()),
  });
const deployment = (name: string) => ({
  metadata: { name, namespace: 'default' },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
  },
});
const secret = { namespace: 'default', name: 'webhook-certificates' };

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

const eventually = (look: () => Promise<boolean>, signal: AbortSignal): Promise<unknown> =>
  poll(host, async () => (await look()) || undefined, { intervalMs: 20, timeoutMs: 20_000, signal });

describe('the webhooks of a manager', () => {
  test('stop a Deployment, with certificates of its own that are put in place, and put back when taken away · CR-109 manager · LW-142 injected', async ({
    signal,
  }) => {
    const server = await ApiServer.start();
    const client = new Client({ transport: server.transport, host });
    const port = await freePort();
    const webhook = refuse('refused');
    const [configuration] = admissionConfigurations([webhook], {
      name: 'test',
      at: { url: `https://127.0.0.1:${port}` },
    });
    await client.create(ValidatingWebhookConfiguration, configuration as never);
    const manager = new Manager({
      transport: server.transport,
      client,
      webhooks: {
        of: [webhook],
        server: { port, hostname: '127.0.0.1' },
        certificates: {
          secret,
          names: ['127.0.0.1'],
          targets: { validating: ['test'], mutating: ['none'] },
          intervalMs: 50,
        },
      },
    });
    const stop = new AbortController();
    const running = manager.run({ signal: stop.signal });
    try {
      const isRefused = (): Promise<boolean> =>
        client.create(Deployment, deployment('refused'), { dryRun: true }).then(
          () => false,
          (error: Error) => error.message.includes('no Deployment is called refused'),
        );
      await eventually(isRefused, signal);
      expect((await client.create(Deployment, deployment('fine'))).metadata.name).toBe('fine');
      expect(Object.keys((await client.get(Secret, secret)).data ?? {}).toSorted()).toEqual([
        'ca.crt',
        'ca.key',
        'tls.crt',
        'tls.key',
      ]);
      await client.patch(ValidatingWebhookConfiguration, 'test', {
        type: 'json',
        patch: [{ op: 'remove', path: '/webhooks/0/clientConfig/caBundle' }],
      });
      await eventually(isRefused, signal);
    } finally {
      stop.abort();
      await running;
      await server.stop();
    }
  });

  test('are optional, made only when there are any, and may have a server of the user’s · CR-53', async () => {
    const server = await ApiServer.start();
    const { transport } = server;
    expect(new Manager({ transport }).webhookServer).toBeUndefined();
    expect(new Manager({ transport, webhooks: { of: [] } }).webhookServer).toBeUndefined();
    const own = new WebhookServer({ port: 0, certificates: fixedCertificates({ cert: '', key: '' }) });
    const client = new Client({ transport, host });
    const manager = new Manager({ transport, client, webhooks: { of: [refuse('x')], server: own } });
    expect([manager.webhookServer, manager.client]).toEqual([own, client]);
    expect(own.handler.endpoints.map(({ path }) => path)).toEqual(['/validate-apps-v1-deployment']);
    expect(() => new Manager({ transport, webhooks: { of: [refuse('x')] } })).toThrow(
      /served over TLS: give certificates/,
    );
    await server.stop();
  });

  test.each([true, false])(
    'do not wait for caches that need them: what is reached when it is ready becomes ready, with warm-up %s · CR-68',
    async (warmup) => {
      const server = await ApiServer.start();
      await using _ = { [Symbol.asyncDispose]: () => server.stop() };
      let readyzPort = 0;
      /** Lists of ConfigMaps wait until the process is ready, as those of kinds do that it converts itself behind a Service. */
      const gated: Transport = {
        ...server.transport,
        request: async (request) => {
          if (request.path.includes('/configmaps'))
            await poll(host, async () => (await isReady(readyzPort)) || undefined, {
              intervalMs: 10,
              timeoutMs: 15_000,
            });
          return server.transport.request(request);
        },
      };
      const ran: string[] = [];
      const manager = new Manager({
        transport: gated,
        healthServer: { address: '127.0.0.1:0' },
        webhooks: {
          of: [refuse('x')],
          server: { port: 0, hostname: '127.0.0.1' },
          certificates: { secret, names: ['127.0.0.1'] },
        },
        controllers: { warmup },
      });
      manager.add(defineController({ for: ConfigMap, reconcile: (_object, { key }) => void ran.push(key) }));
      const stop = new AbortController();
      const running = manager.run({ signal: stop.signal });
      try {
        await manager.servers.health?.ready(stop.signal);
        readyzPort = manager.servers.health?.port ?? 0;
        const client = new Client({ transport: server.transport, host });
        await client.create(ConfigMap, { metadata: { name: 'theme', namespace: 'default' } });
        await eventually(async () => ran.includes('default/theme'), stop.signal);
        expect(ran).toContain('default/theme');
      } finally {
        stop.abort();
        await running;
      }
    },
  );

  test('are counted under the names of controller-runtime', async () => {
    const metrics = new Metrics({ process: false });
    metrics.webhooks.begun('/validate')(200, 0.02);
    metrics.webhooks.panicked('/validate', 'validation');
    metrics.webhooks.panicked('/convert', 'conversion');
    const text = await metrics.text();
    expect(text).toContain('controller_runtime_webhook_requests_total{webhook="/validate",code="200"} 1');
    expect(text).toContain('controller_runtime_webhook_requests_in_flight{webhook="/validate"} 0');
    expect(text).toContain('controller_runtime_webhook_latency_seconds_count{webhook="/validate"} 1');
    expect(text).toContain('controller_runtime_webhook_panics_total 1');
    expect(text).toContain('controller_runtime_conversion_webhook_panics_total 1');
  });
});

test('webhooks outside a manager stop a Deployment as well · CR-109 standalone', async ({ signal }) => {
  const server = await ApiServer.start();
  const client = new Client({ transport: server.transport, host });
  const both = defineWebhook({
    for: Deployment,
    review: severalValidating(
      () => allowed(),
      () => denied('nobody deploys'),
    ),
  });
  const { selfSignedCertificate } = await import('@reeve/certificates');
  const now = host.clock.now();
  const pair = await selfSignedCertificate({
    commonName: 'x',
    use: 'server',
    names: ['127.0.0.1'],
    notBefore: now - 60_000,
    notAfter: now + 600_000,
  });
  const webhooks = new WebhookServer({ port: 0, hostname: '127.0.0.1', certificates: fixedCertificates(pair) });
  for (const endpoint of new Webhooks([both]).endpoints()) webhooks.handler.register(endpoint);
  const stop = new AbortController();
  const running = webhooks.run(stop.signal);
  try {
    await webhooks.ready(signal);
    const at = { url: `https://127.0.0.1:${webhooks.port}`, bundle: pair.cert };
    for (const one of admissionConfigurations([both], { name: 'standalone', at }))
      await client.create(ValidatingWebhookConfiguration, one as never);
    await expect(client.create(Deployment, deployment('any'))).rejects.toThrow('nobody deploys');
  } finally {
    stop.abort();
    await running;
    await server.stop();
  }
});

/** Whether the probe of a port says that the process is ready. */
const isReady = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    if (port === 0) return resolve(false);
    const request = httpRequest({ host: '127.0.0.1', port, path: '/readyz', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('error', () => resolve(false));
    request.end();
  });
