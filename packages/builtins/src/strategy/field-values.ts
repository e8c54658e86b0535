/**
 * The values by which built-in objects are selected. A label is the path of a field, but for a few old names.
 */
import { isJsonObject } from '@reeve/machinery';
import type { ApiObject } from '@reeve/registry';

type FieldValue = (object: ApiObject, label: string) => string;

/** Labels that are not the path of what they stand for. */
const aliases: Readonly<Record<string, Readonly<Record<string, (object: ApiObject) => unknown>>>> = {
  pods: {
    'spec.host': (object) => at(object, 'spec.nodeName'),
    'spec.restartPolicy': (object) => at(object, 'spec.restartPolicy'),
    'spec.hostNetwork': (object) => at(object, 'spec.hostNetwork') ?? false,
    'status.podIPs': (object) => at(object, 'status.podIP'),
  },
  nodes: { 'spec.unschedulable': (object) => at(object, 'spec.unschedulable') ?? false },
  events: {
    source: (object) => at(object, 'source.component') || at(object, 'reportingComponent'),
    reportingComponent: (object) => at(object, 'reportingComponent'),
  },
  'batch/jobs': { 'status.successful': (object) => at(object, 'status.succeeded') ?? 0 },
  replicationcontrollers: { 'status.replicas': (object) => at(object, 'status.replicas') ?? 0 },
};

export function builtinFieldValue(group: string, plural: string): FieldValue {
  const own = aliases[group === '' ? plural : `${group}/${plural}`] ?? {};
  return (object, label) => print(own[label] ? own[label](object) : at(object, label));
}

function at(object: ApiObject, path: string): unknown {
  let value: unknown = object;
  for (const name of path.split('.')) value = isJsonObject(value) ? value[name] : undefined;
  return value;
}

/** A value as selectors compare it: text as it is, everything else as JSON. */
const print = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
