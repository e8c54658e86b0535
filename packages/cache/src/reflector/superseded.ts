/**
 * Of several changes of one object in a row, within one batch, only the last has to be decoded where nobody minds missing a state. A
 * deletion or a creation between them is never left out, nor what came before it.
 */
import { ObjectScan } from '../bytes/object-scan.ts';
import { WireText } from '../bytes/wire-text.ts';
import type { IncomingEvent } from './watch-stream.ts';

/** The events without changes that a later change in the batch replaces. */
export function withoutSuperseded(batch: readonly IncomingEvent[]): readonly IncomingEvent[] {
  if (batch.length < 2) return batch;
  const scan = new ObjectScan();
  const changedLater = new Set<string>();
  const kept: IncomingEvent[] = [];
  for (const event of batch.toReversed()) {
    const uid = event.object instanceof WireText && scan.begin(event.object) ? scan.uid : undefined;
    const isChange = event.type === 'MODIFIED';
    if (uid !== undefined && isChange && changedLater.has(uid)) continue;
    if (uid !== undefined && isChange) changedLater.add(uid);
    else if (uid !== undefined) changedLater.delete(uid);
    kept.push(event);
  }
  return kept.length === batch.length ? batch : kept.toReversed();
}
