import { expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import type { PodRuntime as ServerSide } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { Pod } from '@reeve/kinds/core/v1';
import { VirtualHost } from '@reeve/machinery';
import type { Transport } from '@reeve/machinery';
import { virtualPodRuntime, Workloads, type PodLogOptions } from '@reeve/workloads';

const all: PodLogOptions = { container: 'main', follow: false, previous: false, timestamps: false };

/** Runs a test with a pod that ran, failed, and runs again. */
async function withLogs(
  annotations: Record<string, string>,
  look: (
    log: (options?: Partial<PodLogOptions>) => Promise<string>,
    host: VirtualHost,
    client: Client,
  ) => Promise<void>,
): Promise<void> {
  const host = new VirtualHost({ seed: 5 });
  const way: { transport?: Transport } = {};
  const podRuntime = virtualPodRuntime({ host, transport: () => way.transport });
  await using server = await ApiServer.start({ host, profile: 'cluster', podRuntime: podRuntime satisfies ServerSide });
  way.transport = server.transport;
  const client = new Client({ transport: server.transport, host });
  await host.run(async () => {
    await using _workloads = await Workloads.start({ transport: server.transport, host });
    await client.create(Pod, {
      metadata: { name: 'web', namespace: 'default', annotations },
      spec: { containers: [{ name: 'main', image: 'nginx' }] },
    });
    await host.sleep(3000);
    const log = async (options: Partial<PodLogOptions> = {}): Promise<string> => {
      const pod = await client.get(Pod, 'default/web');
      let text = '';
      for await (const bytes of podRuntime.logs(pod, { ...all, ...options }, new AbortController().signal)) {
        text += Buffer.from(bytes).toString();
      }
      return text;
    };
    await look(log, host, client);
  });
}

test('a log tells the life of a container, and what its pod says it prints', async () => {
  await withLogs({ 'reeve.dev/logs': 'ready\nserving' }, async (log, _host, client) => {
    const whole = 'main started: nginx, run 1, on node-1\nready\nserving\n';
    expect(await log()).toBe(whole);
    expect(await log({ tailLines: 1 })).toBe('serving\n');
    expect(await log({ limitBytes: 4 })).toBe('main');
    expect(await log({ sinceMs: Date.UTC(2027, 0, 1) })).toBe('');
    expect(await log({ timestamps: true, tailLines: 1 })).toMatch(/^2026-01-01T00:00:0\d\.\d{6}Z serving\n$/);
    const lines: string[] = [];
    for await (const line of (await client.log(Pod, 'default/web')).lines()) lines.push(line);
    expect(lines.map((line) => `${line}\n`).join('')).toBe(whole);
  });
});

test('the run before has a log of its own', async () => {
  await withLogs({ 'reeve.dev/run': '{"exitAfter":"2s","exitCodes":[7,0]}' }, async (log) => {
    expect(await log({ previous: true })).toMatch(
      /^main started: nginx, run 1, on node-1\nmain ended: exit code 7, Error\n$/,
    );
  });
});

test('a log that is followed ends with its container', async () => {
  await withLogs({ 'reeve.dev/run': '{"exitAfter":"10s"}' }, async (log, host) => {
    const since = host.clock.now();
    expect(await log({ follow: true })).toMatch(/^main started: .*\nmain ended: exit code 0, Completed\n$/);
    expect(host.clock.now() - since).toBeGreaterThan(5000);
  });
});
