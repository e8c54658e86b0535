/**
 * The schemas of a custom resource as documents publish them: what the definition says, with apiVersion, kind and metadata as every object has them.
 * Upstream: apiextensions controller/openapi/builder.
 */
import type { ServedResource } from '@reeve/registry';
import { refV3 } from './render-v3.ts';
import { mapSchema, type Schema } from './map-schema.ts';

const objectMeta = { allOf: [refV3('io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta')] };
const listMeta = { allOf: [refV3('io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta')] };
const types = { apiVersion: { type: 'string' }, kind: { type: 'string' } };

/** `com.example.v1.Widget`: the group backwards, version and kind. */
export function customSchemaName({ group, version, kind }: ServedResource): string {
  return [...group.split('.').toReversed(), version, kind].join('.');
}

/** The schemas of the kind and of its list, by name. */
export function customSchemas(resource: ServedResource): Record<string, Schema> {
  const { group, version, kind, listKind, schema } = resource;
  const name = customSchemaName(resource);
  const published = mapSchema(schema ?? { type: 'object' }, publishedNode);
  const labels = [...resource.fieldLabels].filter((label) => !label.startsWith('metadata.'));
  const selectable = labels.length > 0 && {
    'x-kubernetes-selectable-fields': labels.map((fieldPath) => ({ fieldPath })),
  };
  return {
    [name]: {
      ...published,
      properties: byName({ ...(published['properties'] as object | undefined), ...types, metadata: objectMeta }),
      'x-kubernetes-group-version-kind': [{ group, kind, version }],
      ...selectable,
    },
    [listNameOf(resource)]: {
      description: `${listKind} is a list of ${kind}`,
      type: 'object',
      required: ['items'],
      properties: byName({ ...types, items: { type: 'array', items: refV3(name) }, metadata: listMeta }),
      'x-kubernetes-group-version-kind': [{ group, kind: listKind, version }],
      ...selectable,
    },
  };
}

const listNameOf = (resource: ServedResource): string => customSchemaName({ ...resource, kind: resource.listKind });

/** Short forms are written out: numbers or text as a choice of both, embedded objects with what every object has. */
function publishedNode(node: Schema): Schema {
  const { 'x-kubernetes-int-or-string': isEither, 'x-kubernetes-embedded-resource': isEmbedded } = node;
  const properties = {
    ...(node['properties'] as object | undefined),
    ...(isEmbedded === true && { ...types, metadata: objectMeta }),
  };
  return {
    ...node,
    ...((node['properties'] !== undefined || isEmbedded === true) && { properties: byName(properties) }),
    ...(isEither === true && node['anyOf'] === undefined && { anyOf: [{ type: 'integer' }, { type: 'string' }] }),
    ...(isEmbedded === true && {
      required: [...new Set([...((node['required'] as readonly string[] | undefined) ?? []), 'kind', 'apiVersion'])],
    }),
  };
}

/** Documents list fields by name. */
const byName = (properties: object): object =>
  Object.fromEntries(Object.entries(properties).toSorted(([a], [b]) => (a < b ? -1 : 1)));
