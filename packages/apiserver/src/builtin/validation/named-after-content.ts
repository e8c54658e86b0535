/**
 * Kinds whose names follow from what they hold: an API service is called after its version and group.
 * Upstream: ValidateAPIService of kube-aggregator.
 */
import { invalid, type FieldError } from '../../error/field-error.ts';
import type { ApiObject } from '../../resource/served-resource.ts';
import { textAt } from '../fields.ts';
import { pathSegment } from '../wire-words.ts';
import { none } from './checks.ts';

export function apiServiceNameProblems(object: ApiObject): readonly FieldError[] {
  const { name = '' } = object.metadata;
  const expected = `${textAt(object, 'spec', 'version')}.${textAt(object, 'spec', 'group')}`;
  if (name === expected || pathSegment(name).length > 0) return none;
  return [invalid('metadata.name', name, `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(expected)}`)];
}
