/**
 * What an Event must be. The older group asks for little; the newer one for all that makes an event readable by programs, and for nothing of old.
 * Upstream: kubernetes pkg/apis/core/validation ValidateEventCreate and ValidateEventUpdate.
 */
import { deepEqual } from '@reeve/machinery';
import {
  fieldsAt,
  hasAt,
  invalid,
  isSet,
  numberAt,
  qualifiedName,
  required,
  textAt,
  valueAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { eventToCore } from '../storage/event-views.ts';
import { none, wordProblems } from './checks.ts';

/** The longest texts, in bytes. */
const longest = { reportingInstance: 128, action: 128, reason: 128, message: 1024 };

/** An event of the core group. */
export const eventProblems = (event: ApiObject): readonly FieldError[] => commonProblems(event, 'reportingComponent');

/** A new event of events.k8s.io; messages name the fields as they are kept. */
export function newerEventProblems(shown: ApiObject): readonly FieldError[] {
  const event = eventToCore(shown);
  const type = textAt(event, 'type');
  const ofOld = ['firstTimestamp', 'lastTimestamp', 'count', 'source'].filter((name) => isGiven(event[name]));
  return [
    ...commonProblems(event, 'reportingController'),
    ...seriesProblems(event),
    ...(hasAt(event, 'eventTime') ? none : [required('eventTime', '')]),
    ...(['Normal', 'Warning'].includes(type) ? none : [invalid('type', '', `has invalid value: ${type}`)]),
    ...ofOld.map((name) => invalid(name, '', 'needs to be unset')),
  ];
}

/** Of an event of events.k8s.io only the series may change. */
export function newerEventChangeProblems(shown: ApiObject, shownBefore: ApiObject): readonly FieldError[] {
  const event = eventToCore(shown);
  const before = eventToCore(shownBefore);
  return [
    ...commonProblems(event, 'reportingController'),
    ...(deepEqual(event['series'] ?? null, before['series'] ?? null) ? none : seriesProblems(event)),
    ...fixed
      .filter(([name]) => !deepEqual(event[name] ?? null, before[name] ?? null))
      .map(([name, field, print]) => invalid(field, print(event[name]), 'field is immutable')),
  ];
}

/** Go's names of the fields of a reference, in their order. */
const referenceFields = {
  Kind: 'kind',
  Namespace: 'namespace',
  Name: 'name',
  UID: 'uid',
  APIVersion: 'apiVersion',
  ResourceVersion: 'resourceVersion',
  FieldPath: 'fieldPath',
};

const goReference = (reference: unknown): Fields =>
  Object.fromEntries(Object.entries(referenceFields).map(([name, field]) => [name, textAt(reference, field)]));
const goSource = (source: unknown): Fields => ({
  Component: textAt(source, 'component'),
  Host: textAt(source, 'host'),
});
const asText = (value: unknown): unknown => value ?? '';

const fixed: readonly (readonly [name: string, field: string, print: (value: unknown) => unknown])[] = [
  ['involvedObject', 'involvedObject', goReference],
  ['reason', 'reason', asText],
  ['message', 'message', asText],
  ['source', 'source', goSource],
  ['firstTimestamp', 'firstTimestamp', (value) => value ?? null],
  ['lastTimestamp', 'lastTimestamp', (value) => value ?? null],
  ['count', 'count', (value) => value ?? 0],
  ['type', 'type', asText],
  ['eventTime', 'eventTime', (value) => value ?? null],
  ['action', 'action', asText],
  ['related', 'related', (value) => (isSet(value) ? goReference(value) : null)],
  ['reportingComponent', 'reportingController', asText],
  ['reportingInstance', 'reportingInstance', asText],
];

function commonProblems(event: ApiObject, controllerField: string): readonly FieldError[] {
  return [...homeProblems(event), ...(hasAt(event, 'eventTime') ? partProblems(event, controllerField) : none)];
}

/** Events are about something in their own namespace; those about what has none are in `default`. */
function homeProblems(event: ApiObject): readonly FieldError[] {
  const home = event.metadata.namespace ?? '';
  const namespace = textAt(event, 'involvedObject', 'namespace');
  const isNewer = hasAt(event, 'eventTime');
  const homeless = isNewer ? ['default', 'kube-system'] : ['default', ''];
  const isFine = namespace === '' ? homeless.includes(home) : isNewer || namespace === home;
  return isFine ? none : [invalid('involvedObject.namespace', namespace, 'does not match event.namespace')];
}

function partProblems(event: ApiObject, controllerField: string): readonly FieldError[] {
  const controller = textAt(event, 'reportingComponent');
  const part = (name: keyof typeof longest, isRequired: boolean): readonly FieldError[] => {
    const text = textAt(event, name);
    if (text === '') return isRequired ? [required(name, '')] : none;
    return Buffer.byteLength(text) > longest[name]
      ? [invalid(name, '', `can have at most ${longest[name]} characters`)]
      : none;
  };
  return [
    ...(controller === '' ? [required(controllerField, '')] : none),
    ...wordProblems(qualifiedName, controller, controllerField),
    ...part('reportingInstance', true),
    ...part('action', true),
    ...part('reason', true),
    ...part('message', false),
  ];
}

function seriesProblems(event: ApiObject): readonly FieldError[] {
  if (!isSet(event['series'])) return none;
  return [
    ...(numberAt(event, 'series', 'count') < 2 ? [invalid('series.count', '', 'should be at least 2')] : none),
    ...(isSet(valueAt(event, 'series', 'lastObservedTime')) ? none : [required('series.lastObservedTime', '')]),
  ];
}

const isGiven = (value: unknown): boolean =>
  isSet(value) && value !== 0 && (typeof value !== 'object' || Object.keys(fieldsAt(value)).length > 0);
