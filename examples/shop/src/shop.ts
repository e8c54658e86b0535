/**
 * The whole operator: a Shop is a database, a migration that runs when the database is ready and is deleted when it is done, and a web server that starts after it. When the Shop is deleted, all of
 * it goes in the reverse order.
 */
import { z } from 'zod';
import { defineController, defineResource, Deployment, Job, k, Service, StatefulSet, workflow } from 'reeve';
import type { CachedObject } from 'reeve';

export const Shop = defineResource({
  group: 'shops.example.com',
  version: 'v1',
  kind: 'Shop',
  spec: z.object({ image: z.string(), schema: z.int().min(1).default(1), replicas: z.int().default(1) }),
  status: z.object({ workflow: k.workflow(), conditions: k.conditions() }),
  columns: { Schema: '.spec.schema', Ready: '.status.conditions[?(@.type=="Ready")].status' },
});

type ReadShop = CachedObject<typeof Shop>;

export const shop = workflow(Shop, { name: 'shop', condition: 'Ready' })
  .objects('database', {
    produces: [StatefulSet, Service],
    objects: ({ object }) => [databaseFor(object), serviceFor(object)],
    output: (_, { object }) => ({ host: `${object.metadata.name}-db.${object.metadata.namespace}.svc` }),
  })
  .objects('migration', {
    after: ['database'],
    condition: 'Migrated',
    produces: [Job],
    objects: ({ object, outputs }) => migrationFor(object, outputs.database.host),
    deleteWhen: () => true, // it is ready when it is complete
    output: (_, { object }) => ({ schema: object.spec.schema }),
  })
  .task('announce', {
    after: ['migration'],
    input: () => null, // nothing of the Shop itself
    run: ({ object, outputs, context }) => {
      context.log.info('migrated', { shop: object.metadata.name, schema: outputs.migration.schema });
      return { announced: outputs.migration.schema };
    },
  })
  .objects('web', {
    after: ['database', 'migration'],
    produces: [Deployment],
    objects: ({ object, outputs }) => webFor(object, outputs.database.host),
  });

export const shops = defineController({ for: Shop, steps: [shop] });

const labelsOf = ({ metadata }: ReadShop, part: string) => ({ shop: metadata.name, part });

const databaseFor = (object: ReadShop): StatefulSet =>
  StatefulSet.of({
    metadata: { name: `${object.metadata.name}-db` },
    spec: {
      serviceName: `${object.metadata.name}-db`,
      selector: { matchLabels: labelsOf(object, 'db') },
      template: {
        metadata: { labels: labelsOf(object, 'db') },
        spec: { containers: [{ name: 'postgres', image: 'postgres:17' }] },
      },
    },
  });

const serviceFor = (object: ReadShop): Service =>
  Service.of({
    metadata: { name: `${object.metadata.name}-db` },
    spec: { clusterIP: 'None', selector: labelsOf(object, 'db'), ports: [{ port: 5432 }] },
  });

const migrationFor = (object: ReadShop, host: string): Job =>
  Job.of({
    metadata: { name: `${object.metadata.name}-migrate-${object.spec.schema}` },
    spec: {
      template: {
        spec: {
          restartPolicy: 'Never',
          containers: [
            {
              name: 'migrate',
              image: 'busybox',
              command: ['sh', '-c', 'sleep 1'],
              env: [{ name: 'HOST', value: host }],
            },
          ],
        },
      },
    },
  });

const webFor = (object: ReadShop, host: string): Deployment =>
  Deployment.of({
    metadata: { name: object.metadata.name },
    spec: {
      replicas: object.spec.replicas,
      selector: { matchLabels: labelsOf(object, 'web') },
      template: {
        metadata: { labels: labelsOf(object, 'web') },
        spec: { containers: [{ name: 'web', image: object.spec.image, env: [{ name: 'HOST', value: host }] }] },
      },
    },
  });
