/**
 * Which objects a list, watch or deletecollection is about: namespace, labels and fields together.
 */
import { badRequest, type ApiObject, type ServedResource } from '@reeve/registry';
import type { ListOptions } from '../request/list-options.ts';
import type { Call } from './call.ts';

export interface Selection {
  /** What the storage keys start with. */
  readonly prefix: string;
  /** True when every object under the prefix is meant. */
  readonly isEverything: boolean;
  matches(object: ApiObject): boolean;
}

export function selectionOf(call: Call, { labels, fields }: ListOptions): Selection {
  const { resource, info } = call;
  checkFields(
    resource,
    fields.requirements.map(({ field }) => field),
  );
  const byLabels = !labels.isEverything;
  const byFields = !fields.isEverything;
  const name = info.name;
  return {
    prefix: resource.scope === 'Namespaced' && info.namespace !== undefined ? `${info.namespace}/` : '',
    isEverything: !byLabels && !byFields && name === undefined,
    matches: (object) =>
      (name === undefined || object.metadata.name === name) &&
      (!byLabels || labels.matches(object.metadata.labels ?? {})) &&
      (!byFields || fields.matches((field) => resource.fieldValue(object, field))),
  };
}

function checkFields({ isCustom, fieldLabels }: ServedResource, fields: readonly string[]): void {
  const unknown = fields.find((field) => !fieldLabels.has(field));
  if (unknown === undefined) return;
  const hasOwnLabels = isCustom || [...fieldLabels].some((label) => !label.startsWith('metadata.'));
  throw badRequest(
    hasOwnLabels
      ? `field label not supported: ${unknown}`
      : `${JSON.stringify(unknown)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
  );
}
