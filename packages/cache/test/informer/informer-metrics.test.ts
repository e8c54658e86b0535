import { InformerNames, informerMetrics, type InformerMetricsProvider } from '@reeve/cache';
import { describe, expect, test } from 'vitest';
import { thing } from '../objects.ts';
import { withInformer } from './manual-source.ts';

const resource = { group: 'example.com', version: 'v1', resource: 'things' };

/** Keeps what it is told, by metric and name. */
const meter = () => {
  const values = new Map<string, number>();
  const asked: string[] = [];
  const provider: InformerMetricsProvider = {
    gauge: (metric, { name }) => {
      asked.push(metric);
      return {
        set: (value) => values.set(`${metric} ${name}`, value),
        remove: () => values.delete(`${metric} ${name}`),
      };
    },
    histogram: (metric, { name }) => {
      asked.push(metric);
      return { observe: (value) => values.set(`${metric} ${name}`, value) };
    },
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
