/**
 * Spans of OpenTelemetry around runs, where the program has its API. Without an SDK the API does nothing; without the API nothing is loaded at all.
 * A span is the parent of whatever the reconciler does meanwhile.
 */
import { createRequire } from 'node:module';
import { failureOutcome } from '@reeve/machinery';
import type { Clock } from '@reeve/machinery';
import type * as OpenTelemetry from '@opentelemetry/api';
import type { Attributes, Span } from '@opentelemetry/api';
import type { Run } from '../controller/controller-options.ts';
import type { RunNotes } from '../reconcile/run-notes.ts';

/** How long it is taken for granted that nobody listens. */
const askAgainMs = 1000;

/** Surrounds runs with spans. */
export interface RunTracer {
  /** False while there is no SDK: then a run need not be surrounded at all. One that is registered later is noticed within a second. */
  isHeard(run: Pick<Run, 'startedAt'>): boolean;

  /** Runs `work` within a span, which says why it ran, what it wrote and how it ended. */
  during<T>(controller: string, run: Run, work: () => T | Promise<T>): Promise<T>;
}

/** A tracer, if the program brings `@opentelemetry/api`. */
export function openTelemetry(clock: Pick<Clock, 'now'>): RunTracer | undefined {
  try {
    return tracerOf(createRequire(import.meta.url)('@opentelemetry/api') as Api, clock); // the package of that name
  } catch {
    return undefined; // an optional dependency that is not there
  }
}

function tracerOf(api: Api, clock: Pick<Clock, 'now'>): RunTracer {
  const { context, trace, SpanStatusCode, isSpanContextValid } = api;
  const nobody = new api.ProxyTracerProvider().getDelegate(); // one for all who have no SDK
  const hasSdk = (): boolean => {
    const provider = trace.getTracerProvider();
    return !(provider instanceof api.ProxyTracerProvider) || provider.getDelegate() !== nobody;
  };
  let wasHeard = false;
  let askedAt = -Infinity;
  return {
    isHeard({ startedAt }) {
      const isRecent = startedAt >= askedAt && startedAt < askedAt + askAgainMs;
      if (isRecent && !wasHeard) return false; // as for most operators: asking costs more than the rest of a run that does nothing
      askedAt = startedAt;
      return (wasHeard = hasSdk());
    },
    async during(controller, run, work) {
      // asked for each time, as an SDK that is registered later may come with another copy of the API
      const span = trace.getTracer('@reeve/runtime').startSpan(`reconcile ${controller}`, { startTime: clock.now() });
      if (!isSpanContextValid(span.spanContext())) return await work(); // there is no SDK
      span.setAttributes(attributesOf(controller, run));
      try {
        return await context.with(trace.setSpan(context.active(), span), work);
      } catch (error) {
        if (isFailure(error)) {
          const thrown = error instanceof Error ? error : new Error(`no error, but ${typeof error}`, { cause: error });
          span.recordException(thrown, clock.now());
          span.setStatus({ code: SpanStatusCode.ERROR, message: thrown.message });
        }
        throw error;
      } finally {
        sayNotes(span, run.notes);
        span.end(clock.now());
      }
    },
  };
}

type Api = typeof OpenTelemetry;

const attributesOf = (controller: string, { request, id, attempt, causes, priority }: Run): Attributes => ({
  'reeve.controller': controller,
  'reeve.key': request.key,
  ...(request.cluster !== '' && { 'reeve.cluster': request.cluster }),
  'reeve.reconcile_id': id,
  'reeve.attempt': attempt,
  'reeve.priority': priority,
  'reeve.causes': causes.map(({ source, type, object }) => [source, type, object].filter(Boolean).join(' ')),
});

function sayNotes(span: Span, { reads, writes, steps }: RunNotes): void {
  const sent = writes.filter(({ skipped }) => skipped !== true);
  span.setAttributes({ 'reeve.reads': reads.length, 'reeve.writes': sent.length });
  for (const { verb, kind, key, changed = [] } of sent)
    span.addEvent('write', { verb, kind, key, changed: [...changed] });
  for (const { name, durationMs, result } of steps) span.addEvent('step', { name, durationMs, result });
}

/** Coming back later is no failure. */
const isFailure = (error: unknown): boolean => ['terminal', 'retry'].includes(failureOutcome(error).type);
