// Written by `npm run facts:kinds`: do not edit.

import type { EventSource, ObjectReference } from '../../core/v1/types.ts';
import type { ObjectMeta } from '@reeve/machinery';

export interface Event {
  action?: string;
  apiVersion?: 'events.k8s.io/v1';
  deprecatedCount?: number;
  deprecatedFirstTimestamp?: string;
  deprecatedLastTimestamp?: string;
  deprecatedSource?: EventSource;
  eventTime: string;
  kind?: 'Event';
  metadata: ObjectMeta;
  note?: string;
  reason?: string;
  regarding?: ObjectReference;
  related?: ObjectReference;
  reportingController?: string;
  reportingInstance?: string;
  series?: EventSeries;
  type?: string;
}

export interface EventSeries {
  count: number;
  lastObservedTime: string;
}
