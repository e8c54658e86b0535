/**
 * When two events are the same, similar, or from one noisy place.
 * Upstream: client-go tools/record getEventKey, EventAggregatorByReasonFunc, getSpamKey; tools/events getKey.
 */
import type { ObjectReference } from '@reeve/machinery';
import type { CoreEvent, SeriesEvent } from './event-kinds.ts';

/** A key of a core event. */
export type EventKey = (event: CoreEvent) => string;

/** The same event: all that it says is equal, the part of the object included. */
export const sameEventKey: EventKey = (event) =>
  joined([...placeOf(event), event.involvedObject.fieldPath, event.reason, event.message]);

/** Similar events differ in their message only. */
export const similarEventKey: EventKey = (event) =>
  joined([...placeOf(event), event.reason, event.reportingComponent, event.reportingInstance]);

/** One source on one object, per type: its events share a budget. */
export const spamKey: EventKey = (event) => joined(placeOf(event));

/** What similar events are summed up as. */
export const combinedMessage = ({ message = '' }: CoreEvent): string => `(combined from similar events): ${message}`;

/** Events of one series: all is equal but the note. The version of the object does not count: it is the same object. */
export const seriesKey = (event: SeriesEvent): string =>
  joined([
    event.type,
    event.action,
    event.reason,
    event.reportingController,
    event.reportingInstance,
    ...partsOf(event.regarding),
    ...partsOf(event.related),
  ]);

const placeOf = ({ source, involvedObject, type }: CoreEvent): (string | undefined)[] => {
  const { kind, namespace, name, uid, apiVersion } = involvedObject;
  return [source?.component, source?.host, kind, namespace, name, uid, apiVersion, type];
};

const partsOf = ({ kind, namespace, name, uid, apiVersion, fieldPath }: ObjectReference = {}): (
  | string
  | undefined
)[] => [kind, namespace, name, uid, apiVersion, fieldPath];

/** Unambiguous: no part can run into the next. */
const joined = (parts: readonly (string | undefined)[]): string => JSON.stringify(parts.map((part) => part ?? ''));
