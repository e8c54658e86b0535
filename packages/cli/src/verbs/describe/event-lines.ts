/**
 * Events as a table, the newest last.
 */
import { printSpan, parseTime } from '@reeve/machinery';
import { TextTable } from '../output/text-table.ts';

/** An event of the core API, as far as it is shown. */
export interface ToldEvent {
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly count?: number;
  readonly firstTimestamp?: string | null;
  readonly lastTimestamp?: string | null;
  readonly eventTime?: string | null;
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string };
  readonly source?: { readonly component?: string };
  readonly reportingComponent?: string;
}

/** The lines, at a time in milliseconds. */
export function eventLines(events: readonly ToldEvent[], now: number): string[] {
  if (events.length === 0) return ['Events:  <none>'];
  const rows = events
    .toSorted((one, other) => lastOf(one) - lastOf(other))
    .map((event) => [
      `  ${event.type ?? ''}`,
      event.reason ?? '',
      ageOf(event, now),
      event.source?.component || event.reportingComponent || '',
      (event.message ?? '').trim(),
    ]);
  const header = ['  Type', 'Reason', 'Age', 'From', 'Message'];
  const line = header.map((title) => title.replace(/\S/g, '-'));
  return ['Events:', ...new TextTable().lines([header, line, ...rows])];
}

const lastOf = ({ series, lastTimestamp, eventTime, firstTimestamp }: ToldEvent): number =>
  parseTime(series?.lastObservedTime ?? lastTimestamp ?? eventTime ?? firstTimestamp) ?? 0;

/** `5m`, or `5m (x3 over 10m)` for an event that came more than once. */
function ageOf(event: ToldEvent, now: number): string {
  const count = event.series?.count ?? event.count ?? 1;
  const last = printSpan(now - lastOf(event));
  if (count <= 1) return last;
  const first = parseTime(event.firstTimestamp ?? event.eventTime) ?? now;
  return `${last} (x${count} over ${printSpan(now - first)})`;
}
