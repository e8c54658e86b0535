import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Span, SpanOptions, TimeInput, Tracer, TracerProvider } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RequeueAfter } from '@reeve/machinery';
import { defineController } from '@reeve/runtime';
import { Website, websites, World } from '../manager/website.ts';

const blog = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'nginx', replicas: 2 } };

/** A span that is kept. */
class KeptSpan {
  readonly attributes: Attributes = {};
  readonly events: { readonly name: string; readonly attributes: Attributes | undefined }[] = [];
  readonly exceptions: unknown[] = [];
  status: { readonly code: SpanStatusCode; readonly message?: string } = { code: SpanStatusCode.UNSET };
  endTime: TimeInput | undefined;

  readonly name: string;
  readonly startTime: TimeInput | undefined;

  constructor(name: string, startTime: TimeInput | undefined, attributes: Attributes) {
    this.name = name;
    this.startTime = startTime;
    Object.assign(this.attributes, attributes);
  }
}

/** Keeps spans as an SDK would. */
class KeepingProvider implements TracerProvider {
  readonly spans: KeptSpan[] = [];

  getTracer(): Tracer {
    const startSpan = (name: string, { startTime, attributes = {} }: SpanOptions = {}): Span =>
      this.#span(name, startTime, attributes);
    return { startSpan, startActiveSpan: () => undefined } as Tracer; // nobody here asks for the other
  }

  #span(name: string, startTime: TimeInput | undefined, attributes: Attributes): Span {
    const kept = new KeptSpan(name, startTime, attributes);
    this.spans.push(kept);
    const span: Partial<Span> = {
      spanContext: () => ({ traceId: '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 }),
      setAttributes: (more) => (Object.assign(kept.attributes, more), span as Span),
      addEvent: (event, more) => (kept.events.push({ name: event, attributes: more as Attributes }), span as Span),
      setStatus: (status) => ((kept.status = status), span as Span),
      recordException: (exception) => void kept.exceptions.push(exception),
      end: (time) => void (kept.endTime = time),
      isRecording: () => true,
    };
    return span as Span;
  }
}

describe('spans of OpenTelemetry', () => {
  let provider: KeepingProvider;
  beforeEach(() => {
    provider = new KeepingProvider();
    trace.setGlobalTracerProvider(provider);
  });
  afterEach(() => trace.disable());

  test('surround runs, and say why, what was written, and how long it took', async () => {
    await using world = await World.start();
    await world.during(world.manager().add(websites), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(1000);
    });
    const [span] = provider.spans;
    expect(span?.name).toBe('reconcile website');
    expect(span?.attributes).toMatchObject({
      'reeve.controller': 'website',
      'reeve.key': 'default/blog',
      'reeve.attempt': 1,
      'reeve.causes': ['Website create default/blog'],
      'reeve.writes': 3,
      'reeve.reconcile_id': world.records[0]?.id,
    });
    expect(span?.events[0]).toMatchObject({ name: 'write', attributes: { verb: 'apply', kind: 'Deployment' } });
    expect([span?.startTime, span?.endTime]).toEqual([
      world.records[0]?.startedAt,
      (world.records[0]?.startedAt ?? 0) + (world.records[0]?.durationMs ?? 0),
    ]);
    expect(span?.status.code).toBe(SpanStatusCode.UNSET);
  });

  test('tell failures, and not that somebody comes back later', async () => {
    await using world = await World.start();
    const failures = [new Error('the disk is full'), new RequeueAfter(1000)];
    const controller = defineController({
      for: Website,
      reconcile() {
        const failure = failures.shift();
        if (failure) throw failure;
      },
    });
    await world.during(world.manager().add(controller), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(5000);
    });
    expect(provider.spans.map(({ status }) => status)).toEqual([
      { code: SpanStatusCode.ERROR, message: 'the disk is full' },
      { code: SpanStatusCode.UNSET },
      { code: SpanStatusCode.UNSET },
    ]);
    expect(provider.spans[0]?.exceptions).toHaveLength(1);
  });

  test('are made from the first second on after an SDK was registered, although runs went on without one', async () => {
    trace.disable();
    await using world = await World.start();
    const ticking = defineController({ for: Website, reconcile: () => ({ requeueAfterMs: 200 }) });
    await world.during(world.manager().add(ticking), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(1500);
      expect(world.records.length).toBeGreaterThan(5);
      trace.setGlobalTracerProvider(provider);
      await world.host.sleep(1200);
      expect(provider.spans.length).toBeGreaterThan(0);
      trace.disable();
      const made = provider.spans.length;
      await world.host.sleep(1200);
      expect(provider.spans).toHaveLength(made);
    });
  });

  test('are not made where that is asked for', async () => {
    await using world = await World.start();
    await world.during(world.manager({ tracing: false }).add(websites), async () => {
      await world.client.create(Website, blog);
      await world.host.sleep(1000);
    });
    expect(provider.spans).toEqual([]);
    expect(trace.getSpan(context.active())).toBeUndefined();
  });
});
