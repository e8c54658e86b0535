/**
 * The whole operator: a Backup starts a Job by its schedule, keeps the copies on a volume, and enters each run that ended well in a catalogue. When it is deleted, its finalizer
 * removes it from the catalogue first.
 */
import { z } from 'zod';
import {
  CronSchedule,
  defineController,
  defineResource,
  deletionStarted,
  Finalizers,
  isConditionTrue,
  isControlledBy,
  Job,
  k,
  PersistentVolumeClaim,
} from 'reeve';
import type { CachedObject, ReconcileContext } from 'reeve';
import { enterRun, removeBackup } from './catalogue.ts';

export const Backup = defineResource({
  group: 'storage.example.com',
  version: 'v1',
  kind: 'Backup',
  spec: z.object({
    /** The volume claim that is saved. */
    source: z.string().min(1).max(253).meta(k.immutable('make another Backup for another source')),
    schedule: k.cron(),
    /** How large the volume for the copies is. */
    size: k.quantity().default('1Gi'),
    /** The URL of the catalogue. */
    catalogue: z.url(),
    /** How many runs that ended well are kept. */
    keep: z.int().min(1).max(100).default(3),
  }),
  status: z.object({
    lastRun: k.time().optional(),
    /** The kept runs that are in the catalogue. */
    entered: z.array(z.string()).optional(),
  }),
  columns: { Source: '.spec.source', Schedule: '.spec.schedule', Last: '.status.lastRun' },
});

type ReadBackup = CachedObject<typeof Backup>;
type ReadJob = CachedObject<typeof Job>;
type Context = ReconcileContext<typeof Backup>;

const finalizers = new Finalizers(Backup).register('storage.example.com/catalogue', ({ spec }, ctx) =>
  ctx.perform(removeBackup, { catalogue: spec.catalogue, backup: ctx.key }),
);

export const backups = defineController({
  for: Backup,
  owns: [Job, PersistentVolumeClaim],
  async reconcile(found, ctx) {
    const backup = await finalizers.reconcile(found, ctx);
    if (deletionStarted(backup)) return;
    await ctx.apply(claimFor(backup));
    const done = (await ownJobs(backup, ctx)).filter(endedWell);
    await enter(backup, done, ctx);
    const old = done.slice(0, -backup.spec.keep);
    for (const job of old) await ctx.delete(Job, job, { propagation: 'Background' });
    const { lastRun, nextMs } = await startDue(backup, ctx);
    const entered = done.slice(-backup.spec.keep).map(({ metadata }) => metadata.name);
    await ctx.status({ entered, ...(lastRun !== undefined && { lastRun }) });
    return { requeueAfterMs: nextMs };
  },
});

/** The Jobs of a backup, in the order of their runs: their names end in the time. */
async function ownJobs(backup: ReadBackup, ctx: Context): Promise<readonly ReadJob[]> {
  const jobs = await ctx.list(Job, { namespace: backup.metadata.namespace });
  return jobs
    .filter((job) => isControlledBy(job, backup))
    .toSorted((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1));
}

const endedWell = ({ status }: ReadJob): boolean => isConditionTrue(status?.conditions ?? [], 'Complete');

/** Enters what is not in the catalogue yet. When the catalogue fails, the run of the controller does, and it is tried again later. */
async function enter({ spec, status }: ReadBackup, done: readonly ReadJob[], ctx: Context): Promise<void> {
  for (const { metadata } of done) {
    if (status?.entered?.includes(metadata.name)) continue;
    await ctx.perform(enterRun, { catalogue: spec.catalogue, backup: ctx.key, job: metadata.name });
    ctx.log.info('entered a run in the catalogue', { job: metadata.name });
  }
}

/** Starts the latest run that is due, and says when the next one is. Of runs that were missed, only the latest is made up for. */
async function startDue(
  backup: ReadBackup,
  ctx: Context,
): Promise<{ readonly lastRun: string | undefined; readonly nextMs: number }> {
  const { spec, status, metadata } = backup;
  const schedule = CronSchedule.parse(spec.schedule);
  const now = ctx.now();
  const since = Date.parse(status?.lastRun ?? metadata.creationTimestamp);
  const [due] = schedule.missed(since, now, { limit: 1 });
  if (due !== undefined) await ctx.apply(jobFor(backup, due));
  const lastRun = due === undefined ? status?.lastRun : due.toISOString().replace('.000Z', 'Z');
  return { lastRun, nextMs: Number(schedule.next(now)) - now };
}

const claimFor = ({ metadata, spec }: ReadBackup): PersistentVolumeClaim =>
  PersistentVolumeClaim.of({
    metadata: { name: `${metadata.name}-copies` },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: String(spec.size) } } },
  });

/** A Job whose name says its run, so that one run is never two Jobs. */
const jobFor = ({ metadata, spec }: ReadBackup, due: Date): Job =>
  Job.of({
    metadata: { name: `${metadata.name}-${due.getTime() / 1000}` },
    spec: {
      backoffLimit: 2,
      template: {
        spec: {
          restartPolicy: 'Never',
          containers: [
            {
              name: 'copy',
              image: 'busybox',
              command: ['sh', '-c', 'sleep 5'],
              volumeMounts: [
                { name: 'source', mountPath: '/source', readOnly: true },
                { name: 'copies', mountPath: '/copies' },
              ],
            },
          ],
          volumes: [
            { name: 'source', persistentVolumeClaim: { claimName: spec.source, readOnly: true } },
            { name: 'copies', persistentVolumeClaim: { claimName: `${metadata.name}-copies` } },
          ],
        },
      },
    },
  });
