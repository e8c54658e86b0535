import { InformerNames, informerMetrics, type InformerMetricsProvider } from '@reeve/cache';
import { describe, expect, test } from 'vitest';
import { thing } from '../objects.ts';
import { withInformer } from './manual-source.ts';

const resource = { group: 'example.com', version: 'v1', resource: 'things' };

/** Keeps what it is told, by metric and name; gauges are read when they are asked for. */
const meter = () => {
  const readers = new Map<string, () => number | undefined>();
  const asked: string[] = [];
  const provider: InformerMetricsProvider = {
    gauge: (metric, { name }, read) => {
      asked.push(metric);
      readers.set(`${metric} ${name}`, read);
      return { remove: () => readers.delete(`${metric} ${name}`) };
    },
    histogram: (metric, { name }) => {
      asked.push(metric);
      return { observe: (value) => readers.set(`${metric} ${name}`, () => value) };
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

test('metrics follow the informer and vanish when it stops · LW-28', async () => {
  const { values, asked, provider } = meter();
  const identity = new InformerNames().reserve('manager').identify(resource);
  await withInformer(
    async ({ source, start, stop, settle }) => {
      start();
      await settle();
      void source.store.replace([thing('a', 1), thing('b', 2)], '12345678901234567890');
      await settle();
      expect(values.get('informer_store_objects manager')).toBe(2);
      expect(values.get('informer_store_resource_version manager')).toBe(678901234567890);
      expect(values.get('informer_queued_items manager')).toBe(0);
      void source.store.delete(thing('a'));
      await settle();
      expect(values.get('informer_store_objects manager')).toBe(1);
      expect(values.has('informer_processing_latency_seconds manager')).toBe(true);
      stop.abort();
      await settle();
      expect(values.has('informer_store_objects manager')).toBe(false);
    },
    { identity, metrics: provider },
  );
  expect(asked.toSorted()).toEqual(informerMetrics.map(({ name }) => name).toSorted());
});

test('staleness grows while nothing is heard, before the first list and after it', async () => {
  const { values, provider } = meter();
  const identity = new InformerNames().reserve('manager').identify(resource);
  const staleness = () => values.get('informer_staleness_seconds manager');
  await withInformer(
    async ({ host, source, start, settle }) => {
      start();
      await settle();
      expect(values.get('informer_store_resource_version manager')).toBeUndefined();
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
