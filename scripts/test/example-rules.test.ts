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
