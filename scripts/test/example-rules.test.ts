/** The rules of the examples: what they are for is refused, with a message that says what to do. */
import { expect, test } from 'vitest';
import { TestCluster } from '@reeve/testing';
import { CronJob } from '../../examples/cronjob/src/cron-job.ts';
import { Website } from '../../examples/website/src/website.ts';

test('the website example refuses a name that no Service can have', async () => {
  await using cluster = await TestCluster.start({ resources: [Website] });
  await cluster.client.create(Website, { metadata: { name: 'blog-1' } });
  const created = cluster.client.create(Website, { metadata: { name: '1st-blog' } });
  await expect(created).rejects.toThrow(
    'a Service gets this name: letters, digits and dashes, beginning with a letter',
  );
});

test('the cronjob example refuses a name that is too long for its jobs', async () => {
  await using cluster = await TestCluster.start({ resources: [CronJob] });
  const named = (name: string) =>
    cluster.client.create(CronJob, { metadata: { name }, spec: { schedule: '@hourly', jobTemplate: {} } });
  await named('a'.repeat(52));
  await expect(named('a'.repeat(53))).rejects.toThrow('jobs add 11 characters to the name: at most 52');
});

test('the cronjob example refuses a schedule that cannot be read, and serves a second version', async () => {
  await using cluster = await TestCluster.start({ resources: [CronJob] });
  const job = (name: string, schedule: string) => ({
    metadata: { name, namespace: 'default' },
    spec: { schedule, jobTemplate: {} },
  });
  await expect(cluster.client.create(CronJob, job('wrong', '* * *'))).rejects.toThrow(
    'spec.schedule: Invalid value: "* * *"',
  );

  await cluster.client.create(CronJob, job('nightly', '5 3 * * 1'));
  await cluster.client.create(CronJob, job('hourly', '@hourly'));
  const read = async (name: string) => (await cluster.client.get(CronJob.at('v2'), `default/${name}`)).spec.schedule;
  expect(await read('nightly')).toEqual({ minute: '5', hour: '3', dayOfMonth: '*', month: '*', dayOfWeek: '1' });
  expect(await read('hourly')).toEqual({ word: '@hourly' });

  const late = { schedule: { hour: '23' }, jobTemplate: {} };
  await cluster.client.create(CronJob.at('v2'), { metadata: { name: 'late', namespace: 'default' }, spec: late });
  expect((await cluster.client.get(CronJob, 'default/late')).spec.schedule).toBe('* 23 * * *');
});
