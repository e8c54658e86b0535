/**
 * Selects the events about an object. The fields have different names in the two APIs.
 * Upstream: client-go tools/events.GetFieldSelector.
 */
import { fieldsToQuery, InvalidInputError } from '@reeve/machinery';
import type { FieldQuery, ObjectReference } from '@reeve/machinery';

/** The selector for a list or watch of events, by the `apiVersion` of the events. What the reference leaves out does not matter. */
export function eventsAbout(
  apiVersion: string,
  object: Pick<ObjectReference, 'apiVersion' | 'kind' | 'name' | 'uid'>,
): FieldQuery {
  const prefix = prefixes.get(apiVersion);
  if (prefix === undefined) {
    const known = [...prefixes.keys()].join(', ');
    throw new InvalidInputError(apiVersion, `there are no events of version ${apiVersion}: use one of ${known}`);
  }
  const { name, kind, apiVersion: about, uid } = object;
  const wanted = Object.entries({ name, kind, apiVersion: about, uid }).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  return fieldsToQuery(Object.fromEntries(wanted.map(([field, value]) => [`${prefix}.${field}`, value ?? ''])));
}

const prefixes: ReadonlyMap<string, string> = new Map([
  ['v1', 'involvedObject'],
  ['events.k8s.io/v1', 'regarding'],
  ['events.k8s.io/v1beta1', 'regarding'],
]);
