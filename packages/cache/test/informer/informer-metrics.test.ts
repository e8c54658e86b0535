import {
  InformerNames,
  SharedIndexInformer,
  StreamDecodingError,
  informerMetrics,
  type InformerMetricLabels,
  type InformerMetricsProvider,
} from '@reeve/cache';
import { describe, expect, test } from 'vitest';
import { thing, type Thing } from '../objects.ts';
import { ManualSource, withInformer } from './manual-source.ts';

const resource = { group: 'example.com', version: 'v1', resource: 'things' };

/** Keeps what it is told, by metric and all labels; gauges are read when they are asked for. */
const meter = () => {
  const readers = new Map<string, () => number | undefined>();
  const asked: string[] = [];
  const series = (metric: string, { name, group, version, resource: kind }: InformerMetricLabels): string =>
    `${metric} ${name} ${group}/${version} ${kind}`;
  const provider: InformerMetricsProvider = {
    gauge: (metric, labels, read) => {
      asked.push(metric);
      readers.set(series(metric, labels), read);
      return { remove: () => readers.delete(series(metric, labels)) };
    },
    histogram: (metric, labels) => {
      asked.push(metric);
      return { observe: (value) => readers.set(series(metric, labels), () => value) };
    },
  };
  const values = {
    get: (name: string) => readers.get(name)?.(),
    has: (name: string) => readers.has(name),
  };
  return { values, asked, provider };
};

describe('the name of an informer', () => {
  test('is taken once, and free again when it is released · SI-39', () => {
    const names = new InformerNames();
    const mine = names.reserve('manager');
    expect(() => names.reserve('manager')).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
    mine.release();
    mine.release();
    expect(names.reserve('manager').name).toBe('manager');
  });

  test('is unique for the first informer of a resource, until that gives it back · SI-39', () => {
    const reservation = new InformerNames().reserve('manager');
    const first = reservation.identify(resource);
    const second = reservation.identify(resource);
    const other = reservation.identify({ ...resource, resource: 'gadgets' });
    expect([first, second, other].map(({ isUnique }) => isUnique)).toEqual([true, false, true]);
    second.release(); // not its own: changes nothing
    expect(reservation.identify(resource).isUnique).toBe(false);
    first.release();
    expect(reservation.identify(resource).isUnique).toBe(true);
    reservation.release();
    expect(reservation.identify(resource).isUnique).toBe(false);
  });
});

const things = 'manager example.com/v1 things';

test('metrics follow each informer under its context name and kind, and vanish when it stops · LW-28', async () => {
  const { values, asked, provider } = meter();
  const reservation = new InformerNames().reserve('manager');
  const gadgets = 'manager example.com/v2 gadgets';
  await withInformer(
    async ({ host, source, start, stop, settle }) => {
      const otherSource = new ManualSource();
      const other = new SharedIndexInformer<Thing>({
        source: otherSource,
        host,
        identity: reservation.identify({ ...resource, version: 'v2', resource: 'gadgets' }),
        metrics: provider,
      });
      const otherStop = new AbortController();
      const running = other.run(otherStop.signal);
      start();
      await settle();
      void source.store.replace([thing('a', 1), thing('b', 2)], '12345678901234567890');
      void otherSource.store.replace([thing('c', 1)], '7');
      await settle();
      expect(values.get(`informer_store_objects ${things}`)).toBe(2);
      expect(values.get(`informer_store_objects ${gadgets}`)).toBe(1);
      expect(values.get(`informer_store_resource_version ${things}`)).toBe(678901234567890);
      expect(values.get(`informer_store_resource_version ${gadgets}`)).toBe(7);
      expect(values.get(`informer_queued_items ${things}`)).toBe(0);
      void source.store.delete(thing('a'));
      await settle();
      expect(values.get(`informer_store_objects ${things}`)).toBe(1);
      expect(values.has(`informer_processing_latency_seconds ${things}`)).toBe(true);
      stop.abort();
      await settle();
      expect(values.has(`informer_store_objects ${things}`)).toBe(false);
      expect(values.get(`informer_store_objects ${gadgets}`)).toBe(1);
      otherStop.abort();
      await running;
    },
    { identity: reservation.identify(resource), metrics: provider },
  );
  const names = informerMetrics.map(({ name }) => name);
  expect(asked.toSorted()).toEqual([...names, ...names].toSorted());
});

test('lists and watches that end because an object cannot be decoded, or its transform throws, are counted', async () => {
  const { values, provider } = meter();
  const identity = new InformerNames().reserve('manager').identify(resource);
  await withInformer(
    async ({ source, start, settle }) => {
      start();
      await settle();
      expect(values.get(`informer_decoding_failures ${things}`)).toBe(0);
      source.context.onError(new StreamDecodingError('the watch of Things'));
      source.context.onError(Object.assign(new Error('no spec'), { code: 'REEVE_TRANSFORM' }));
      source.context.onError(new Error('connection refused'));
      expect(values.get(`informer_decoding_failures ${things}`)).toBe(2);
    },
    { identity, metrics: provider },
  );
});

test('staleness grows while nothing is heard, before the first list and after it', async () => {
  const { values, provider } = meter();
  const identity = new InformerNames().reserve('manager').identify(resource);
  const staleness = () => values.get(`informer_staleness_seconds ${things}`);
  await withInformer(
    async ({ host, source, start, settle }) => {
      start();
      await settle();
      expect(values.get(`informer_store_resource_version ${things}`)).toBeUndefined();
      await host.sleep(60_000);
      expect(staleness()).toBeCloseTo(60.01);
      void source.store.replace([thing('a', 1)], '1');
      await settle();
      expect(staleness()).toBeCloseTo(0.01);
      await host.sleep(400_000);
      expect(staleness()).toBeCloseTo(400.01);
      source.context.onHeard();
      expect(staleness()).toBe(0);
    },
    { identity, metrics: provider },
  );
});

test('an informer whose name is somebody else’s keeps no metrics · SI-39', async () => {
  const { asked, provider } = meter();
  const reservation = new InformerNames().reserve('manager');
  reservation.identify(resource);
  await withInformer(
    async ({ start, settle }) => {
      start();
      await settle();
      expect(asked).toEqual([]);
    },
    { identity: reservation.identify(resource), metrics: provider },
  );
});
