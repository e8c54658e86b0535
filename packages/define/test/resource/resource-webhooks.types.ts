/** Types of the functions that API servers call: compiling is passing. */
import { z } from 'zod';
import { defineResource } from '@reeve/define';

export const Single = defineResource({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Website',
  spec: z.object({ image: z.string().default('nginx'), replicas: z.int().optional() }),
  default(site, ctx) {
    site.spec.replicas ??= ctx.dryRun ? 0 : 1;
    // @ts-expect-error the draft has the types of the schema
    site.spec.image = 1;
  },
  validate: {
    create(site, ctx) {
      const image: string = site.spec.image;
      ctx.invalid('spec.image', image, 'must be an image');
      // @ts-expect-error what is validated is not changed
      site.spec.image = 'x';
    },
    async update(site, old) {
      const before: number | undefined = old.spec.replicas;
      await Promise.resolve(before === site.spec.replicas);
    },
  },
});

export const Several = defineResource({
  group: 'batch.example.com',
  kind: 'CronJob',
  versions: {
    v1: { spec: z.object({ schedule: z.string() }), storage: true },
    v2: {
      spec: z.object({ schedule: z.object({ minute: z.string(), hour: z.string().default('*') }) }),
      lossless: true,
      from(hub) {
        const text: string = hub.spec.schedule;
        const [minute = '*', hour = '*'] = text.split(' ');
        return { spec: { schedule: { minute, hour } } };
      },
      to({ spec: { schedule } }) {
        return { spec: { schedule: `${schedule.minute} ${schedule.hour}` } };
      },
    },
  },
  default(job) {
    job.spec.schedule = job.spec.schedule.trim();
  },
});

export const wrong = defineResource({
  group: 'batch.example.com',
  kind: 'CronJob',
  versions: {
    v1: { spec: z.object({ schedule: z.string() }), storage: true },
    v2: {
      spec: z.object({ cron: z.string() }),
      // @ts-expect-error a conversion returns the fields of its version
      from: (hub) => ({ spec: { schedule: hub.spec.schedule } }),
      // @ts-expect-error and takes them
      to: (object) => ({ spec: { schedule: object.spec.schedule } }),
    },
  },
});
