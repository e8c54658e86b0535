import { describe, expect, test } from 'vitest';
import type { Hook } from '@reeve/client';
import { ForbiddenError, InvalidInputError, VirtualHost } from '@reeve/machinery';
import { CoreEvent, CoreEventBroadcaster, coreEventWriter } from '@reeve/runtime';
import { NotingLog, NotingWriter, Recording, pod, source, started } from './recording.ts';

describe('a recorder of core events', () => {
  test('fills in all that a new event has · EV-3 · CR-115', async () => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      await using events = new CoreEventBroadcaster({ host: world.host });
      events.recordTo(coreEventWriter(world.client));
      events.recorder(source).event(pod, { ...started, annotations: { team: 'estate' } });
      await events.flush();
      const [event] = await world.core();
      expect(event).toMatchObject({
        metadata: { namespace: 'default', annotations: { team: 'estate' } },
        involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'web', uid: 'u-1' },
        reason: 'Started',
        message: 'it runs',
        type: 'Normal',
        count: 1,
        source,
        reportingComponent: 'kubelet',
        reportingInstance: 'node-1',
      });
      expect(event?.metadata.name).toMatch(/^web\.[0-9a-f]+$/);
      expect(event?.firstTimestamp).toBe(event?.lastTimestamp);
      expect(event?.firstTimestamp).toMatch(/Z$/);
    });
  });

  test('a recorder of core events quotes control characters in messages, and keeps their lines', async () => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      await using events = new CoreEventBroadcaster({ host: world.host });
      events.recordTo(coreEventWriter(world.client));
      events.recorder(source).event(pod, { ...started, message: 'one\ntwo\0 \u001b]52;c;x\u0007\u009b' });
      await events.flush();
      expect(await world.core()).toMatchObject([{ message: 'one\ntwo\\u0000 \\u001b]52;c;x\\u0007\\u009b' }]);
    });
  });

  test('asks for no more than that an event was taken', async () => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      await using events = new CoreEventBroadcaster({ host: world.host });
      const shapes: unknown[] = [];
      const noting: Hook = (call, next) => (shapes.push(call.shape), next(call));
      events.recordTo(coreEventWriter(world.client.intercept({ create: noting, patch: noting })));
      const recorder = events.recorder(source);
      recorder.event(pod, started);
      recorder.event(pod, started);
      await events.flush();
      expect(shapes).toEqual(['nothing', 'nothing']);
      expect(await world.core()).toMatchObject([{ count: 2 }]);
    });
  });

  test('writes what is said about one object in order, and what is said about others meanwhile', async () => {
    const host = new VirtualHost({ seed: 7 });
    await host.run(async () => {
      const writer = new NotingWriter<CoreEvent>();
      writer.before = (_verb, { involvedObject }) => (involvedObject.name === 'web' ? host.sleep(1000) : undefined);
      await using events = new CoreEventBroadcaster({ host });
      events.recordTo(writer);
      const recorder = events.recorder(source);
      recorder.event(pod, started);
      recorder.event(pod, started);
      recorder.event({ ...pod, metadata: { ...pod.metadata, name: 'other', uid: 'u-2' } }, started);
      await events.flush();
      expect(writer.calls.map(({ verb, event }) => `${verb} ${event.involvedObject.name}`)).toEqual([
        'create web',
        'create other',
        'patch web',
      ]);
    });
  });

  test('counts a repetition in the event that is there, whatever comes in between · EV-4', async () => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      await using events = new CoreEventBroadcaster({ host: world.host });
      events.recordTo(coreEventWriter(world.client));
      const recorder = events.recorder(source);
      recorder.event(pod, started);
      await world.host.sleep(5000);
      recorder.event(pod, { type: 'Warning', reason: 'Killed', message: 'out of memory' });
      recorder.event(pod, started);
      await events.flush();
      const all = await world.core();
      expect(all.map(({ reason, count }) => ({ reason, count }))).toEqual(
        expect.arrayContaining([
          { reason: 'Started', count: 2 },
          { reason: 'Killed', count: 1 },
        ]),
      );
      expect(all).toHaveLength(2);
      const counted = all.find(({ reason }) => reason === 'Started');
      expect(Date.parse(counted?.lastTimestamp ?? '') - Date.parse(counted?.firstTimestamp ?? '')).toBe(5000);
    });
  });

  test.each([
    ['part of the object', { ...reference(), fieldPath: 'spec.containers{web}' }, started],
    ['uid', { ...reference(), uid: 'u-2' }, started],
    ['reason', reference(), { ...started, reason: 'Created' }],
  ])('keeps events apart that differ in their %s · EV-5', async (_, about, said) => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      await using events = new CoreEventBroadcaster({ host: world.host });
      events.recordTo(coreEventWriter(world.client));
      events.recorder(source).event(reference(), started);
      events.recorder(source).event(about, said);
      await events.flush();
      expect((await world.core()).map(({ count }) => count)).toEqual([1, 1]);
    });
  });

  test('writes about an object without a namespace to default · EV-11', async () => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      await using events = new CoreEventBroadcaster({ host: world.host });
      events.recordTo(coreEventWriter(world.client));
      events.recorder(source).event({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } }, started);
      await events.flush();
      expect(await world.core('default')).toMatchObject([{ involvedObject: { kind: 'Node', name: 'node-1' } }]);
    });
  });

  test.each([
    ['a name too long for an event', 'x'.repeat(250)],
    ['an IPv6 address', 'fd00:10:244::1'],
  ])('finds a valid name for %s · EV-20', async (_, name) => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      await using events = new CoreEventBroadcaster({ host: world.host });
      events.recordTo(coreEventWriter(world.client));
      events.recorder(source).event({ ...reference(), name }, started);
      await events.flush();
      const [event] = await world.core();
      expect(event?.metadata.name).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    });
  });

  test('logs one line per event · EV-6', async () => {
    const host = new VirtualHost();
    await host.run(async () => {
      await using events = new CoreEventBroadcaster({ host });
      const log = new NotingLog();
      events.logTo(log, 'info');
      events.recorder(source).event(pod, started);
      events.recorder(source).event(pod, { ...started, type: 'Warning' });
      await events.flush();
      expect(log.lines).toMatchObject([
        { level: 'info', fields: { object: { name: 'web' }, type: 'Normal', reason: 'Started', message: 'it runs' } },
        { level: 'info', fields: { type: 'Warning' } },
      ]);
    });
  });

  test('says what it cannot record, counts it, and harms nobody', async () => {
    const host = new VirtualHost();
    await host.run(async () => {
      const log = new NotingLog();
      await using events = new CoreEventBroadcaster({ host, log });
      const recorder = events.recorder(source);
      recorder.event(pod, { ...started, type: 'Bad' as never });
      recorder.event({ metadata: { name: 'what' } }, started);
      recorder.event(undefined as never, started);
      expect(events.dropped).toBe(3);
      expect(log.lines.map(({ level }) => level)).toEqual(['error', 'error', 'error']);
    });
  });
});

describe('writing a core event', () => {
  test.each([
    ['a request that cannot be made is tried once', 1, () => new InvalidInputError('x', 'no')],
    ['a refusal is tried once', 1, () => new ForbiddenError(CoreEvent, 'default/web')],
    ['an unknown failure is tried twelve times', 12, () => new Error('the line broke')],
    ['an answer that is no event is tried twelve times', 12, () => new TypeError('unexpected object')],
  ])('%s · EV-7', async (_, tries, error) => {
    const { writer } = await written((writing) => {
      writing.before = () => {
        throw error();
      };
    });
    expect(writer.calls).toHaveLength(tries);
  });

  test('stops at the first success · EV-7', async () => {
    const { writer, elapsedMs } = await written((writing) => {
      writing.before = () => {
        if (writing.calls.length === 1) throw new Error('the line broke');
      };
    });
    expect(writer.calls).toHaveLength(2);
    expect(elapsedMs).toBeLessThan(10_000); // the first pause is a random part of ten seconds
  });

  test('makes an event anew that the server has forgotten · EV-8', async () => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      await using events = new CoreEventBroadcaster({ host: world.host });
      events.recordTo(coreEventWriter(world.client));
      events.recorder(source).event(pod, started);
      await events.flush();
      const [first] = await world.core();
      await world.client.delete(CoreEvent, first as CoreEvent);
      events.recorder(source).event(pod, started);
      await events.flush();
      const [second] = await world.core();
      expect(second).toMatchObject({ metadata: { name: first?.metadata.name }, count: 2 });
      expect(second?.metadata.uid).not.toBe(first?.metadata.uid);
    });
  });

  test('is tried once when all is ending · EV-9', async () => {
    const host = new VirtualHost();
    await host.run(async () => {
      const events = new CoreEventBroadcaster({ host });
      const writer = new NotingWriter<CoreEvent>();
      writer.before = () => {
        throw new Error('the line broke');
      };
      events.recordTo(writer);
      events.recorder(source).event(pod, started);
      events.recorder(source).event(pod, { ...started, reason: 'Second' });
      await events.shutdown();
      expect(writer.calls.map(({ event }) => event.reason)).toEqual(['Started', 'Second']);
    });
  });

  test('loses none of a thousand that each fail four times · EV-10', async () => {
    const host = new VirtualHost();
    await host.run(async () => {
      await using events = new CoreEventBroadcaster({ host });
      const tries = new Map<string, number>();
      const writer = new NotingWriter<CoreEvent>();
      writer.before = (_, { metadata: { name = '' } }) => {
        tries.set(name, (tries.get(name) ?? 0) + 1);
        if ((tries.get(name) ?? 0) < 5) throw new Error('the line broke');
      };
      const log = new NotingLog();
      events.logTo(log);
      events.recordTo(writer, { retryDelayMs: 1, correlation: { burst: 1000 } });
      for (let index = 0; index < 1000; index += 1) {
        events.recorder(source).event(pod, { reason: `R${index}`, message: 'it runs' });
      }
      await events.flush();
      expect(events.dropped).toBe(0);
      expect(log.lines).toHaveLength(1000);
      expect(tries.size).toBe(1000);
      expect([...new Set(tries.values())]).toEqual([5]);
    });
  });

  test('is counted per sink · EV-12', async () => {
    const host = new VirtualHost();
    await host.run(async () => {
      await using events = new CoreEventBroadcaster({ host });
      const [one, two] = [new NotingWriter<CoreEvent>(), new NotingWriter<CoreEvent>()];
      events.recordTo(one);
      events.recorder(source).event(pod, started);
      await events.flush();
      events.recordTo(two);
      events.recorder(source).event(pod, started);
      await events.flush();
      expect(one.calls.map(({ verb }) => verb)).toEqual(['create', 'patch']);
      expect(two.calls.map(({ verb, event }) => [verb, event.count])).toEqual([['create', 1]]);
    });
  });

  async function written(prepare: (writer: NotingWriter<CoreEvent>) => void) {
    const host = new VirtualHost();
    return host.run(async () => {
      await using events = new CoreEventBroadcaster({ host });
      const writer = new NotingWriter<CoreEvent>();
      prepare(writer);
      events.recordTo(writer);
      const startedAt = host.clock.monotonic();
      events.recorder(source).event(pod, started);
      await events.flush();
      return { writer, elapsedMs: host.clock.monotonic() - startedAt };
    });
  }
});

test('an event about what has no text as its name is dropped alone, and those after it are written', async () => {
  await using world = await Recording.start();
  await world.host.run(async () => {
    await using events = new CoreEventBroadcaster({ host: world.host });
    events.recordTo(coreEventWriter(world.client));
    const odd = { ...pod, metadata: { ...pod.metadata, uid: Object.create(null) as string } };
    events.recorder(source).event(odd, started);
    events.recorder(source).event(pod, { ...started, reason: 'Later' });
    await events.flush();
    expect((await world.core()).map(({ reason }) => reason)).toEqual(['Later']);
  });
});

describe('a broadcaster that shuts down', () => {
  test('ends its watchers, and takes no more · EV-1', async () => {
    const host = new VirtualHost();
    await host.run(async () => {
      const events = new CoreEventBroadcaster({ host });
      const seen: string[] = [];
      const watcher = events.watch(({ reason = '' }) => void seen.push(reason));
      events.recorder(source).event(pod, started);
      const ending = events.shutdown();
      events.emit(CoreEvent.of({ metadata: { name: 'web.1' }, involvedObject: {}, reason: 'Direct' }));
      await ending;
      events.recorder(source).event(pod, { ...started, reason: 'Late' });
      events.watch(({ reason = '' }) => void seen.push(reason));
      await watcher.idle();
      expect(seen).toEqual(['Started']);
      expect(events.dropped).toBe(0);
    });
  });

  test('waits no longer than it may for a server that does not answer · EV-1', async () => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      world.server.faults.add({ resources: ['events'], effect: { type: 'stall' } });
      const events = new CoreEventBroadcaster({ host: world.host });
      events.recordTo(coreEventWriter(world.client));
      events.recorder(source).event(pod, started);
      events.recorder(source).event(pod, { ...started, reason: 'Second' });
      const startedAt = world.host.clock.monotonic();
      await events.shutdown();
      expect(world.host.clock.monotonic() - startedAt).toBe(5000);
      expect(events.dropped).toBe(1);
    });
  });

  test('may be told events meanwhile · EV-2', async () => {
    const host = new VirtualHost();
    await host.run(async () => {
      const events = new CoreEventBroadcaster({ host });
      const writer = new NotingWriter<CoreEvent>();
      events.recordTo(writer);
      const recorder = events.recorder(source);
      const told = Array.from({ length: 100 }, async (_, index) => {
        await host.sleep(index);
        recorder.event(pod, { ...started, reason: `R${index}` });
      });
      await host.sleep(50);
      await Promise.all([events.shutdown(), events.shutdown(), ...told]);
      expect(writer.calls.length).toBeGreaterThan(0);
      expect(writer.calls.length).toBeLessThan(100);
    });
  });
});

function reference() {
  const { apiVersion, kind, metadata } = pod;
  return { apiVersion, kind, namespace: metadata.namespace, name: metadata.name, uid: metadata.uid };
}
