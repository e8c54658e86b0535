/**
 * The schemas of a custom resource as documents publish them: what the definition says, with apiVersion, kind and metadata as every object has them.
 */
import type { ServedResource } from '../resource/served-resource.ts';
import { refTo } from './paths.ts';

const objectMeta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const listMeta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta';

/** `com.example.v1.Widget`: the group backwards, version and kind. */
export function customSchemaName({ group, version, kind }: ServedResource): string {
  return [...group.split('.').toReversed(), version, kind].join('.');
}

export function customSchemas(resource: ServedResource): Record<string, object> {
  const { group, version, kind, listKind } = resource;
  const name = customSchemaName(resource);
  const schema = resource.schema ?? {};
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, unknown>>;
  const typed = (own: Readonly<Record<string, unknown>>) => ({
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    ...own,
  });
  return {
    [name]: {
      ...schema,
      type: 'object',
      properties: typed({ ...properties, metadata: { allOf: [refTo(objectMeta)] } }),
      'x-kubernetes-group-version-kind': [{ group, version, kind }],
    },
    [`${name}List`]: {
      type: 'object',
      required: ['items'],
      properties: typed({ items: { type: 'array', items: refTo(name) }, metadata: { allOf: [refTo(listMeta)] } }),
      'x-kubernetes-group-version-kind': [{ group, version, kind: listKind }],
    },
  };
}
