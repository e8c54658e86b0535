/**
 * Says in a line what a run did and why.
 */
import type { Cause, ReconcileRecord } from '@reeve/runtime';

/** Prints a run. */
export function reportRun(record: ReconcileRecord, say: (line: string) => void): void {
  const sent = record.writes.filter(({ skipped }) => skipped !== true);
  const did = sent.length === 0 ? 'nothing to write' : sent.map(({ verb, kind }) => `${verb} ${kind}`).join(', ');
  const why = record.causes.map(causeText).join('; ') || 'asked for';
  const failed = 'error' in record.outcome ? `  FAILED: ${String(record.outcome.error)}` : '';
  say(`reconciled ${record.request.key} in ${record.durationMs.toFixed(1)} ms: ${did}   because ${why}${failed}`);
}

function causeText({ source, type, object, changed }: Cause): string {
  const what = changed !== undefined && changed.length > 0 ? ` (${changed.slice(0, 3).join(', ')})` : '';
  return `${source} ${type}${object === undefined ? '' : ` ${object}`}${what}`;
}
