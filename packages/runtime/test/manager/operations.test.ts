import { get } from 'node:https';
import { createServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { nodeHost } from '@reeve/machinery';
import type { Transport } from '@reeve/machinery';
import { CoreEvent, Manager, Metrics, SeriesEvent, accessFilter, defineController, textAnswer } from '@reeve/runtime';
import type { ManagerOptions } from '@reeve/runtime';
import { Website, websites, World } from './website.ts';
import { pod, started } from '../events/recording.ts';

const loopback = '127.0.0.1:0';

/** A manager over real sockets while the body runs. */
async function serving(
  options: Partial<ManagerOptions>,
  body: (manager: Manager, server: ApiServer) => Promise<void>,
  prepare: (manager: Manager) => void = () => undefined,
): Promise<void> {
  const host = nodeHost();
  const server = await ApiServer.start({ host, tokens: new Map([['good', { name: 'prometheus', groups: [] }]]) });
  try {
    const manager = new Manager({ transport: server.transport, host, ...options });
    prepare(manager);
    const stop = new AbortController();
    const running = manager.run({ signal: stop.signal });
    await Promise.race([manager.elected, running]);
    try {
      await body(manager, server);
    } finally {
      stop.abort();
      await running;
    }
  } finally {
    await server.stop();
  }
}

const read = async (port: number | undefined, path: string, token?: string): Promise<readonly [number, string]> => {
  const headers = { connection: 'close', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return [response.status, await response.text()];
};

describe('the metrics of a manager', () => {
  test('show the registry and extra handlers, and nothing else, until it ends · CR-62 · CR-56', async () => {
    const metrics = new Metrics({ process: false });
    let port: number | undefined;
    const extraHandlers = { '/extra': () => textAnswer(200, 'more') };
    await serving({ metricsServer: { address: loopback, metrics, extraHandlers } }, async ({ servers }) => {
      ({ port } = servers.metrics ?? {});
      const [status, text] = await read(port, '/metrics');
      expect(status).toBe(200);
      expect(text).toContain('# TYPE controller_runtime_reconcile_total counter');
      expect(await read(port, '/extra')).toEqual([200, 'more']);
      expect(await read(port, '/')).toEqual([404, '404 page not found\n']);
      expect((await read(port, '/healthz'))[0]).toBe(404);
    });
    await expect(read(port, '/metrics')).rejects.toThrow(/fetch failed/);
  });

  test('refuse a handler in the place of the metrics · CR-62', async () => {
    await using world = await World.start();
    const extraHandlers = { '/metrics': () => textAnswer(200, 'mine') };
    expect(() => world.manager({ metricsServer: { address: '0', extraHandlers } })).toThrow(/cannot take the path/);
  });

  test('count what controllers, queues and informers do, and why', async () => {
    const metrics = new Metrics({ process: false });
    let during = '';
    const controller = defineController({
      for: ConfigMap,
      name: 'maps',
      reconcile: async () => void (during = await metrics.text()),
    });
    const election = { name: 'maps', namespace: 'default', identity: 'one' };
    await using world = await World.start();
    const manager = world
      .manager({ metricsServer: { address: '0', metrics }, leaderElection: election })
      .add(controller);
    let text = '';
    await world.during(manager, async () => {
      await world.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'theme' } });
      await world.host.sleep(1000);
      text = await metrics.text();
    });
    expect(text).toMatch(/controller_runtime_reconcile_total\{controller="maps",result="success"\} [1-9]/);
    expect(text).toContain('controller_runtime_reconcile_total{controller="maps",result="error"} 0');
    expect(text).toContain('controller_runtime_max_concurrent_reconciles{controller="maps"} 1');
    expect(during).toContain('controller_runtime_active_workers{controller="maps"} 1');
    expect(text).toContain('controller_runtime_active_workers{controller="maps"} 0');
    expect(text).toMatch(/workqueue_work_duration_seconds_count\{name="maps",controller="maps"\} [1-9]/);
    expect(text).toMatch(/informer_staleness_seconds\{name="manager",.*resource="configmaps"\} [0-9.]+\n/);
    expect(text).toMatch(/controller_runtime_reconcile_time_seconds_count\{controller="maps"\} [1-9]/);
    expect(text).toMatch(/workqueue_adds_total\{name="maps",controller="maps"\} [1-9]/);
    expect(text).toMatch(/informer_store_objects\{name="manager",group="",version="v1",resource="configmaps"\} [1-9]/);
    expect(text).toMatch(/reeve_reconcile_causes_total\{controller="maps",source="ConfigMap",type="create"\} [1-9]/);
    expect(text).toContain('reeve_cache_overlaid_objects{kind="/v1, Kind=ConfigMap"} 0');
    expect(text).toContain('leader_election_master_status{name="default/maps"} 1');
    expect(text).toContain('reeve_events_dropped 0');
  });

  test('may be shared by several managers', async () => {
    await using world = await World.start();
    const metrics = new Metrics({ process: false });
    const leaderElection = { namespace: 'default', identity: 'one' };
    for (const name of ['a', 'b']) {
      world.manager({ metricsServer: { address: '0', metrics }, leaderElection: { ...leaderElection, name } });
    }
    const text = await metrics.text();
    expect(text).toContain('leader_election_master_status{name="default/a"} 0');
    expect(text).toContain('leader_election_master_status{name="default/b"} 0');
  });

  test('count requests under the names of client-go', async () => {
    const metrics = new Metrics({ process: false, requestDetails: true });
    const labels = { verb: 'GET', host: 'h' };
    metrics.requests.onMetric?.({
      name: 'rest_client_requests_total',
      labels: { code: '200', method: 'GET', host: 'h' },
      value: 1,
    });
    metrics.requests.onMetric?.({ name: 'rest_client_request_duration_seconds', labels, value: 0.2 });
    const text = await metrics.text();
    expect(text).toContain('rest_client_requests_total{code="200",method="GET",host="h"} 1');
    expect(text).toContain('rest_client_request_duration_seconds_sum{verb="GET",host="h"} 0.2');
  });

  test('the metrics server listens on this machine only unless an address is given', async () => {
    const blocker = createServer().on('error', () => undefined); // taken by somebody else is as good
    await new Promise((resolve) => blocker.listen(8080, '127.0.0.1', () => resolve(true)).once('error', resolve));
    await expect(serving({ metricsServer: {} }, () => Promise.resolve())).rejects.toThrow(/127\.0\.0\.1:8080/);
    await new Promise((resolve) => blocker.close(resolve));
  });

  test('the metrics and health servers answer nothing but GET and HEAD', async () => {
    const options = { metricsServer: { address: loopback }, healthServer: { address: loopback } };
    await serving(options, async ({ servers: { metrics, health } }) => {
      for (const [url, path] of [[metrics?.url, '/metrics'] as const, [health?.url, '/healthz'] as const]) {
        const statuses: number[] = [];
        for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])
          statuses.push((await fetch(`${url}${path}`, { method, headers: { connection: 'close' } })).status);
        expect(statuses).toEqual([200, 200, 405, 405, 405]);
      }
    });
  });

  test('a token that the cluster refused is remembered for ten seconds, beside those that it knows', async () => {
    await using world = await World.start();
    const { host } = world;
    const asked: string[] = [];
    const transport: typeof world.server.transport = {
      request: (request) => {
        asked.push(request.path);
        return world.server.transport.request(request);
      },
    };
    const filter = accessFilter({ client: new Client({ transport, host }), host });
    const handle = filter(() => textAnswer(200, 'in'));
    const statusOf = async (token: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      const request = {
        method: 'GET',
        path: '/metrics',
        query: new URLSearchParams(),
        headers,
        remoteAddress: '10.0.0.1',
      };
      return (await handle({ ...request, signal: new AbortController().signal })).status;
    };
    await host.run(async () => {
      expect([await statusOf('bad'), await statusOf('bad'), await statusOf('bad')]).toEqual([401, 401, 401]);
      expect(asked).toHaveLength(1);
      await host.sleep(11_000);
      expect(await statusOf('bad')).toBe(401);
      expect(asked).toHaveLength(2);
    });
  });

  test('are for those whom the cluster knows · CR-114', async () => {
    const asked: string[] = [];
    const host = nodeHost();
    const server = await ApiServer.start({ host, tokens: new Map([['good', { name: 'prometheus', groups: [] }]]) });
    const transport: typeof server.transport = {
      request: (request) => {
        asked.push(request.path.split('?')[0]?.split('/').at(-1) ?? '');
        return server.transport.request(request);
      },
    };
    const filter = accessFilter({ client: new Client({ transport, host }), host });
    const extraHandlers = { '/extra': () => textAnswer(200, 'more') };
    await serving({ metricsServer: { address: loopback, filter, extraHandlers } }, async ({ servers }) => {
      const { port } = servers.metrics ?? {};
      expect((await read(port, '/metrics'))[0]).toBe(401);
      expect((await read(port, '/extra'))[0]).toBe(401);
      expect((await read(port, '/metrics', 'bad'))[0]).toBe(401);
      asked.length = 0;
      expect((await read(port, '/metrics', 'good'))[0]).toBe(200);
      expect(await read(port, '/extra', 'good')).toEqual([200, 'more']);
      expect((await read(port, '/metrics', 'good'))[0]).toBe(200);
      expect(asked).toEqual(['tokenreviews', 'subjectaccessreviews', 'subjectaccessreviews']); // answers are remembered
    });
    await server.stop();
  });
});

describe('the health of a manager', () => {
  test('is served until it ends, check by check · CR-63 · CR-56', async () => {
    let port: number | undefined;
    const prepare = (manager: Manager): void => {
      manager.liveness.add('disk', () => undefined);
      manager.readiness.add('queue', () => Promise.reject(new Error('it is full')));
    };
    const body = async ({ servers }: Manager): Promise<void> => {
      ({ port } = servers.health ?? {});
      expect(await read(port, '/healthz')).toEqual([200, 'ok']);
      expect(await read(port, '/healthz/disk')).toEqual([200, 'ok']);
      expect(await read(port, '/readyz')).toEqual([
        500,
        '[+]cache ok\n[+]runs ok\n[-]queue failed: it is full\nreadyz check failed\n',
      ]);
      expect(await read(port, '/readyz/cache')).toEqual([200, 'ok']);
      expect((await read(port, '/metrics'))[0]).toBe(404);
    };
    await serving({ healthServer: { address: loopback } }, body, prepare);
    await expect(read(port, '/healthz')).rejects.toThrow(/fetch failed/);
  });

  test('that cannot be served ends the manager · CR-56', async () => {
    await serving({ healthServer: { address: loopback } }, async ({ servers }) => {
      const address = `127.0.0.1:${servers.health?.port}`;
      for (const taken of [{ healthServer: { address } }, { metricsServer: { address } }]) {
        const nothing = (): Promise<void> => Promise.resolve();
        await expect(serving(taken, nothing)).rejects.toMatchObject({ code: 'REEVE_LISTEN' });
      }
    });
  });
});

describe('the events of a manager', () => {
  test('reach the server through either API, and nothing is left running · CR-115 · CR-64', async () => {
    await using world = await World.start();
    const manager = world.manager({ instance: 'node-1' });
    await world.during(manager, async () => {
      manager.eventRecorder('websites').event(pod, started);
      manager.coreEventRecorder('websites').event(pod, { ...started, reason: 'Old' });
      await world.host.sleep(100);
      const events = (await world.client.list(SeriesEvent, { namespace: 'default' })).items;
      expect(events.map(({ reason, reportingController }) => `${reason} ${reportingController}`).toSorted()).toEqual([
        'Old websites',
        'Started websites',
      ]);
      manager.eventRecorder('websites').event(pod, { ...started, reason: 'Last' });
    });
    await world.host.run(async () => {
      const reasons = (await world.client.list(CoreEvent, { namespace: 'default' })).items.map(
        ({ reason = '' }) => reason,
      );
      expect(reasons.toSorted()).toEqual(['Last', 'Old', 'Started']);
    });
    const before = world.requests.length;
    manager.eventRecorder('websites').event(pod, { ...started, reason: 'TooLate' });
    await world.host.run(() => world.host.sleep(3_600_000));
    expect(world.requests.length).toBe(before);
  });

  test('tell who leads', async () => {
    await using world = await World.start();
    const manager = world.manager({ leaderElection: { name: 'websites', namespace: 'default', identity: 'one' } });
    await world.during(manager, async () => {
      await world.host.sleep(5000);
      const [event] = (await world.client.list(CoreEvent, { namespace: 'default' })).items;
      expect(event).toMatchObject({
        involvedObject: { kind: 'Lease', name: 'websites' },
        reason: 'LeaderElection',
        message: 'one became leader',
      });
    });
  });
});

test('requests of the manager are counted where metrics are served, unless the connection counts them', async () => {
  await using world = await World.start();
  const [counted, uncounted] = [new Metrics({ process: false }), new Metrics({ process: false })];
  const options = { server: 'example.com:6443', metricsServer: { address: '0', metrics: counted } };
  await world.during(world.manager(options).add(websites), async () => {
    await world.client.create(Website, { metadata: { namespace: 'default', name: 'blog' }, spec: {} });
    await world.host.sleep(1000);
  });
  const text = await counted.text();
  expect(text).toMatch(/rest_client_requests_total\{code="200",method="GET",host="example.com:6443"\} [1-9]/u);
  expect(text).toMatch(/rest_client_requests_total\{code="20[01]",method="PATCH",host="example.com:6443"\} [1-9]/u);
  const silent = { metricsServer: { address: '0', metrics: uncounted, requests: false } };
  await world.during(world.manager(silent).add(websites), () => world.host.sleep(1000));
  expect(await uncounted.text()).not.toContain('rest_client_requests_total{');
});

test('events go to the core group where a server has no events.k8s.io, and are counted there', async () => {
  await using world = await World.start();
  const asked: string[] = [];
  const transport: Transport = {
    request(request) {
      if (!request.path.startsWith('/apis/events.k8s.io/')) return world.server.transport.request(request);
      asked.push(request.method);
      return world.server.transport.request({
        ...request,
        path: request.path.replace('events.k8s.io', 'missing.k8s.io'),
      });
    },
  };
  const controller = defineController({
    for: Website,
    name: 'publisher',
    reconcile(_, ctx) {
      for (const message of ['first', 'second', 'third']) ctx.event({ reason: 'Published', message });
      ctx.event({ type: 'Warning', reason: 'Other', message: 'else' });
    },
  });
  await world.during(world.manager({ transport }).add(controller), async () => {
    await world.client.create(Website, { metadata: { namespace: 'default', name: 'blog' }, spec: {} });
    await world.host.sleep(1000);
    const { items } = await world.client.list(CoreEvent, { namespace: 'default' });
    const sorted = items.toSorted((one, other) => ((one.reason ?? '') < (other.reason ?? '') ? -1 : 1));
    expect(sorted).toMatchObject([
      { reason: 'Other', type: 'Warning', message: 'else', involvedObject: { kind: 'Website', name: 'blog' } },
      { reason: 'Published', message: 'first', reportingComponent: 'publisher', series: { count: 3 } },
    ]);
  });
  expect(asked.length).toBeLessThanOrEqual(2);
});

test('metrics are served with TLS where that is asked for, also without certificates', async () => {
  await serving({ metricsServer: { address: loopback, secure: true } }, async ({ servers }) => {
    const port = servers.metrics?.port ?? 0;
    const answer = await new Promise<{ status: number | undefined; subject: string }>((resolve, reject) => {
      const asking = get({ host: '127.0.0.1', port, path: '/metrics', rejectUnauthorized: false }, (response) => {
        const { subject } = (response.socket as TLSSocket).getPeerCertificate();
        response.resume();
        resolve({ status: response.statusCode, subject: String(subject.CN) });
      });
      asking.on('error', reject);
    });
    expect(answer).toEqual({ status: 200, subject: 'localhost' });
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow(/fetch failed/u);
  });
});
