import { admit, type AdmissionRules } from '@reeve/cache';
import { FieldQuery, LabelQuery, parseFieldSelector, parseLabelSelector, type DeepWritable } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { thing, type Thing } from '../objects.ts';

const rules = (
  changed: Partial<AdmissionRules<Thing>> = {},
  selection: Partial<AdmissionRules<Thing>['selection']> = {},
) => ({
  selection: { namespace: undefined, labels: LabelQuery.everything, fields: FieldQuery.everything, ...selection },
  view: 'full' as const,
  keepsManagedFields: false,
  transform: undefined,
  ...changed,
});
const web = { ...thing('shop/a', 1, { labels: { app: 'web' } }) };

test.each([
  ['everything', {}, 'inside'],
  ['its namespace', { namespace: 'shop' }, 'inside'],
  ['another namespace', { namespace: 'bank' }, 'outside'],
  ['its labels', { labels: parseLabelSelector('app=web') }, 'inside'],
  ['other labels', { labels: parseLabelSelector('app!=web') }, 'outside'],
  ['nothing', { fields: FieldQuery.nothing }, 'outside'],
  ['its name', { fields: parseFieldSelector('metadata.name=a') }, 'inside'],
  ['another name', { fields: parseFieldSelector('metadata.name!=a') }, 'outside'],
  ['a field that only the server knows', { fields: parseFieldSelector('spec.nodeName=n1') }, 'unknown'],
  ['another name and such a field', { fields: parseFieldSelector('metadata.name=b,spec.nodeName=n1') }, 'outside'],
])('an informer of %s', (_, selection, expected) => {
  expect(admit(web, rules({}, selection)).type).toBe(expected);
});

test('an object passes the cut and the transform, and comes out frozen; it is not changed itself', () => {
  const managed = { ...web, metadata: { ...web.metadata, managedFields: [{ manager: 'm' }] } };
  const double = (object: Thing): Thing => ({ ...object, value: object.value * 2 });
  const admitted = admit<Thing>(managed, rules({ transform: double }));
  expect(admitted).toEqual({ type: 'inside', object: { ...web, value: 2 } });
  expect(admitted.type === 'inside' && Object.isFrozen(admitted.object.metadata)).toBe(true);
  expect(managed.metadata.managedFields).toHaveLength(1);
  const kept = admit<Thing>(managed, rules({ keepsManagedFields: true }));
  expect(kept).toEqual({ type: 'inside', object: managed });
});

test('a transform that changes what it is given does not change the writer’s object', () => {
  const written = { ...web, metadata: { ...web.metadata } };
  const blank = (object: DeepWritable<Thing>): Thing => {
    delete object.metadata.labels;
    object.value = 0;
    return object;
  };
  const { labels: _labels, ...metadata } = web.metadata;
  expect(admit<Thing>(written, rules({ transform: blank }))).toEqual({
    type: 'inside',
    object: { ...web, metadata, value: 0 },
  });
  expect(written).toEqual(web);
});

test('an informer of metadata holds metadata', () => {
  expect(admit(web, rules({ view: 'metadata' }))).toEqual({
    type: 'inside',
    object: { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata: web.metadata },
  });
});
