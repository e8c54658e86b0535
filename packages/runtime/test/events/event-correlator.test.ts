import { describe, expect, test } from 'vitest';
import { VirtualHost, formatTime } from '@reeve/machinery';
import { EventCorrelator, combinedMessage, eventsAbout, sameEventKey, similarEventKey, spamKey } from '@reeve/runtime';
import type { CoreEvent, Correlated, CorrelatorOptions } from '@reeve/runtime';

const event = (changes: Partial<CoreEvent> = {}): CoreEvent => ({
  metadata: { name: 'web.1', namespace: 'default' },
  involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'web', uid: 'u-1' },
  type: 'Normal',
  reason: 'Started',
  message: 'it runs',
  count: 1,
  source: { component: 'kubelet', host: 'node-1' },
  ...changes,
});

const times = (count: number, make: (index: number) => CoreEvent): CoreEvent[] =>
  Array.from({ length: count }, (_, index) => make(index));
const similar = (index: number): CoreEvent => event({ message: `it runs ${index}` });
const inContainer = (name: string): CoreEvent =>
  event({ involvedObject: { ...event().involvedObject, fieldPath: `spec.containers{${name}}` } });

/** Correlates one event after the other, with time between them, and gives the last result. */
async function correlated(
  events: readonly CoreEvent[],
  seconds: number,
  options?: CorrelatorOptions,
): Promise<Correlated> {
  const host = new VirtualHost();
  const correlator = new EventCorrelator(host, options);
  let last: Correlated | undefined;
  for (const one of events) {
    await host.run(() => host.sleep(seconds * 1000));
    const now = formatTime(host.clock.now());
    last = correlator.correlate({ ...one, firstTimestamp: now, lastTimestamp: now });
  }
  if (last === undefined) throw new Error('no events');
  return last;
}

describe('the correlator', () => {
  test.each([
    ['a single event counts one', [event()], 5, { count: 1, message: 'it runs' }],
    ['a repetition counts two', [event(), event()], 5, { count: 2, message: 'it runs' }],
    ['eleven slow repetitions are not summed up', times(11, () => event()), 30, { count: 11, message: 'it runs' }],
    [
      'thirty different events are not summed up',
      times(30, (index) => event({ reason: `R${index}`, type: `T${index}` })),
      5,
      { count: 1, message: 'it runs' },
    ],
    [
      'the tenth similar event sums up',
      times(10, similar),
      5,
      { count: 1, message: '(combined from similar events): it runs 9' },
    ],
    [
      'the eleventh similar event is counted',
      times(11, similar),
      5,
      { count: 2, message: '(combined from similar events): it runs 10' },
    ],
    ['containers are told apart', [inContainer('one'), inContainer('two')], 5, { count: 1, message: 'it runs' }],
    [
      'ten similar events with long pauses are not summed up',
      times(10, similar),
      601,
      { count: 1, message: 'it runs 9' },
    ],
  ])('%s · EV-14', async (_, events, seconds, expected) => {
    expect(await correlated(events, seconds)).toMatchObject({ type: 'write', event: expected });
  });

  test('what a source says beyond its budget is dropped, and counted when it may speak again · EV-14', async () => {
    expect(
      (
        await correlated(
          times(25, () => event()),
          1,
        )
      ).type,
    ).toBe('write');
    expect(
      (
        await correlated(
          times(27, () => event()),
          1,
        )
      ).type,
    ).toBe('drop');
    const host = new VirtualHost();
    const correlator = new EventCorrelator(host);
    for (let index = 0; index < 40; index += 1) correlator.correlate(event());
    await host.run(() => host.sleep(300_000));
    expect(correlator.correlate(event())).toMatchObject({ type: 'write', event: { count: 41 } });
    expect(correlator.correlate(event()).type).toBe('drop');
  });

  test('a repetition changes count, time and message, and nothing else', async () => {
    const result = await correlated([event(), event()], 5);
    expect(result).toMatchObject({ type: 'write', event: { metadata: { name: 'web.1' } } });
    expect(Object.keys((result as { patch?: object }).patch ?? {}).toSorted()).toEqual([
      'count',
      'lastTimestamp',
      'message',
    ]);
  });

  test('a budget per reason lets another reason pass · EV-15', async () => {
    const byReason = (one: CoreEvent): string => `${spamKey(one)} ${one.reason ?? ''}`;
    const other = event({ reason: 'Killed' });
    const options = { burst: 1, spamKey: byReason };
    expect((await correlated([event(), other], 0.1, options)).type).toBe('write');
    expect((await correlated([event(), other, event()], 0.1, options)).type).toBe('drop');
    expect((await correlated([event(), other], 0.1, { burst: 1 })).type).toBe('drop');
  });

  test('remembers so many objects and no more', async () => {
    const other = event({ involvedObject: { ...event().involvedObject, name: 'other' } });
    expect(await correlated([event(), other, event()], 1, { cacheSize: 1 })).toMatchObject({ event: { count: 1 } });
  });
});

describe('the keys of events', () => {
  test('similar events differ in message and part only, and are told apart by the message · EV-13', () => {
    expect(similarEventKey(event({ message: 'other' }))).toBe(similarEventKey(event()));
    expect(similarEventKey(inContainer('one'))).toBe(similarEventKey(event()));
    for (const changes of [
      { reason: 'Killed' },
      { type: 'Warning' },
      { source: { component: 'kubelet', host: 'node-2' } },
      { reportingComponent: 'other' },
      { reportingInstance: 'other' },
      { involvedObject: { ...event().involvedObject, uid: 'u-2' } },
    ]) {
      expect(similarEventKey(event(changes))).not.toBe(similarEventKey(event()));
    }
    expect(combinedMessage(event())).toBe('(combined from similar events): it runs');
  });

  test('parts do not run into each other', () => {
    const one = event({ reason: 'ab', message: 'c' });
    const two = event({ reason: 'a', message: 'bc' });
    expect(sameEventKey(one)).not.toBe(sameEventKey(two));
  });
});

describe('the events about an object', () => {
  const about = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'u-1' };

  test.each([
    ['v1', 'involvedObject'],
    ['events.k8s.io/v1', 'regarding'],
    ['events.k8s.io/v1beta1', 'regarding'],
  ])('are selected in %s by %s · EV-21', (version, prefix) => {
    const fields = Object.entries(about).map(([field, value]) => `${prefix}.${field}=${value}`);
    expect(eventsAbout(version, about).toString().split(',').toSorted()).toEqual(fields.toSorted());
    expect(eventsAbout(version, { name: 'web' }).toString()).toBe(`${prefix}.name=web`);
  });

  test('of a version that does not exist are refused · EV-21', () => {
    expect(() => eventsAbout('events.k8s.io/v7', about)).toThrow(/there are no events of version/);
  });
});
