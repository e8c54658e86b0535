import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { ApiServer } from '@reeve/apiserver';
import { Client, mergePatch } from '@reeve/client';
import { Deployment } from '@reeve/kinds/apps/v1';
import { Namespace, Secret } from '@reeve/kinds/core/v1';
import { VirtualHost } from '@reeve/machinery';
import type { KubeObject } from '@reeve/machinery';
import { accessFilterNeeds, Manager } from '@reeve/runtime';
import type { ControllerDefinition } from '@reeve/runtime';
import { Workloads } from '@reeve/workloads';
import { Backup, backups } from '../../../../examples/backup/src/backup.ts';
import { enterRun, removeBackup } from '../../../../examples/backup/src/catalogue.ts';
import { CronJob, cronJobs } from '../../../../examples/cronjob/src/cron-job.ts';
import { secretCopier, toAnnotation } from '../../../../examples/secret-copier/src/secret-copier.ts';
import { Website, websites } from '../../../../examples/website/src/website.ts';
import { Folder, reeve } from '../executable.ts';
import { RoleCheck } from './role-check.ts';

/** The objects that are rendered of an example: of its first file, which may import the others. */
async function rendered(example: string, ...names: readonly string[]): Promise<KubeObject[]> {
  const sources = new URL(`../../../../examples/${example}/src/`, import.meta.url);
  using folder = new Folder(
    Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, sources), 'utf8')])),
  );
  const { code, out, err } = await reeve(['render', names[0] ?? '', '--name', 'operator'], folder);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return parseAllDocuments(out).map((document) => document.toJS() as KubeObject);
}

/** The pod of the Deployment answers no webhooks here: nothing runs in virtual pods. */
function withoutWebhooks(object: KubeObject): readonly KubeObject[] {
  if (object.kind?.endsWith('WebhookConfiguration')) return [];
  const { spec } = object as { spec?: { conversion?: unknown } };
  if (spec?.conversion === undefined) return [object];
  const { conversion: _, ...rest } = spec;
  return [{ ...object, spec: rest } as KubeObject];
}

interface Play {
  readonly client: Client;
  readonly host: VirtualHost;
}

/** What the rendered roles refuse, and what they grant that is not used, when the rendered objects are on a cluster and the controller works there. */
async function rolesInUse(
  objects: readonly KubeObject[],
  controller: ControllerDefinition,
  live: (play: Play) => Promise<void>,
): Promise<{ readonly denied: readonly string[]; readonly unused: readonly string[] }> {
  const host = new VirtualHost({ seed: 3 });
  host.effects.standIn(enterRun, () => undefined);
  host.effects.standIn(removeBackup, () => undefined);
  await using server = await ApiServer.start({ host, profile: 'cluster' });
  const client = new Client({ transport: server.transport, host });
  const roles = new RoleCheck(objects, 'operator-system/operator');
  await host.run(async () => {
    await using _ = await Workloads.start({ transport: server.transport, host, isLocal: true });
    await client.applyAll(objects.flatMap(withoutWebhooks), { fieldManager: 'test' });
    await host.sleep(5000);
    const deployment = await client.get(Deployment, 'operator-system/operator');
    expect(deployment.status?.readyReplicas).toBe(1);
    const stop = new AbortController();
    const running = new Manager({
      transport: roles.transport(server.transport),
      host,
      checkPermissions: accessFilterNeeds,
      leaderElection: { name: 'operator', namespace: 'operator-system' },
    })
      .add(controller)
      .run({ signal: stop.signal });
    await Promise.race([live({ client, host }), running]);
    stop.abort();
    await running;
  });
  return { denied: roles.denied, unused: roles.unused };
}

/** Granted to every operator: used where its metrics are read, and when a second leader takes over. */
const always = [
  'create subjectaccessreviews.authorization.k8s.io',
  'create tokenreviews.authentication.k8s.io',
  'patch events in operator-system',
];
/** What a controller tells of its objects. */
const events = ['create events.events.k8s.io', 'patch events.events.k8s.io'];
/** Lists come by way of the watch where the server can do that, and reads from the cache. */
const reads = (...resources: readonly string[]): string[] =>
  resources.flatMap((resource) => [`get ${resource}`, `list ${resource}`]);
const inDefault = (name: string) => ({ namespace: 'default', name });

describe('the rendered roles of an example allow all that it requests, and what they grant besides follows from its definition:', () => {
  test('website', async () => {
    const { denied, unused } = await rolesInUse(await rendered('website', 'website.ts'), websites, async (play) => {
      const { client, host } = play;
      await client.create(Website, { metadata: inDefault('blog'), spec: { replicas: 1 } });
      await host.sleep(20_000);
      await client.patch(Website, 'default/blog', mergePatch({ spec: { replicas: 2 } }));
      await client.delete(Deployment, 'default/blog');
      await host.sleep(20_000);
      expect((await client.get(Website, 'default/blog')).status?.ready).toBe(2);
      await client.delete(Website, 'default/blog');
      await host.sleep(5000);
    });
    expect(denied).toEqual([]);
    expect(unused).toEqual(
      [
        ...always,
        ...events,
        ...reads('websites.web.example.com', 'deployments.apps', 'services'),
        // Writes of what it owns.
        'delete deployments.apps',
        'update deployments.apps',
        'delete services',
        'update services',
        'update websites/finalizers.web.example.com', // asked for where an admission plugin guards owner references
      ].toSorted(),
    );
  });

  test('cronjob', async () => {
    const { denied, unused } = await rolesInUse(await rendered('cronjob', 'cron-job.ts'), cronJobs, async (play) => {
      const { client, host } = play;
      const template = {
        spec: { restartPolicy: 'OnFailure' as const, containers: [{ name: 'hello', image: 'busybox' }] },
      };
      const spec = { schedule: '@every 1m', successfulJobsHistoryLimit: 1, jobTemplate: { spec: { template } } };
      await client.create(CronJob, { metadata: inDefault('hello'), spec });
      await host.sleep(300_000);
      await client.delete(CronJob, 'default/hello');
      await host.sleep(5000);
    });
    expect(denied).toEqual([]);
    expect(unused).toEqual(
      [
        ...always,
        ...reads('cronjobs.batch.tutorial.example.com', 'jobs.batch'),
        'update jobs.batch', // a write of what it owns
        'update cronjobs/finalizers.batch.tutorial.example.com',
        'patch cronjobs.batch.tutorial.example.com', // taking an object over that is stored at another version
        // Its webhooks, which do not run here: their certificates, and their authority in what names them.
        'create secrets in operator-system',
        'get secrets in operator-system',
        'update secrets in operator-system',
        'get customresourcedefinitions.apiextensions.k8s.io',
        'patch customresourcedefinitions.apiextensions.k8s.io',
        'get validatingwebhookconfigurations.admissionregistration.k8s.io',
        'patch validatingwebhookconfigurations.admissionregistration.k8s.io',
      ].toSorted(),
    );
  });

  test('backup', async () => {
    const { denied, unused } = await rolesInUse(
      await rendered('backup', 'backup.ts', 'catalogue.ts'),
      backups,
      async (play) => {
        const { client, host } = play;
        const spec = { source: 'data', schedule: '@every 1m', catalogue: 'https://catalogue.example.com', keep: 1 };
        await client.create(Backup, { metadata: inDefault('nightly'), spec });
        await host.sleep(300_000);
        await client.delete(Backup, 'default/nightly');
        await host.sleep(5000);
      },
    );
    expect(denied).toEqual([]);
    expect(unused).toEqual(
      [
        ...always,
        ...events,
        ...reads('backups.storage.example.com', 'jobs.batch', 'persistentvolumeclaims'),
        // Writes of what it owns.
        'update jobs.batch',
        'delete persistentvolumeclaims',
        'update persistentvolumeclaims',
        'update backups/finalizers.storage.example.com',
      ].toSorted(),
    );
  });

  test('secret-copier', async () => {
    const { denied, unused } = await rolesInUse(
      await rendered('secret-copier', 'secret-copier.ts'),
      secretCopier,
      async (play) => {
        const { client, host } = play;
        await client.create(Namespace, { metadata: { name: 'a', labels: { team: 'web' } } });
        await client.create(Secret, {
          metadata: { ...inDefault('login'), annotations: { [toAnnotation]: 'team=web' } },
        });
        await host.sleep(5000);
        expect((await client.get(Secret, 'a/login')).metadata.name).toBe('login');
        await client.patch(Secret, 'default/login', mergePatch({ data: { token: 'c2VzYW1l' } }));
        await host.sleep(5000);
        await client.delete(Secret, 'default/login');
        await host.sleep(5000);
      },
    );
    expect(denied).toEqual([]);
    expect(unused).toEqual([...always, ...events, ...reads('namespaces'), 'get secrets'].toSorted());
  });
});
