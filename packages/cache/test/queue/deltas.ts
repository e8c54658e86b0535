import { isDeletedFinalStateUnknown, type Delta, type ObjectDelta } from '@reeve/cache';
import type { Thing } from '../objects.ts';

/** `Added foo=1`, `Deleted bar=2` for an object, `Deleted bar†2` for a tombstone: what a delta says, in a word. */
export const words = (delta: Delta<Thing>): string => {
  switch (delta.type) {
    case 'SyncAll':
      return 'SyncAll';
    case 'Bookmark':
      return `Bookmark ${delta.resourceVersion}`;
    case 'ReplacedAll':
      return `ReplacedAll ${delta.resourceVersion}: ${delta.objects.map((object) => `${object.metadata.name}=${object.value}`).join(' ')}`;
    default:
      return `${delta.type} ${subject(delta)}`;
  }
};

const subject = ({ object }: ObjectDelta<Thing>): string =>
  isDeletedFinalStateUnknown(object)
    ? `${object.key}†${object.object?.value ?? ''}`
    : `${object.metadata.name}=${object.value}`;

/** A store that a queue may look into. */
export const knowing = (...things: readonly Thing[]) => ({
  listKeys: () => things.map(({ metadata }) => metadata.name),
  getByKey: (key: string) => things.find(({ metadata }) => metadata.name === key),
});
