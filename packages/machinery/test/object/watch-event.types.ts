/**
 * What the type of watch events must and must not allow. Compiling is passing.
 */
import { isBookmarkEvent, isInitialEventsEnd, isObjectEvent, isWatchErrorEvent } from '@reeve/machinery';
import type { DeepReadonly, KubeObject, WatchEvent } from '@reeve/machinery';

interface Pod extends KubeObject {
  spec: { nodeName: string };
}

export function bySwitch(event: WatchEvent<Pod>): string | undefined {
  switch (event.type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return event.object.spec.nodeName;
    case 'BOOKMARK':
      // @ts-expect-error a bookmark has metadata only
      void event.object.spec;
      return event.object.metadata.resourceVersion;
    case 'ERROR':
      return event.object.message;
    default:
      return event satisfies never;
  }
}

export function byGuard(event: DeepReadonly<WatchEvent<Pod>>): string | undefined {
  if (isInitialEventsEnd(event)) return 'synced';
  if (isObjectEvent(event)) return event.object.spec.nodeName;
  if (isBookmarkEvent(event)) return event.object.metadata.resourceVersion;
  if (isWatchErrorEvent(event)) return event.object.reason;
  return event satisfies never;
}

// @ts-expect-error there is no such event
export const wrong: WatchEvent = { type: 'SYNCED', object: { metadata: {} } };
