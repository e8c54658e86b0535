/**
 * Where events are written: a server, in production.
 * Upstream: client-go tools/record.EventSink, tools/events.EventSink.
 */
import { strategicPatch } from '@reeve/client';
import type { Client } from '@reeve/client';
import type { Kind, KubeObject } from '@reeve/machinery';
import { CoreEvent, SeriesEvent } from './event-kinds.ts';

/** Takes events. What a server made of them is not asked for: a third of the requests of a busy controller write events, and nobody reads the answers. */
export interface EventWriter<Event> {
  create(event: Event, signal: AbortSignal): Promise<void>;
  /** Changes an event that is there. */
  patch(event: Event, patch: object, signal: AbortSignal): Promise<void>;
}

/** Writes events of the core group. */
export const coreEventWriter = (client: Client): EventWriter<CoreEvent> => writerOf(client, CoreEvent);

/** Writes events of events.k8s.io. */
export const seriesEventWriter = (client: Client): EventWriter<SeriesEvent> => writerOf(client, SeriesEvent);

function writerOf<Event extends KubeObject>(
  client: Client,
  kind: Kind<Event, 'Namespaced', never>,
): EventWriter<Event> {
  const events = client.writeOnly(kind) as unknown as PlainVerbs<Event>; // the verbs of this very kind
  return {
    create: (event, signal) => events.create(event, { signal }),
    patch: ({ metadata: { namespace = '', name = '' } }, patch, signal) =>
      events.patch({ namespace, name }, strategicPatch(patch), { signal }),
  };
}

/** The two verbs that are needed, for any kind of event. */
interface PlainVerbs<Event> {
  create(event: Event, options: { readonly signal: AbortSignal }): Promise<void>;
  patch(
    ref: { readonly namespace: string; readonly name: string },
    patch: ReturnType<typeof strategicPatch>,
    options: { readonly signal: AbortSignal },
  ): Promise<void>;
}
