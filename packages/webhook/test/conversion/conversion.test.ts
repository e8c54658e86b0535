import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConversionFunctions, KubeObject } from '@reeve/machinery';
import { conversionEndpoint, Converter } from '@reeve/webhook';
import type { ConvertedKind } from '@reeve/webhook';
import { handlerOf, send } from '../reviews.ts';

/** The functions of a version; what their specs are is a matter of each. */
const functions = (from: (spec: never) => object, to: (spec: never) => object, lossless?: boolean) =>
  ({
    from: (hub: { readonly spec: never }) => ({ spec: from(hub.spec) }),
    to: (object: { readonly spec: never }) => ({ spec: to(object.spec) }),
    ...(lossless && { lossless }),
  }) as unknown as ConversionFunctions;

const without =
  (field: string) =>
  (spec: object): object =>
    Object.fromEntries(Object.entries(spec).filter(([name]) => name !== field));

/** v1 has a schedule as a text, v2 in parts, v3 calls it `cron`. */
interface Text {
  readonly schedule: string;
}

const split = functions(
  ({ schedule }: Text) => ({ schedule: { minute: schedule.split(' ')[0], hour: schedule.split(' ')[1] } }),
  ({ schedule: { minute, hour } }: { schedule: { minute: string; hour: string } }) => ({
    schedule: `${minute} ${hour}`,
  }),
);
const renamed = functions(
  ({ schedule }: Text) => ({ cron: schedule }),
  ({ cron }: { readonly cron: string }) => ({ schedule: cron }),
);
const job: ConvertedKind = {
  group: 'batch.example.com',
  kind: 'CronJob',
  versions: ['v1', 'v2', 'v3'],
  hub: 'v1',
  conversions: { v2: split, v3: renamed },
};
const objectOf = (version: string, spec: object, group = 'batch.example.com'): KubeObject =>
  ({
    apiVersion: `${group}/${version}`,
    kind: 'CronJob',
    metadata: { name: 'a', uid: '1', labels: { x: 'y' } },
    spec,
  }) as KubeObject;

const review = (desiredAPIVersion: string, objects: readonly unknown[]) => ({
  kind: 'ConversionReview',
  apiVersion: 'apiextensions.k8s.io/v1',
  request: { uid: 'u1', desiredAPIVersion, objects },
});

async function convert(kinds: readonly ConvertedKind[], desired: string, ...objects: unknown[]) {
  const { status, body } = await send(handlerOf(conversionEndpoint(kinds)), review(desired, objects));
  expect(status).toBe(200);
  return JSON.parse(body).response;
}

describe('conversion', () => {
  test.each([
    ['a spoke becomes the hub', objectOf('v2', { schedule: { minute: '1', hour: '2' } }), 'v1', { schedule: '1 2' }],
    ['the hub becomes a spoke', objectOf('v1', { schedule: '1 2' }), 'v2', { schedule: { minute: '1', hour: '2' } }],
    ['a spoke becomes another', objectOf('v3', { cron: '1 2' }), 'v2', { schedule: { minute: '1', hour: '2' } }],
  ])('%s, and keeps its metadata · CR-110 versions', async (_, object, version, spec) => {
    expect(await convert([job], `batch.example.com/${version}`, object)).toEqual({
      uid: 'u1',
      convertedObjects: [{ ...objectOf(version, spec) }],
      result: { status: 'Success' },
    });
  });

  test.each([
    ['another group', objectOf('v1', { schedule: '1 2' }), 'other.example.com/v2', /versions of one group convert/],
    ['the same version', objectOf('v1', { schedule: '1 2' }), 'batch.example.com/v1', /already/],
    [
      'an unknown version',
      objectOf('v1', { schedule: '1 2' }),
      'batch.example.com/v9',
      /there is no version v9 of CronJob/,
    ],
    [
      'an unknown kind',
      { ...objectOf('v1', {}), kind: 'Job' },
      'batch.example.com/v2',
      /there is no conversion of Job/,
    ],
    [
      'an unknown group',
      objectOf('v1', {}, 'core'),
      'batch.example.com/v2',
      /there is no conversion of CronJob of core/,
    ],
    [
      'a function that throws',
      objectOf('v1', {}),
      'batch.example.com/v2',
      /CronJob a cannot become batch.example.com\/v2: Cannot read/,
    ],
  ])('of %s fails with a reason · CR-110 errors', async (_, object, desired, reason) => {
    const response = await convert([job], desired, object);
    expect(response).toMatchObject({ uid: 'u1', convertedObjects: [], result: { status: 'Failure' } });
    expect(response.result.message).toMatch(reason);
  });

  test.each([
    ['no hub among the versions', { ...job, hub: 'v4' }, /the hub of CronJob of batch.example.com is v4/],
    [
      'a version without functions',
      { ...job, conversions: { v2: split } },
      /the version v3 of CronJob .* needs from and to/,
    ],
    [
      'half of the functions',
      { ...job, conversions: { v2: split, v3: { from: renamed.from } as never } },
      /v3 .* needs from and to/,
    ],
    [
      'functions of the hub',
      { ...job, conversions: { ...job.conversions, v1: split } },
      /conversions for v1, which is the hub/,
    ],
    [
      'functions of no version',
      { ...job, conversions: { ...job.conversions, v9: split } },
      /conversions for v9, which is no version of it/,
    ],
  ])('with %s is refused when it is made · CR-110 registry', (_, kind, reason) => {
    expect(() => new Converter(kind)).toThrow(reason);
  });

  test('of one kind twice is refused when it is made · CR-110 registry', () => {
    expect(() => conversionEndpoint([job, job])).toThrow(/two conversions of CronJob/);
  });

  test('serves several kinds at one path, in one review as well', async () => {
    const shop = { ...job, group: 'shop.example.com' };
    const other = objectOf('v3', { cron: '3 4' }, 'shop.example.com');
    expect(await convert([job, shop], 'shop.example.com/v1', other)).toMatchObject({
      convertedObjects: [{ apiVersion: 'shop.example.com/v1', spec: { schedule: '3 4' } }],
    });
  });

  test('refuses a review without objects, or with something else', async () => {
    const handler = handlerOf(conversionEndpoint([job]));
    for (const objects of [undefined, [1], [{ spec: {} }]]) {
      expect((await send(handler, review('batch.example.com/v1', objects as never))).status).toBe(400);
    }
  });
});

describe('a lossless conversion', () => {
  /** v2 has no zone and v1 no colour. */
  const lossy = new Converter({
    ...job,
    versions: ['v1', 'v2'],
    conversions: {
      v2: functions(without('zone'), without('color'), true),
    },
  });
  const to = (version: string, object: KubeObject) => lossy.convert(object, `batch.example.com/${version}`);
  const spec = fc.dictionary(
    fc.constantFrom('zone', 'color', 'a', 'b'),
    fc.oneof(fc.string(), fc.integer(), fc.array(fc.integer()), fc.constant(null)),
  );

  test('brings every object back as it was', () => {
    const check = (version: string, other: string) => (fields: object) => {
      expect(to(version, to(other, objectOf(version, fields)))).toEqual(objectOf(version, fields));
    };
    fc.assert(fc.property(spec, check('v1', 'v2')), { seed: 29 });
    fc.assert(fc.property(spec, check('v2', 'v1')), { seed: 29 });
  });

  test('keeps what was changed meanwhile, and puts the rest back', () => {
    const v2 = to('v2', objectOf('v1', { zone: 'UTC', a: 1 })) as KubeObject & { spec: Record<string, unknown> };
    expect(v2.metadata.annotations).toHaveProperty(['conversion.reeve.dev/hub']);
    v2.spec['a'] = 2;
    expect(to('v1', v2)).toEqual(objectOf('v1', { a: 2, zone: 'UTC' }));
  });

  test('takes an annotation that somebody else wrote for nothing', () => {
    for (const text of ['{', '[1]', '[{"path":["metadata","name"],"is":"x"}]', '[{"path":[]}]', 'null']) {
      const object = objectOf('v2', { a: 1 });
      object.metadata.annotations = { 'conversion.reeve.dev/hub': text };
      expect(to('v1', object)).toMatchObject({ metadata: { name: 'a' }, spec: { a: 1 } });
    }
  });
});
