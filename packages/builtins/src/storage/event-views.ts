/**
 * Events are kept once, as core Events, and shown in two groups: events.k8s.io knows the same fields under newer names. Both directions keep what both know,
 * so that an event written through either group reads the same through the other. Upstream: the conversions of events.k8s.io/v1.
 */
import type { ApiObject } from '@reeve/registry';

/** A field that is always written shows its empty value when there is nothing else. */
interface FieldPair {
  readonly core: string;
  readonly view: string;
  readonly emptyInCore?: unknown;
  readonly emptyInView?: unknown;
}

/** An event of the core group as events.k8s.io shows it. */
export const eventFromCore = (event: ApiObject): ApiObject => renamed(event, 'events.k8s.io/v1', viewOrder);

/** An event of events.k8s.io as the core group keeps it. */
export const eventToCore = (event: ApiObject): ApiObject => renamed(event, 'v1', coreOrder);

/** The order of the core group's fields on the wire. */
const pairs: readonly FieldPair[] = [
  { core: 'involvedObject', view: 'regarding', emptyInCore: {}, emptyInView: {} },
  { core: 'reason', view: 'reason' },
  { core: 'message', view: 'note' },
  { core: 'source', view: 'deprecatedSource', emptyInCore: {}, emptyInView: {} },
  { core: 'firstTimestamp', view: 'deprecatedFirstTimestamp', emptyInCore: null, emptyInView: null },
  { core: 'lastTimestamp', view: 'deprecatedLastTimestamp', emptyInCore: null, emptyInView: null },
  { core: 'count', view: 'deprecatedCount' },
  { core: 'type', view: 'type' },
  { core: 'eventTime', view: 'eventTime', emptyInCore: null, emptyInView: null },
  { core: 'series', view: 'series' },
  { core: 'action', view: 'action' },
  { core: 'related', view: 'related' },
  { core: 'reportingComponent', view: 'reportingController', emptyInCore: '' },
  { core: 'reportingInstance', view: 'reportingInstance', emptyInCore: '' },
];

interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly empty: unknown;
}

const coreOrder: readonly Renaming[] = pairs.map(({ core, view, emptyInCore }) => ({
  from: view,
  to: core,
  empty: emptyInCore,
}));

const viewFields = [
  'eventTime',
  'series',
  'reportingController',
  'reportingInstance',
  'action',
  'reason',
  'regarding',
  'related',
  'note',
  'type',
  'deprecatedSource',
  'deprecatedFirstTimestamp',
  'deprecatedLastTimestamp',
  'deprecatedCount',
];

const viewOrder: readonly Renaming[] = pairs
  .map(({ core, view, emptyInView }) => ({ from: core, to: view, empty: emptyInView }))
  .toSorted((a, b) => viewFields.indexOf(a.to) - viewFields.indexOf(b.to));

function renamed(event: ApiObject, apiVersion: string, order: readonly Renaming[]): ApiObject {
  const result: Record<string, unknown> = { kind: 'Event', apiVersion, metadata: event.metadata };
  for (const { from, to, empty } of order) {
    const value = isEmpty(event[from]) ? empty : event[from];
    if (value !== undefined) result[to] = value;
  }
  return result as ApiObject; // metadata is the event's own
}

/** What the other group leaves out, or writes as its own empty value. */
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' || value === 0;
