/**
 * Applies and updates to a server in memory, and looks at who manages what.
 */
import { FieldSet, formatFieldPath, type ManagedFieldsEntry } from '@reeve/machinery';
import type { ApiServer } from '@reeve/apiserver';
import { ask, type Answer, type Body } from '../server/talk.ts';

/** Sends an apply. */
export function apply(
  server: ApiServer,
  path: string,
  manager: string,
  config: object | string,
  options = '',
): Promise<Answer> {
  return ask(server.transport, 'PATCH', `${path}?fieldManager=${manager}${options}`, config, {
    'content-type': 'application/apply-patch+yaml',
  });
}

/** Sends a merge patch. */
export function merge(server: ApiServer, path: string, manager: string, change: object): Promise<Answer> {
  return ask(server.transport, 'PATCH', `${path}?fieldManager=${manager}`, change, {
    'content-type': 'application/merge-patch+json',
  });
}

/** The entries of an object. */
export const entriesOf = (body: Body): readonly ManagedFieldsEntry[] => body.metadata.managedFields ?? [];

/** The fields of each manager, as text, by `name operation`, with the subresource where there is one. */
export function owners(body: Body): Record<string, string[]> {
  return Object.fromEntries(
    entriesOf(body).map(({ manager, operation, subresource, fieldsV1 }) => [
      [manager, operation, ...(subresource ? [subresource] : [])].join(' '),
      Array.from(FieldSet.fromFieldsV1(fieldsV1), formatFieldPath),
    ]),
  );
}
