import { describe, expect, test } from 'vitest';
import { defineKind } from '@reeve/machinery';
import type { KubeObject, ObjectMeta, OwnerReference } from '@reeve/machinery';
import { causeOf, lowPriority, priorityOf, requestOf, toLabelled, toMapped, toObject, toOwner } from '@reeve/runtime';
import type { EventMapper, ObjectEvent } from '@reeve/runtime';

const Site = defineKind({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Site',
  plural: 'sites',
  scope: 'Namespaced',
});
const Estate = defineKind({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Estate',
  plural: 'estates',
  scope: 'Cluster',
});

const pod = (metadata: ObjectMeta): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'default', name: 'barn', ...metadata },
});
const create = (metadata: ObjectMeta = {}): ObjectEvent => ({ type: 'create', object: pod(metadata) });
const update = (old: ObjectMeta, now: ObjectMeta): ObjectEvent => ({ type: 'update', old: pod(old), object: pod(now) });
const owner = (name: string, more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: 'web.example.com/v1',
  kind: 'Site',
  name,
  uid: name,
  controller: true,
  ...more,
});
const keys = (mapper: EventMapper, event: ObjectEvent) => mapper.requests(event).map(({ key }) => String(key));

describe('an event stands for', () => {
  test('the key that its source knows, and otherwise for the name of its object', () => {
    const event = update({ name: 'barn' }, { name: 'barn' });
    expect(keys(toObject(), event)).toEqual(['default/barn']);
    expect(keys(toObject(), { ...event, key: requestOf('farm', 'barn').key } as ObjectEvent)).toEqual(['farm/barn']);
    expect(causeOf('Pod', { ...event, key: requestOf('farm', 'barn').key } as ObjectEvent).object).toBe('farm/barn');
  });

  test('its object, of an update the new one · CR-116', () => {
    const events: ObjectEvent[] = [
      create(),
      update({ name: 'old' }, {}),
      { type: 'delete', object: pod({}) },
      { type: 'generic', object: pod({}) },
    ];
    expect(events.map((event) => keys(toObject(), event))).toEqual([
      ['default/barn'],
      ['default/barn'],
      ['default/barn'],
      ['default/barn'],
    ]);
  });

  test('nothing, where the object has no name · CR-116', () => {
    expect(keys(toObject(), { type: 'generic', object: { metadata: {} } })).toEqual([]);
  });

  test('the owner that controls it, in the namespace of the object · CR-116', () => {
    const references = [owner('blog'), owner('other', { controller: false })];
    expect(keys(toOwner(Site), create({ ownerReferences: references }))).toEqual(['default/blog']);
  });

  test('all owners of the kind, where asked for · CR-116', () => {
    const references = [owner('blog'), owner('other', { controller: false }), owner('shop', { kind: 'Shop' })];
    expect(keys(toOwner(Site, { anyOwner: true }), create({ ownerReferences: references }))).toEqual([
      'default/blog',
      'default/other',
    ]);
  });

  test('an owner in any version of its group, and in no other group · CR-116', () => {
    const references = [
      owner('a', { apiVersion: 'web.example.com/v1beta1' }),
      owner('b', { apiVersion: 'other.example.com/v1' }),
      owner('c', { apiVersion: 'v1' }),
    ];
    expect(keys(toOwner(Site), create({ ownerReferences: references }))).toEqual(['default/a']);
  });

  test('no owner whose version cannot be read · CR-116', () => {
    expect(keys(toOwner(Site), create({ ownerReferences: [owner('a', { apiVersion: 'a/b/c' })] }))).toEqual([]);
  });

  test('an owner of the cluster without a namespace · CR-116', () => {
    expect(keys(toOwner(Estate), create({ ownerReferences: [owner('manor', { kind: 'Estate' })] }))).toEqual(['manor']);
  });

  test('the owners before and after an update, once each · CR-116', () => {
    const mapper = toOwner(Site);
    expect(keys(mapper, update({ ownerReferences: [owner('a')] }, { ownerReferences: [owner('b')] }))).toEqual([
      'default/a',
      'default/b',
    ]);
    expect(keys(mapper, update({ ownerReferences: [owner('a')] }, { ownerReferences: [owner('a')] }))).toEqual([
      'default/a',
    ]);
  });

  test('whatever a function says of both sides · CR-116', () => {
    const mapper = toMapped(({ metadata }) => [
      `default/${metadata.labels?.['site'] ?? 'none'}`,
      requestOf(undefined, 'all'),
    ]);
    expect(keys(mapper, update({ labels: { site: 'a' } }, { labels: { site: 'b' } }))).toEqual([
      'default/a',
      'all',
      'default/b',
    ]);
  });

  test('the object that a label names', () => {
    expect(keys(toLabelled('site'), create({ labels: { site: 'blog' } }))).toEqual(['default/blog']);
    expect(keys(toLabelled('site'), create())).toEqual([]);
  });

  test('a request in the cluster that it came from', () => {
    expect(toObject('west').requests(create())).toEqual([{ key: 'default/barn', cluster: 'west' }]);
  });
});

describe('the priority of an event', () => {
  test('is low for the initial list and for what is told of again · CR-116', () => {
    expect(priorityOf({ type: 'create', object: pod({}), isInitialList: true })).toBe(lowPriority);
    expect(priorityOf(update({ resourceVersion: '1' }, { resourceVersion: '1' }))).toBe(-100);
  });

  test('is ordinary for all else · CR-116', () => {
    const events: ObjectEvent[] = [
      create(),
      update({ resourceVersion: '1' }, { resourceVersion: '2' }),
      { type: 'delete', object: pod({}) },
      { type: 'generic', object: pod({}) },
    ];
    expect(events.map(priorityOf)).toEqual([0, 0, 0, 0]);
  });
});
