/**
 * Opens a watch: from now, from a revision, or from everything there is.
 */
import { expired, type StoredObject } from '@reeve/registry';
import type { StreamResponse } from '../request/api-request.ts';
import { parseListOptions, parseResourceVersion, type ListOptions } from '../request/list-options.ts';
import { EventBatch } from '../watch/event-batch.ts';
import type { EventEncoder } from '../watch/event-encoder.ts';
import type { FeedShare } from '../watch/watch-hub.ts';
import { indexedValue } from '../watch/watch-index.ts';
import { WatchStream } from '../watch/watch-stream.ts';
import type { Call } from './call.ts';
import { reached, unreadable } from './freshness.ts';
import { selectionOf } from './selection.ts';

/** Upstream keeps a watch for 30 to 60 minutes where the client does not say. */
const minTimeoutMs = 30 * 60_000;

export async function watch(call: Call, encoder: EventEncoder, contentType: string): Promise<StreamResponse> {
  const { context, resource, request } = call;
  const options = parseListOptions(request.query, true);
  const selection = selectionOf(call, options);
  const table = context.store.table(resource.storage.table);
  const wanted = parseResourceVersion(options.resourceVersion, unreadable);
  if (options.sendInitialEvents && wanted !== undefined) await reached(context, wanted, request.signal);
  const matches = (stored: StoredObject) =>
    stored.key.startsWith(selection.prefix) &&
    (selection.isEverything || selection.matches(resource.storage.fromStorage(stored.object)));
  const startsWithAll = options.sendInitialEvents ?? (wanted === undefined || wanted === 0);
  const from = startsWithAll || wanted === undefined || wanted === 0 ? context.store.revision : wanted;
  const { conversion } = resource.storage;
  const all = { prefix: selection.prefix, start: selection.prefix, revision: from, isFull: () => false };
  if (conversion !== undefined && startsWithAll)
    await conversion.bringIn(table.page({ ...all, matches: () => true }).items, true);
  const isTooOld = !startsWithAll && from < table.log.floor;
  const isRestored = () => table !== context.store.table(resource.storage.table); // since the request came
  return {
    status: 200,
    headers: { 'content-type': contentType },
    start: (sink, signal) => {
      if (isTooOld || isRestored()) {
        const { status } = expired(`too old resource version: ${from} (${table.log.floor})`);
        sink.write(new EventBatch([encoder.error(status)]));
        return sink.end();
      }
      WatchStream.open(
        {
          store: context.store,
          table: resource.storage.table,
          host: context.host,
          hub: context.hub,
          share: shareOf(call, encoder),
          index: indexedValue(resource, call.info, options.fields),
          encoder,
          matches,
          ...(conversion && { bringIn: (objects) => conversion.bringIn(objects, true) }),
          initial: startsWithAll ? table.page({ ...all, matches }).items : [],
          endsInitialEvents: options.sendInitialEvents === true && options.allowWatchBookmarks,
          from,
          hasBookmarks: options.allowWatchBookmarks,
          timeoutMs: timeoutOf(options, call),
        },
        sink,
        signal,
      );
    },
  };
}

/** Watches that ask for the same in the same words get the same events. */
function shareOf({ resource, info, request: { query } }: Call, { form }: EventEncoder): FeedShare | undefined {
  if (form === undefined) return undefined;
  const asked = [info.namespace, info.name, query.get('labelSelector'), query.get('fieldSelector')];
  return { resource, key: JSON.stringify([form, ...asked]) };
}

function timeoutOf({ timeoutSeconds }: ListOptions, { context }: Call): number {
  return timeoutSeconds !== undefined && timeoutSeconds > 0
    ? timeoutSeconds * 1000
    : minTimeoutMs * (1 + context.host.random.next());
}
