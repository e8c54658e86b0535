/** Options that are numbers: what no timer can take is refused when something is made, not when it runs. */
import {
  Cache,
  ExpirationCache,
  HealthProbe,
  InformerFactory,
  InformerOverlay,
  InOrderQueue,
  Indexer,
  Reflector,
  SharedInformer,
} from '@reeve/cache';
import { ManualClock, VirtualHost, type Transport } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ManualSource, withInformer } from './informer/manual-source.ts';
import type { Thing } from './objects.ts';
import { RecordingStore } from './reflector/recording-store.ts';
import { ScriptedSource } from './reflector/script.ts';

const host = new VirtualHost();
const transport: Transport = { request: () => Promise.reject(new Error('nothing is asked')) };
const reflector = (options: object) =>
  new Reflector({ host, source: new ScriptedSource({}).source, store: new RecordingStore(), ...options });
const factory = (options: object) => new InformerFactory({ host, transport, ...options });
const cache = (options: object) => new Cache({ host, transport, ...options });
const probe = (options: object) => new HealthProbe({ host, transport, onHealth: () => {}, ...options });

const makers: Record<string, (value: number) => unknown> = {
  'resyncPeriodMs of a reflector': (resyncPeriodMs) => reflector({ resyncPeriodMs }),
  'pageSize of a reflector': (pageSize) => reflector({ pageSize }),
  'minWatchTimeoutMs of a reflector': (minWatchTimeoutMs) => reflector({ minWatchTimeoutMs }),
  'maxInternalErrorRetryMs of a reflector': (maxInternalErrorRetryMs) => reflector({ maxInternalErrorRetryMs }),
  'silenceLimitMs of a reflector': (silenceLimitMs) => reflector({ silenceLimitMs }),
  'resyncMs of an informer': (resyncMs) => new SharedInformer({ source: new ManualSource(), host, resyncMs }),
  'pageSize of a factory': (pageSize) => factory({ pageSize }),
  'minWatchTimeoutMs of a factory': (minWatchTimeoutMs) => factory({ minWatchTimeoutMs }),
  'graceMs of a factory': (graceMs) => factory({ graceMs }),
  'graceMs of a cache': (graceMs) => cache({ graceMs }),
  'syncTimeoutMs of a cache': (syncTimeoutMs) => cache({ syncTimeoutMs }),
  'maxBytes of a cache': (maxBytes) => cache({ maxBytes }),
  'timeoutMs of a health probe': (timeoutMs) => probe({ timeoutMs }),
  'pauseMs of a health probe': (pauseMs) => probe({ pauseMs }),
  'batchSize of an in-order queue': (batchSize) => new InOrderQueue({ batchSize }),
  'maxAgeMs of an overlay': (maxAgeMs) =>
    new InformerOverlay<Thing>({
      clock: new ManualClock(),
      store: new Indexer<Thing>(),
      admit: () => ({ type: 'unknown' }),
      maxAgeMs,
    }),
};

describe('an option', () => {
  for (const [what, make] of Object.entries(makers)) {
    test(`${what} that is NaN, negative or text is refused`, () => {
      for (const value of [Number.NaN, -1, '5' as unknown as number])
        expect(() => make(value)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
      expect(() => make(2000)).not.toThrow();
    });
  }

  test('ttlMs of an expiration cache that is NaN is refused; negative means for ever, as upstream', () => {
    const clock = new ManualClock();
    expect(() => new ExpirationCache({ clock, ttlMs: Number.NaN })).toThrow(/ttlMs .* NaN/u);
    expect(() => new ExpirationCache({ clock, ttlMs: -1 })).not.toThrow();
  });

  test('maxAgeMs that is NaN is refused by waitFresh, which would find every age young enough, and by readiness', () =>
    withInformer(async ({ informer, source, start, settle }) => {
      start();
      await settle();
      void source.store.replace([], '1');
      await settle();
      const refused = expect.objectContaining({ code: 'REEVE_INVALID_INPUT' });
      await expect(informer.waitFresh({ maxAgeMs: Number.NaN })).rejects.toEqual(refused);
      expect(() => informer.notReadyReason(Number.NaN)).toThrow(refused);
    }));
});
