/**
 * The two kinds of Event: the old one of the core group, and the new one of events.k8s.io. A server stores one object and shows it as both.
 * Upstream: core/v1 Event, events.k8s.io/v1 Event.
 */
import { defineKind } from '@reeve/machinery';
import type { Kind, KubeObject, ObjectReference } from '@reeve/machinery';

/** Whether all is well. */
export type EventType = 'Normal' | 'Warning';

/** Who saw it. */
export interface EventSource {
  readonly component: string;
  readonly host?: string;
}

/** An Event of the core group. */
export interface CoreEvent extends KubeObject {
  involvedObject: ObjectReference;
  related?: ObjectReference;
  type?: string;
  reason?: string;
  message?: string;
  action?: string;
  count?: number;
  firstTimestamp?: string;
  lastTimestamp?: string;
  source?: EventSource;
  reportingComponent?: string;
  reportingInstance?: string;
  eventTime?: string;
  series?: EventSeries;
}

/** How often an event has happened since it was first seen, and when last. */
export interface EventSeries {
  readonly count: number;
  readonly lastObservedTime: string;
}

/** An Event of events.k8s.io. */
export interface SeriesEvent extends KubeObject {
  eventTime: string;
  regarding?: ObjectReference;
  related?: ObjectReference;
  type?: string;
  reason?: string;
  action?: string;
  note?: string;
  reportingController?: string;
  reportingInstance?: string;
  series?: EventSeries;
}

/** The kind of Events of the core group. */
export const CoreEvent: Kind<CoreEvent, 'Namespaced', never> = defineKind<CoreEvent, 'Namespaced'>({
  group: '',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  scope: 'Namespaced',
});

/** The kind of Events of events.k8s.io. */
export const SeriesEvent: Kind<SeriesEvent, 'Namespaced', never> = defineKind<SeriesEvent, 'Namespaced'>({
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  scope: 'Namespaced',
});
