/** What webhooks do to requests, for every server that calls them: the embedded one, and a real kube-apiserver. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource } from '@reeve/define';
import type { InvalidError } from '@reeve/machinery';
import { Deployment } from '@reeve/kinds/apps/v1/deployment';
import { TestCluster } from '@reeve/testing';
import type { TestGround } from '@reeve/testing';
import { allowed, defineWebhook, denied, severalValidating, withWarnings } from '@reeve/webhook';

const CronJob = defineResource({
  group: 'batch.tutorial.example.com',
  kind: 'CronJob',
  versions: {
    v1: {
      storage: true,
      spec: z.object({ schedule: z.string(), suspend: z.boolean().optional(), zone: z.string().optional() }),
    },
    v2: {
      spec: z.object({ at: z.object({ minute: z.string(), hour: z.string() }), suspend: z.boolean().optional() }),
      lossless: true,
      from: ({ spec: { schedule, suspend } }) => {
        const [minute = '*', hour = '*'] = schedule.split(' ');
        return { spec: { at: { minute, hour }, ...(suspend !== undefined && { suspend }) } };
      },
      to: ({ spec: { at, suspend } }) => ({
        spec: { schedule: `${at.minute} ${at.hour}`, ...(suspend !== undefined && { suspend }) },
      }),
    },
  },
  default(job) {
    job.spec.suspend ??= false;
  },
  validate: {
    create(job, ctx) {
      if (job.spec.schedule.split(' ').length !== 2)
        ctx.invalid('spec.schedule', job.spec.schedule, 'must have a minute and an hour');
      if (job.spec.schedule.startsWith('*')) ctx.warn('a job for each minute is many');
      if (ctx.dryRun && job.metadata.name === 'never-dry') ctx.deny('not even for a try');
    },
    update(job, old, ctx) {
      if (job.spec.schedule !== old.spec.schedule && old.spec.suspend !== true)
        ctx.forbidden('spec.schedule', 'suspend the job first');
    },
    delete(job, ctx) {
      if (job.metadata.labels?.['keep'] === 'true') ctx.deny('it is to be kept', { code: 409, reason: 'Conflict' });
    },
  },
});
const deployments = defineWebhook({
  for: Deployment,
  operations: ['CREATE'],
  default(deployment) {
    (deployment.metadata.labels ??= {})['team'] ??= 'shop';
  },
  review: severalValidating(
    (request) => withWarnings(allowed(), `${request.userInfo.username === undefined ? 'nobody' : 'somebody'} deploys`),
    ({ name }) => (name === 'refused' ? denied('no Deployment of this name') : allowed()),
  ),
});

const deployment = (name: string) => ({
  metadata: { name, namespace: 'default' },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
  },
});
const job = (
  name: string,
  spec: { schedule: string; zone?: string; suspend?: boolean },
  labels?: Record<string, string>,
) => ({
  metadata: { name, namespace: 'default', ...(labels && { labels }) },
  spec,
});

/** Runs the suite on a server. */
export function webhookSuite(where: string, on: () => TestGround): void {
  describe(`webhooks that ${where} calls`, () => {
    let cluster: TestCluster;
    beforeAll(async () => {
      cluster = await TestCluster.start({ on: on(), resources: [CronJob], webhooks: [deployments], cleansUp: true });
      // A server notices configurations a moment after they are written.
      await cluster.eventually(async () => {
        const made = await cluster.client.create(CronJob, job('probe', { schedule: '1 2' }), { dryRun: true });
        const other = await cluster.client.create(Deployment, deployment('probe'), { dryRun: true });
        return made.spec.suspend === false && other.metadata.labels?.['team'] === 'shop';
      });
    });
    afterAll(() => cluster?.[Symbol.asyncDispose]());

    test('default what is created', async () => {
      const made = await cluster.client.create(CronJob, job('defaulted', { schedule: '1 2' }));
      expect(made.spec).toEqual({ schedule: '1 2', suspend: false });
    });

    test('refuse fields in the words of the server, with causes', async () => {
      const creating = cluster.client.create(CronJob, job('wrong', { schedule: 'often' }));
      const error: InvalidError = await creating.then(
        () => expect.fail('it was created'),
        (refusal: InvalidError) => refusal,
      );
      expect([error.httpStatus, error.reason]).toEqual([422, 'Invalid']);
      expect(error.status.message).toBe(
        'admission webhook "validate-cronjobs.v1.batch.tutorial.example.com" denied the request: CronJob.batch.tutorial.example.com "wrong" is invalid: ' +
          'spec.schedule: Invalid value: "often": must have a minute and an hour',
      );
      expect(error.causes).toEqual([
        {
          reason: 'FieldValueInvalid',
          field: 'spec.schedule',
          message: 'Invalid value: "often": must have a minute and an hour',
        },
      ]);
    });

    test('see the old object of an update, and of a deletion, whose code is the answer', async () => {
      await cluster.client.create(CronJob, job('kept', { schedule: '1 2' }, { keep: 'true' }));
      const changed = cluster.client.patch(CronJob, 'default/kept', {
        type: 'merge',
        patch: { spec: { schedule: '3 4' } },
      });
      await expect(changed).rejects.toMatchObject({
        httpStatus: 422,
        message: expect.stringContaining('suspend the job first'),
      });
      await expect(cluster.client.delete(CronJob, 'default/kept')).rejects.toMatchObject({
        httpStatus: 409,
        message: expect.stringContaining('it is to be kept'),
      });
      await cluster.client.patch(CronJob, 'default/kept', {
        type: 'merge',
        patch: { metadata: { labels: { keep: null } } },
      });
      await cluster.client.delete(CronJob, 'default/kept');
    });

    test('know a dry run', async () => {
      const create = (options?: { dryRun: boolean }) =>
        cluster.client.create(CronJob, job('never-dry', { schedule: '1 2' }), options);
      await expect(create({ dryRun: true })).rejects.toThrow('not even for a try');
      expect((await create()).metadata.name).toBe('never-dry');
    });

    test('stop a Deployment, combined with others, and change one of another kind · CR-109 combined', async () => {
      await expect(cluster.client.create(Deployment, deployment('refused'))).rejects.toMatchObject({
        httpStatus: 403,
        message: expect.stringContaining('no Deployment of this name'),
      });
      const made = await cluster.client.create(Deployment, deployment('fine'));
      expect(made.metadata.labels).toEqual({ team: 'shop' });
    });

    test('convert between versions, without loss', async () => {
      const v2 = CronJob.at('v2');
      await cluster.client.create(CronJob, job('converted', { schedule: '5 6', zone: 'Europe/Berlin', suspend: true }));
      const read = await cluster.client.get(v2, 'default/converted');
      expect(read.spec).toEqual({ at: { minute: '5', hour: '6' }, suspend: true });
      await cluster.client.update(v2, { ...read, spec: { ...read.spec, at: { minute: '7', hour: '8' } } });
      expect((await cluster.client.get(CronJob, 'default/converted')).spec).toEqual({
        schedule: '7 8',
        zone: 'Europe/Berlin',
        suspend: true,
      });
      const listed = await cluster.client.list(v2, { namespace: 'default' });
      expect(listed.items.every(({ apiVersion }) => apiVersion === 'batch.tutorial.example.com/v2')).toBe(true);
    });

    test('judge what is written in another version as well', async () => {
      const v2 = CronJob.at('v2');
      const made = await cluster.client.create(v2, {
        metadata: { name: 'from-v2', namespace: 'default' },
        spec: { at: { minute: '1', hour: '2' } },
      });
      expect(made.spec).toEqual({ at: { minute: '1', hour: '2' }, suspend: false });
    });
  });
}
