/**
 * What one run of a CronJob costs from the moment it is due until it is history: counted, as a month of runs passes in a test as fast as one of them.
 */
import { expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { CronJob } from '@reeve/kinds/batch/v1';
import { VirtualHost } from '@reeve/machinery';
import { Workloads } from '@reeve/workloads';

const hour = 3_600_000;

test('a run takes the requests that it takes in a real cluster, and no more', async () => {
  const requests: string[] = [];
  const host = new VirtualHost({ seed: 1 });
  await using server = await ApiServer.start({
    profile: 'cluster',
    host,
    onRequest: ({ method, info }) => {
      if (method === 'GET' || !info.isResource) return;
      requests.push(`${info.verb} ${info.plural}${info.subresource === undefined ? '' : `/${info.subresource}`}`);
    },
  });
  const client = new Client({ transport: server.transport, host });
  await host.run(async () => {
    await using workloads = await Workloads.start({ transport: server.transport, host, isLocal: true });
    await client.create(CronJob, hourly);
    await host.sleep(6.5 * hour); // there is history to forget from here on
    const since = host.clock.now();
    requests.length = 0;
    await host.sleep(hour);
    const runs = workloads.manager.recentRuns.all().filter(({ startedAt }) => startedAt >= since);
    const looks = runs.filter(({ controller }) => controller === 'default-scheduler').map(({ request }) => request.key);
    expect(new Set(looks).size, 'the scheduler looks at a pod once to place it, and once when it is gone').toBe(
      looks.length,
    );
  });
  expect(counted(requests)).toEqual({
    'create jobs': 1,
    'create pods': 1,
    'create pods/binding': 1,
    'patch pods/status': 2,
    'patch pods': 1,
    'update jobs/status': 3,
    'update cronjobs/status': 2,
    'delete jobs': 1,
    'create events': 10,
  });
});

const counted = (words: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
};

const hourly = CronJob.of({
  metadata: { name: 'hourly', namespace: 'default' },
  spec: {
    schedule: '0 * * * *',
    jobTemplate: {
      spec: {
        template: {
          spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox', command: ['true'] }] },
        },
      },
    },
  },
});
