/**
 * The value type of a custom resource: what its definition says, with the metadata that every object has, here and in embedded objects.
 * Upstream: the OpenAPI that apiextensions-apiserver builds for apply.
 */
import type { OpenApiNode, ValueSchemas } from './schema-from-openapi.ts';
import type { ValueSchema } from './value-schema.ts';

const objectMeta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const typeAndMetadata: Readonly<Record<string, OpenApiNode>> = {
  apiVersion: { type: 'string' },
  kind: { type: 'string' },
  metadata: { $ref: `#/components/schemas/${objectMeta}` },
};

/** `builtins` knows the type of metadata. A definition without a schema takes anything. */
export function customValueSchema(schema: OpenApiNode | undefined, builtins: ValueSchemas): ValueSchema {
  if (schema === undefined) return builtins.inline({ type: 'object' });
  const { properties, ...rest } = withEmbedded(schema);
  return builtins.inline({ ...rest, properties: { ...properties, ...typeAndMetadata } });
}

function withEmbedded(node: OpenApiNode): OpenApiNode {
  const { properties, items, additionalProperties } = node;
  const isEmbedded = node['x-kubernetes-embedded-resource'] === true;
  return {
    ...node,
    ...((properties || isEmbedded) && {
      properties: { ...mapValues(properties ?? {}, withEmbedded), ...(isEmbedded && typeAndMetadata) },
    }),
    ...(items && { items: withEmbedded(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: withEmbedded(additionalProperties) }),
  };
}

function mapValues<T>(object: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
