/**
 * The rows of events, whichever group shows them.
 */
import { hasAt, numberAt, textAt, valueAt, type ApiObject, type Printer } from '@reeve/registry';
import { printAge } from '@reeve/machinery';
import { eventToCore } from '../storage/event-views.ts';
import { nameOf } from './print.ts';

const events: Printer = (object, now) => {
  const event = object['regarding'] === undefined ? object : eventToCore(object);
  const first = printAge(textAt(event, 'firstTimestamp') || valueAt(event, 'eventTime'), now);
  const last = hasAt(event, 'lastTimestamp') ? printAge(valueAt(event, 'lastTimestamp'), now) : first;
  const series = valueAt(event, 'series');
  const kind = textAt(event, 'involvedObject', 'kind').toLowerCase();
  const name = textAt(event, 'involvedObject', 'name');
  return [
    series ? printAge(valueAt(series, 'lastObservedTime'), now) : last,
    textAt(event, 'type'),
    textAt(event, 'reason'),
    name === '' ? kind : `${kind}/${name}`,
    textAt(event, 'involvedObject', 'fieldPath'),
    eventSource(event),
    textAt(event, 'message').trim(),
    first,
    series ? numberAt(series, 'count') : numberAt(event, 'count') || 1,
    nameOf(event),
  ];
};

export const eventCells: Readonly<Record<string, Printer>> = { events, 'events.k8s.io/events': events };

function eventSource(event: ApiObject): string {
  const component = textAt(event, 'source', 'component') || textAt(event, 'reportingComponent');
  const instance = textAt(event, 'source', 'host') || textAt(event, 'reportingInstance');
  return instance === '' ? component : `${component}, ${instance}`;
}
