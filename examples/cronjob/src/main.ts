/**
 * Plays the operator: a job every second, at most two finished ones kept, and a schedule that cannot be read.
 */
import { playExample } from '@reeve-examples/common';
import { Job, mergePatch } from 'reeve';
import { CronJob, cronJobs } from './cron-job.ts';

const manager = { fieldManager: 'example' };

await playExample({
  definitions: [CronJob],
  controllers: [cronJobs],
  tries: ['kubectl get cronjobs.batch.tutorial.example.com', 'kubectl get jobs -w', 'kubectl get pods'],
  async sample({ client }) {
    const spec = {
      schedule: '@every 1s',
      successfulJobsHistoryLimit: 2,
      jobTemplate: {
        spec: {
          template: {
            spec: {
              restartPolicy: 'OnFailure' as const,
              containers: [{ name: 'hello', image: 'busybox', command: ['echo', 'hello'] }],
            },
          },
        },
      },
    };
    await client.apply(CronJob, { metadata: { namespace: 'default', name: 'hello' }, spec }, manager);
  },
  async scene(stage) {
    const { client } = stage;
    const names = new Set<string>();
    await stage.until('four runs, of which two finished ones are kept', async () => {
      const { items } = await client.list(Job, { namespace: 'default' });
      const runs = items.filter(({ metadata }) => metadata.name.startsWith('hello-')); // a real cluster may hold other Jobs
      for (const { metadata } of runs) names.add(metadata.name);
      const finished = runs.filter(({ status }) => status?.succeeded === 1);
      return names.size >= 4 && finished.length <= 2 ? true : undefined;
    });
    stage.say(`${names.size} runs, and the older ones are forgotten`);
    await client.patch(CronJob, 'default/hello', mergePatch({ spec: { suspend: true } }));
    await stage.untilObject(
      CronJob,
      'default/hello',
      'to have nothing running',
      ({ status }) => status?.active?.length === 0,
    );
    stage.say('suspended, and nothing runs');
    await stage.show(CronJob, Job);
  },
});
