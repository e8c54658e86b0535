/**
 * The rules about `x-kubernetes-map-type`.
 * Upstream: apiextensions validation ValidateCustomResourceDefinitionOpenAPISchema.
 */
import type { FieldError } from '../field/field-error.ts';
import { invalid, notSupported, required } from '../field/field-error.ts';
import type { SchemaNode } from './schema-node.ts';

/** Notes what is wrong with the map type of a node. */
export function checkMapType({ mapType, type }: SchemaNode, path: string, errors: FieldError[]): void {
  if (mapType === undefined) return;
  const problem = 'must be object if x-kubernetes-map-type is specified';
  if (type === '') errors.push(required(`${path}.type`, problem));
  else if (type !== 'object') errors.push(invalid(`${path}.type`, type, problem));
  if (mapType !== 'atomic' && mapType !== 'granular') {
    errors.push(notSupported(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular']));
  }
}
