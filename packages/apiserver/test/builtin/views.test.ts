import { describe, expect, test } from 'vitest';
import { autoscalerFromV2, autoscalerToV2, eventFromCore, eventToCore } from '@reeve/builtins';
import { type ApiObject } from '@reeve/registry';
import { recorded } from './recorded.ts';

const pairs = Object.entries(
  recorded('views') as Record<string, { written: string; kept: ApiObject; shown: ApiObject }>,
);
const events = pairs.filter(([, { kept }]) => kept.kind === 'Event');
const autoscalers = pairs.filter(([, { kept }]) => kept.kind === 'HorizontalPodAutoscaler');

describe('an event', () => {
  test.each(events)('%s is shown by events.k8s.io as by the real server · Y2', (_name, { kept, shown }) => {
    expect(eventFromCore(kept)).toEqual(shown);
  });

  test.each(events)('%s of events.k8s.io is kept as by the real server · Y2', (_name, { kept, shown }) => {
    expect(eventToCore(shown)).toEqual(kept);
  });

  test.each(events)('%s has its fields in the order of the real server', (_name, { kept, shown }) => {
    expect(Object.keys(eventFromCore(kept))).toEqual(Object.keys(shown));
    expect(Object.keys(eventToCore(shown))).toEqual(Object.keys(kept));
  });

  test('keeps its metadata, not a copy · Y2', () => {
    const event: ApiObject = { kind: 'Event', apiVersion: 'v1', metadata: { name: 'e' } };
    expect(eventFromCore(event).metadata).toBe(event.metadata);
    expect(eventToCore(event).metadata).toBe(event.metadata);
  });
});

describe('an autoscaler', () => {
  test.each(autoscalers)('%s is shown by version 1 as by the real server', (_name, { kept, shown }) => {
    expect(autoscalerFromV2(kept)).toEqual(shown);
  });

  /** What was measured comes back with a zero more, on the real server too. */
  const isMeasured = ({ metadata }: ApiObject): boolean =>
    metadata.annotations?.['autoscaling.alpha.kubernetes.io/current-metrics'] !== undefined;
  const writtenInVersion1 = autoscalers.filter(
    ([, { written, shown }]) => written.startsWith('autoscaling/v1/') && !isMeasured(shown),
  );

  test.each(writtenInVersion1)('%s of version 1 is kept as by the real server', (_name, { kept, shown }) => {
    expect(autoscalerToV2(shown)).toEqual(kept);
  });

  test.each(autoscalers)('%s loses nothing when it is read and written in version 1', (_name, { kept, shown }) => {
    const again = autoscalerToV2(shown);
    const metrics = (object: ApiObject) => (object['spec'] as { metrics: object[] }).metrics;
    expect(metrics(again)).toEqual(expect.arrayContaining(metrics(kept)));
    expect(autoscalerFromV2(again)).toEqual(shown);
  });

  test('with texts of its own in the annotations is read as one without', () => {
    const annotations = {
      'autoscaling.alpha.kubernetes.io/metrics': '{',
      'autoscaling.alpha.kubernetes.io/conditions': '7',
    };
    const kept = autoscalerToV2({
      kind: 'HorizontalPodAutoscaler',
      apiVersion: 'autoscaling/v1',
      metadata: { annotations },
    });
    expect(kept.metadata.annotations).toBeUndefined();
    expect(kept['status']).toEqual({ desiredReplicas: 0, currentMetrics: null });
  });
});
