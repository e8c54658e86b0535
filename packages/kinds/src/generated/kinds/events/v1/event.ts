// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type Event = types.Event;

export const Event: Kind<Event, 'Namespaced', never> = /* @__PURE__ */ defineKind({
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  singular: 'event',
  scope: 'Namespaced',
  shortNames: ['ev'],
});
