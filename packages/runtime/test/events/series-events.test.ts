import { describe, expect, test } from 'vitest';
import { AlreadyExistsError, NotFoundError, VirtualHost } from '@reeve/machinery';
import {
  FakeRecorder,
  SeriesEvent,
  SeriesEventBroadcaster,
  SeriesEventSink,
  seriesEventWriter,
  silentLogger,
} from '@reeve/runtime';
import { NotingLog, NotingWriter, Recording, pod, reporter, started } from './recording.ts';

const scaled = { type: 'Warning', reason: 'Scaled', action: 'Scaling', message: 'from 1 to 2' } as const;
const node = { apiVersion: 'v1', kind: 'Node', name: 'node-1' };
const minute = 60_000;

describe('a recorder of events.k8s.io', () => {
  test('fills in all that a new event has, and creates it · EV-16 · CR-115', async () => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      await using events = new SeriesEventBroadcaster({ host: world.host });
      events.recordTo(seriesEventWriter(world.client));
      events.recorder(reporter).event(pod, { ...scaled, related: node, annotations: { team: 'estate' } });
      await events.flush();
      const [event] = await world.series();
      expect(event).toMatchObject({
        metadata: { namespace: 'default', annotations: { team: 'estate' } },
        regarding: { apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'web', uid: 'u-1' },
        related: node,
        type: 'Warning',
        reason: 'Scaled',
        action: 'Scaling',
        note: 'from 1 to 2',
        reportingController: 'example.com/websites',
        reportingInstance: 'example.com/websites-node-1',
      });
      expect(event?.metadata.name).toMatch(/^web\.[0-9a-f]+$/);
      expect(event?.series).toBeUndefined();
    });
  });

  test('a recorder of events.k8s.io quotes control characters in notes, and keeps their lines', async () => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      await using events = new SeriesEventBroadcaster({ host: world.host });
      events.recordTo(seriesEventWriter(world.client));
      events.recorder(reporter).event(pod, { ...scaled, message: 'one\ntwo\0 \u001b[2J' });
      await events.flush();
      expect(await world.series()).toMatchObject([{ note: 'one\ntwo\\u0000 \\u001b[2J' }]);
    });
  });

  test('makes a series of a repetition whatever its note, and only counts later ones · EV-16', async () => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      await using events = new SeriesEventBroadcaster({ host: world.host });
      events.recordTo(seriesEventWriter(world.client));
      const recorder = events.recorder(reporter);
      for (const message of ['one', 'two', 'three', 'four']) {
        recorder.event({ ...pod, metadata: { ...pod.metadata, resourceVersion: message } }, { ...scaled, message });
        await events.flush();
      }
      expect(await world.series()).toMatchObject([{ note: 'one', series: { count: 2 } }]);
      expect(await world.series()).toHaveLength(1);
    });
  });

  test('creates a series whose beginning the server has forgotten · EV-16', async () => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      await using events = new SeriesEventBroadcaster({ host: world.host });
      events.recordTo(seriesEventWriter(world.client));
      events.recorder(reporter).event(pod, scaled);
      await events.flush();
      const [first] = await world.series();
      await world.client.delete(SeriesEvent, first as SeriesEvent);
      events.recorder(reporter).event(pod, scaled);
      await events.flush();
      expect(await world.series()).toMatchObject([{ metadata: { name: first?.metadata.name }, series: { count: 2 } }]);
    });
  });

  test('creates a series that never had a beginning · EV-16', async () => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      const sink = new SeriesEventSink(seriesEventWriter(world.client), { host: world.host, log: silentLogger });
      const series = { count: 2, lastObservedTime: eventTime };
      await sink.handle({ ...eventOf(), series }, signals());
      expect(await world.series()).toMatchObject([{ series: { count: 2 } }]);
    });
  });

  test('patches again when somebody created the event between patch and create · EV-16', async () => {
    const host = new VirtualHost();
    await host.run(async () => {
      await using world = await recordingTo(host, (writer) => {
        writer.before = (verb) => {
          if (verb === 'patch' && writer.calls.length === 2) throw new NotFoundError(SeriesEvent, 'default/web');
          if (verb === 'create' && writer.calls.length === 3) throw new AlreadyExistsError(SeriesEvent, 'default/web');
        };
      });
      world.recorder.event(pod, scaled);
      world.recorder.event(pod, scaled);
      await world.events.flush();
      expect(world.writer.calls.map(({ verb }) => verb)).toEqual(['create', 'patch', 'create', 'patch']);
    });
  });

  test('loses no count while the server takes its time · EV-17', async () => {
    const host = new VirtualHost();
    await host.run(async () => {
      await using world = await recordingTo(host, (writer) => {
        writer.before = () => host.sleep(1000);
      });
      for (let index = 0; index < 10; index += 1) {
        world.recorder.event(pod, scaled);
        await host.sleep(150);
      }
      await world.events.flush();
      await host.sleep(31 * minute);
      expect(world.writer.calls.map(({ verb }) => verb).slice(0, 2)).toEqual(['create', 'patch']);
      expect(world.writer.calls.at(-1)?.patch).toMatchObject({ series: { count: 10 } });
    });
  });

  test('cuts a note that is too long for the server', async () => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      await using events = new SeriesEventBroadcaster({ host: world.host });
      events.recordTo(seriesEventWriter(world.client));
      events.recorder(reporter).event(pod, { ...scaled, message: 'ä'.repeat(600) });
      await events.flush();
      const [event] = await world.series();
      expect(event?.note).toMatch(/^ä{509,510}…$/);
    });
  });

  test('refuses a name that makes too long an instance', () => {
    const events = new SeriesEventBroadcaster({ host: new VirtualHost() });
    expect(() => events.recorder({ controller: 'x'.repeat(100), instance: 'y'.repeat(28) })).toThrow(/more than 128/);
  });

  test('logs one line per event · EV-6', async () => {
    const host = new VirtualHost();
    await host.run(async () => {
      await using events = new SeriesEventBroadcaster({ host });
      const log = new NotingLog();
      events.logTo(log);
      events.recorder(reporter).event(pod, scaled);
      await events.flush();
      expect(log.lines).toMatchObject([{ level: 'debug', fields: { reason: 'Scaled', message: 'from 1 to 2' } }]);
    });
  });

  test.each([
    ['over-long', 'x'.repeat(250)],
    ['IPv6-like', 'fd00:10:244::1'],
  ])('names events about %s objects by a UUID · EV-20', async (_, name) => {
    await using world = await Recording.start();
    await world.host.run(async () => {
      await using events = new SeriesEventBroadcaster({ host: world.host });
      events.recordTo(seriesEventWriter(world.client));
      events.recorder(reporter).event({ ...node, name }, scaled);
      await events.flush();
      expect((await world.series())[0]?.metadata.name).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    });
  });
});

describe('as time goes by', () => {
  test('a silent series is patched and forgotten, a silent single event is forgotten, others stay · EV-18', async () => {
    const host = new VirtualHost();
    await host.run(async () => {
      const writer = new NotingWriter<SeriesEvent>();
      const sink = new SeriesEventSink(writer, { host, log: silentLogger });
      await sink.handle(eventOf(), signals());
      await sink.handle(eventOf(), signals());
      await sink.handle(eventOf(), signals());
      await sink.handle(eventOf('Single'), signals());
      await host.sleep(4 * minute);
      await sink.handle(eventOf('Active'), signals());
      writer.calls.length = 0;
      await host.sleep(3 * minute);
      await sink.finish(signals().signal);
      expect(writer.calls).toMatchObject([{ verb: 'patch', patch: { series: { count: 3 } } }]);
      expect(sink.size).toBe(1);
      await host.sleep(4 * minute);
      await sink.finish(signals().signal);
      expect([writer.calls.length, sink.size]).toEqual([1, 0]);
    });
  });

  test('series that go on are sent again, and kept when that fails · EV-19', async () => {
    const host = new VirtualHost();
    await host.run(async () => {
      const writer = new NotingWriter<SeriesEvent>();
      const sink = new SeriesEventSink(writer, { host, log: silentLogger });
      await sink.handle(eventOf('Single'), signals());
      for (let index = 0; index < 3; index += 1) await sink.handle(eventOf(), signals());
      writer.calls.length = 0;
      await sink.refresh(signals().signal);
      expect(writer.calls).toMatchObject([{ verb: 'patch', patch: { series: { count: 3 } } }]);
      writer.before = () => {
        throw new Error('the line broke');
      };
      await sink.refresh(signals().signal);
      await host.sleep(7 * minute);
      await sink.finish(signals().signal);
      expect(sink.size).toBe(1);
      writer.before = () => undefined;
      await sink.finish(signals().signal);
      expect(sink.size).toBe(0);
    });
  });

  test('both happen by themselves, and end with the broadcaster · EV-1', async () => {
    const host = new VirtualHost();
    await host.run(async () => {
      const world = await recordingTo(host);
      for (let index = 0; index < 5; index += 1) {
        world.recorder.event(pod, scaled);
        await world.events.flush();
      }
      await host.sleep(13 * minute);
      expect(world.writer.calls.map(({ patch }) => patch)).toMatchObject([
        undefined,
        { series: { count: 2 } },
        { series: { count: 5 } },
      ]);
      await world.events.shutdown();
      expect(host.clock.pendingTimers).toBe(0);
    });
  });

  test('nobody wakes up where there is neither an event nor a series, and what comes later is seen to again', async () => {
    const host = new VirtualHost();
    await host.run(async () => {
      await using world = await recordingTo(host);
      expect(host.clock.pendingTimers).toBe(0);
      for (const counts of [1, 2]) {
        for (let index = 0; index < 3; index += 1) {
          world.recorder.event(pod, scaled);
          await world.events.flush();
        }
        await host.sleep(45 * minute);
        expect(world.writer.calls.filter(({ patch }) => patch !== undefined)).toHaveLength(2 * counts);
        expect(host.clock.pendingTimers).toBe(0);
      }
    });
  });
});

test('a fake recorder keeps lines of text', () => {
  const recorder = new FakeRecorder();
  recorder.event(pod, started);
  recorder.event(pod, { ...scaled, annotations: { team: 'estate' } });
  expect(recorder.events).toEqual(['Normal Started it runs', 'Warning Scaled from 1 to 2 {"team":"estate"}']);
});

const eventTime = '2026-01-01T00:00:00.000000Z';

const eventOf = (reason = 'Scaled'): SeriesEvent =>
  SeriesEvent.of({
    metadata: { namespace: 'default', name: `web.${reason.toLowerCase()}` },
    eventTime,
    regarding: { apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'web' },
    type: 'Normal',
    reason,
    action: 'Scaling',
    note: 'from 1 to 2',
    reportingController: 'example.com/websites',
    reportingInstance: 'example.com/websites-node-1',
  });

const signals = () => ({ stopping: new AbortController().signal, signal: new AbortController().signal });

async function recordingTo(host: VirtualHost, prepare: (writer: NotingWriter<SeriesEvent>) => void = () => undefined) {
  const events = new SeriesEventBroadcaster({ host });
  const writer = new NotingWriter<SeriesEvent>();
  prepare(writer);
  events.recordTo(writer);
  const recorder = events.recorder(reporter);
  await host.sleep(1);
  return { events, writer, recorder, [Symbol.asyncDispose]: () => events.shutdown() };
}
