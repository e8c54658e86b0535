import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource } from '@reeve/define';
import { defineEffect, VirtualHost } from '@reeve/machinery';
import { defineController } from '@reeve/runtime';
import { TestCluster } from '@reeve/testing';
import type { StrayEffect } from '@reeve/testing';

const Domain = defineResource({
  group: 'dns.example.com',
  version: 'v1',
  kind: 'Domain',
  spec: z.object({ address: z.string() }),
  status: z.object({ checked: z.int().optional(), answer: z.string().optional() }),
});

const lookUp = defineEffect('dns.lookUp', async (url: string, signal): Promise<string> => {
  const response = await fetch(url, { signal: signal ?? null });
  return await response.text();
});

const domains = defineController({
  for: Domain,
  async reconcile(domain, ctx) {
    const answer = await ctx.perform(lookUp, domain.spec.address);
    await ctx.status({ checked: (domain.status?.checked ?? 0) + 1, answer });
    return { requeueAfterMs: 3_600_000 };
  },
  wakesItself: false,
});

const blog = (address: string) => ({ metadata: { name: 'blog', namespace: 'default' }, spec: { address } });
const hours = (count: number): number => count * 3_600_000;

describe('an effect outside Kubernetes', () => {
  test('is performed by a stand-in over a virtual day', async () => {
    const host = new VirtualHost({ seed: 1 });
    await using cluster = await TestCluster.start({ resources: [Domain], controllers: [domains], host });
    const asked: [string, number][] = [];
    const begin = host.clock.now();
    cluster.effects.standIn(lookUp, async (url) => {
      await host.sleep(250); // a slow service, in virtual time
      asked.push([url, Math.round((host.clock.now() - begin) / hours(1))]);
      return `answer ${asked.length}`;
    });
    await cluster.run(async () => {
      await cluster.client.create(Domain, blog('dns://blog'));
      await host.sleep(hours(24));
      expect(asked.map(([, hour]) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
      expect((await cluster.client.get(Domain, 'default/blog')).status).toEqual({ checked: 24, answer: 'answer 24' });
    });
  });

  test('is performed for real while virtual time stands still', async () => {
    const server = createServer((_, response) => void setTimeout(() => response.end('10.0.0.1'), 50)).listen(0);
    const { port } = server.address() as AddressInfo;
    const host = new VirtualHost({ seed: 1 });
    await using cluster = await TestCluster.start({ resources: [Domain], controllers: [domains], host });
    const took: number[] = [];
    cluster.effects.real(lookUp, async (url, signal) => {
      const began = host.clock.monotonic();
      const answer = await lookUp.run(url, signal);
      took.push(host.clock.monotonic() - began);
      return answer;
    });
    await cluster.run(async () => {
      await cluster.client.create(Domain, blog(`http://127.0.0.1:${port}`));
      await host.sleep(hours(3.5));
      expect((await cluster.client.get(Domain, 'default/blog')).status).toEqual({ checked: 4, answer: '10.0.0.1' });
    });
    expect(took).toEqual([0, 0, 0, 0]);
    server.close();
  });

  test('without a stand-in fails the run in virtual time, and says what to register', async () => {
    const host = new VirtualHost();
    await using cluster = await TestCluster.start({ resources: [Domain], controllers: [domains], host });
    await cluster.run(async () => {
      await cluster.client.create(Domain, blog('dns://blog'));
      await expect(cluster.settles({ timeoutMs: 1000 })).rejects.toThrow(/"dns.lookUp" has no stand-in/);
    });
  });

  test('is performed once by a stand-in that returns nothing', async () => {
    const host = new VirtualHost();
    const notify = defineEffect('mail.send', async (_to: string): Promise<void> => undefined);
    const mailing = defineController({
      for: Domain,
      reconcile: (domain, ctx) => ctx.perform(notify, domain.spec.address),
    });
    await using cluster = await TestCluster.start({ resources: [Domain], controllers: [mailing], host });
    const sent: string[] = [];
    cluster.effects.standIn(notify, (to) => void sent.push(to));
    await cluster.run(async () => {
      await cluster.client.create(Domain, blog('me@example.com'));
      await cluster.settles();
    });
    expect(sent).toEqual(['me@example.com']);
  });

  test('has stand-ins in real time, too', async () => {
    await using cluster = await TestCluster.start({ resources: [Domain], controllers: [domains] });
    cluster.effects.standIn(lookUp, () => '10.0.0.2');
    await cluster.client.create(Domain, blog('dns://blog'));
    const { status } = await cluster.eventually(async () => {
      const domain = await cluster.client.get(Domain, 'default/blog');
      return domain.status?.answer !== undefined && domain;
    });
    expect(status?.answer).toBe('10.0.0.2');
  });
});

describe('a reconciler in virtual time', () => {
  test('that goes past its Host is reported once for each place, with its stack', async () => {
    const host = new VirtualHost();
    const strays: StrayEffect[] = [];
    const now = Date.now;
    const stray = defineController({
      name: 'careless',
      for: Domain,
      async reconcile() {
        Date.now();
        expect(new Date().getTime()).toBeGreaterThan(0);
        clearTimeout(setTimeout(() => undefined, 5));
        await fetch('data:,hello');
        await Promise.resolve();
        Date.now();
        expect(new Date(0).getTime()).toBe(0);
        return { requeueAfterMs: 1000 };
      },
    });
    {
      const onStrayEffect = (one: StrayEffect): void => void strays.push(one);
      await using cluster = await TestCluster.start({ resources: [Domain], controllers: [stray], host, onStrayEffect });
      await cluster.run(async () => {
        await cluster.client.create(Domain, blog('dns://blog'));
        await host.sleep(5000);
        Date.now(); // the test itself may
      });
    }
    expect(strays.map(({ what }) => what)).toEqual([
      'Date.now()',
      'new Date()',
      'setTimeout()',
      'fetch()',
      'Date.now()',
    ]);
    for (const { controller, stack } of strays) {
      expect(controller).toBe('careless');
      expect(stack.split('\n')[0]).toContain('effects.test.ts');
    }
    expect(Date.now).toBe(now);
  });

  test('is not reported for what a declared effect does, nor for what reeve does', async () => {
    const host = new VirtualHost();
    const strays: StrayEffect[] = [];
    const onStrayEffect = (one: StrayEffect): void => void strays.push(one);
    await using cluster = await TestCluster.start({ resources: [Domain], controllers: [domains], host, onStrayEffect });
    cluster.effects.real(lookUp);
    await cluster.run(async () => {
      await cluster.client.create(Domain, blog('data:,hello'));
      await host.sleep(hours(5));
      expect((await cluster.client.get(Domain, 'default/blog')).status?.checked).toBe(6);
    });
    expect(strays).toEqual([]);
  });
});
