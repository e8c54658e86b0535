/** Types that must hold: compiling is passing. */
import { z } from 'zod';
import { defineResource, k } from '@reeve/define';
import { ConfigMap, Service } from '@reeve/kinds/core/v1';
import { workflow } from '@reeve/patterns';
import type { NodeObjectRef, Workflow } from '@reeve/patterns';

const Shop = defineResource({
  group: 'shops.example.com',
  version: 'v1',
  kind: 'Shop',
  spec: z.object({ image: z.string(), size: z.int() }),
  status: z.object({ workflow: k.workflow(), conditions: k.conditions() }),
});

const config = ConfigMap.of({ metadata: { name: 'a' } });

const shop = workflow(Shop, { name: 'shop' })
  .objects('settings', { produces: [ConfigMap], objects: () => config })
  .objects('services', { produces: [Service], objects: () => [Service.of({ metadata: { name: 's' } })] })
  .objects('address', {
    produces: [Service],
    objects: ({ object }) => Service.of({ metadata: { name: object.metadata.name } }),
    readyWhen: (service) => service.spec?.clusterIP !== undefined,
    output: (service) => ({ ip: service.spec?.clusterIP ?? '' }),
  })
  .task('migrate', {
    after: ['address', 'settings'],
    optionalAfter: ['services'],
    input: ({ spec }) => spec.image,
    run: async ({ object, outputs, attempt, idempotencyKey }) => {
      const ref: NodeObjectRef = outputs.settings;
      const services: readonly NodeObjectRef[] | undefined = outputs.services;
      return { rows: object.spec.size + outputs.address.ip.length + attempt, ref, key: idempotencyKey, services };
    },
    remove: ({ output }) => void (output?.rows.toFixed() satisfies string | undefined),
  })
  .task('announce', { after: ['migrate'], run: ({ outputs }) => outputs.migrate.rows > 1 });

// @ts-expect-error there is no node of this name
shop.task('late', { after: ['databse'], run: () => 1 });

// @ts-expect-error a node cannot come after itself
shop.task('late', { after: ['late'], run: () => 1 });

// @ts-expect-error it does not come after migrate, and so is not given its output
shop.task('late', { after: ['address'], run: ({ outputs }) => outputs.migrate.rows });

// @ts-expect-error a name is used once
shop.task('migrate', { run: () => 1 });

// @ts-expect-error an output that may be skipped may be undefined
shop.task('late', { optionalAfter: ['migrate'], run: ({ outputs }) => outputs.migrate.rows });

// @ts-expect-error outputs are read
shop.task('late', { after: ['migrate'], run: ({ outputs }) => void (outputs.migrate.rows = 1) });

// @ts-expect-error a Service is not among the kinds that the node produces
shop.objects('late', { produces: [ConfigMap], objects: () => Service.of({ metadata: { name: 's' } }) });

export type Checked = typeof shop extends Workflow<typeof Shop, { readonly announce: boolean }> ? true : never;
