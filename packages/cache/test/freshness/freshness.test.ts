import { reflectorSource, SharedIndexInformer } from '@reeve/cache';
import { TooManyRequestsError, VirtualHost } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { withInformer } from '../informer/manual-source.ts';
import { thing } from '../objects.ts';
import { Channel, ScriptedSource, listAt } from '../reflector/script.ts';

const at = (key: string, value: number) => thing(key, value, { resourceVersion: String(value) });

test('an informer knows state, version and when the server was last heard of', () =>
  withInformer(async ({ informer, source, host, start, settle }) => {
    expect(informer.freshness()).toEqual({
      state: { type: 'idle' },
      resourceVersion: '',
      lastHeard: undefined,
      ageMs: Infinity,
    });
    start();
    await settle();
    source.context.onState({ type: 'watching', resourceVersion: '3' });
    void source.store.replace([at('a', 3)], '3');
    const heardAt = host.clock.now();
    await host.sleep(5000);
    expect(informer.freshness()).toEqual({
      state: { type: 'watching', resourceVersion: '3' },
      resourceVersion: '3',
      lastHeard: heardAt,
      ageMs: 5000,
    });
    void source.store.bookmark?.('9');
    await settle();
    expect(informer.freshness()).toMatchObject({ resourceVersion: '9', ageMs: 10 });
  }));

test('waiting for freshness ends when the server is heard of again', () =>
  withInformer(async ({ informer, source, host, start, settle }) => {
    start();
    await settle();
    void source.store.replace([], '1');
    await host.sleep(20_000);
    await informer.waitFresh({ maxAgeMs: 30_000 });
    let isFresh = false;
    const fresh = informer.waitFresh({ maxAgeMs: 10_000 }).then(() => (isFresh = true));
    await host.sleep(20_000);
    expect(isFresh).toBe(false);
    source.context.onHeard();
    await fresh;
    await host.sleep(60_000);
    await expect(informer.waitFresh({ maxAgeMs: 1, signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow(
      'too late',
    );
  }));

test('waiting for a version ends when the store has it, by a change, a bookmark or a list', () =>
  withInformer(async ({ informer, source, start, settle }) => {
    start();
    await settle();
    void source.store.replace([], '5');
    await informer.waitForVersion('5');
    const order: string[] = [];
    const waits = ['7', '10', '11'].map(async (version) => {
      await informer.waitForVersion(version);
      order.push(version);
    });
    void source.store.add(at('a', 7));
    await settle();
    expect(order).toEqual(['7']);
    void source.store.bookmark?.('10');
    await settle();
    expect(order).toEqual(['7', '10']);
    void source.store.replace([], '100');
    await Promise.all(waits);
    await informer.waitForVersion('99');
  }));

test('a version that cannot be compared is waited for exactly', () =>
  withInformer(async ({ informer, source, start, settle }) => {
    start();
    await settle();
    let isReached = false;
    const reached = informer.waitForVersion('opaque-b').then(() => (isReached = true));
    void source.store.replace([], 'opaque-a');
    await settle();
    expect(isReached).toBe(false);
    void source.store.bookmark?.('opaque-b');
    await reached;
  }));

test('readiness names what is missing: the first list, or any news for too long', () =>
  withInformer(async ({ informer, source, host, start, settle }) => {
    start();
    await settle();
    expect(informer.notReadyReason()).toBe('Things: not synced (idle)');
    void source.store.replace([], '1');
    source.context.onState({ type: 'watching', resourceVersion: '1' });
    await host.sleep(60_000);
    expect(informer.notReadyReason()).toBeUndefined();
    expect(informer.notReadyReason(30_000)).toBe('Things: nothing heard for 60 s (watching)');
    await host.sleep(100_000);
    expect(informer.notReadyReason()).toBe('Things: nothing heard for 160 s (watching)');
  }));

describe('readiness of a cache whose server answers, but not with what it needs', () => {
  const refused = (next: 'list' | 'watch') =>
    ({ type: 'backingOff', problem: 'failed', error: new Error('no list'), delayMs: 30_000, next }) as const;

  test('an informer whose watch ended and whose lists fail is not ready after 150 s, although the server was heard of', () =>
    withInformer(async ({ informer, source, host, start, settle }) => {
      start();
      await settle();
      void source.store.replace([], '1');
      source.context.onState({ type: 'watching', resourceVersion: '1' });
      await host.sleep(600_000);
      source.context.onHeard();
      expect(informer.notReadyReason()).toBeUndefined();
      for (let seconds = 0; seconds < 160; seconds += 40) {
        source.context.onState(refused('list'));
        await host.sleep(30_000);
        source.context.onState({ type: 'listing', resourceVersion: '1' });
        await host.sleep(10_000);
        source.context.onHeard(); // the answer is no list of the kind
      }
      expect(informer.notReadyReason()).toBe('Things: not up to date for 160 s (listing)');
      void source.store.replace([], '2');
      expect(informer.notReadyReason()).toBeUndefined();
    }));

  test('an informer whose watches are refused as soon as they are open is not ready after 150 s, and ready when one lasts', () =>
    withInformer(async ({ informer, source, host, start, settle }) => {
      start();
      await settle();
      void source.store.replace([], '1');
      for (let seconds = 0; seconds < 160; seconds += 40) {
        source.context.onState({ type: 'watching', resourceVersion: '1' });
        source.context.onHeard();
        source.context.onState(refused('watch'));
        await host.sleep(40_000);
      }
      expect(informer.notReadyReason()).toBe('Things: not up to date for 160 s (failed: no list)');
      source.context.onState({ type: 'watching', resourceVersion: '1' });
      source.context.onHeard();
      expect(informer.notReadyReason()).toBeUndefined();
      await host.sleep(5000);
      source.context.onState(refused('watch'));
      expect(informer.notReadyReason()).toBeUndefined();
    }));

  test('an informer whose watches end after an event each is ready: it has every change up to the last event', () =>
    withInformer(async ({ informer, source, host, start, settle }) => {
      start();
      await settle();
      void source.store.replace([], '1');
      for (let version = 2; version < 10; version += 1) {
        source.context.onState({ type: 'watching', resourceVersion: String(version) });
        void source.store.add(at('a', version));
        source.context.onState(refused('watch'));
        await host.sleep(40_000);
      }
      expect(informer.notReadyReason()).toBeUndefined();
    }));

  test('an informer that is told to wait for years asks again within five minutes, and is not ready meanwhile', async () => {
    const host = new VirtualHost();
    const throttled = new TooManyRequestsError('Thing', '', { retryAfterMs: 31_536_000_000 });
    const script = new ScriptedSource({
      lists: [() => listAt('1')],
      watches: [() => Promise.reject(throttled), () => new Channel()],
    });
    const informer = new SharedIndexInformer({ source: reflectorSource({ source: script.source }), host });
    const stop = new AbortController();
    const running = informer.run(stop.signal);
    await host.clock.advance(200_000);
    expect(informer.notReadyReason()).toBe(`Thing: not up to date for 200 s (throttled: ${throttled.message})`);
    await host.clock.advance(100_000);
    await host.settle();
    expect(script.watches).toHaveLength(2);
    stop.abort();
    await running;
  });
});
