/**
 * Kinds whose names follow from what they hold: an API service is called after its version and group.
 * Upstream: ValidateAPIService of kube-aggregator.
 */
import { invalid, pathSegment, textAt, type ApiObject, type FieldError } from '@reeve/registry';
import { none } from './checks.ts';

export function apiServiceNameProblems(object: ApiObject): readonly FieldError[] {
  const { name = '' } = object.metadata;
  const expected = `${textAt(object, 'spec', 'version')}.${textAt(object, 'spec', 'group')}`;
  if (name === expected || pathSegment(name).length > 0) return none;
  return [invalid('metadata.name', name, `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(expected)}`)];
}
