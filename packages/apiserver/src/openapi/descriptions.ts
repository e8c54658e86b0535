/**
 * What `kubectl explain` and `reeve explain` say about built-in kinds: a sentence for each kind, and for the fields that people look up. Written for reeve; upstream's texts are not taken over.
 */
import type { OpenApiSchema } from '@reeve/kinds';

type Schemas = Readonly<Record<string, OpenApiSchema>>;
type Texts = Readonly<Record<string, string>>;

/** Fields that mean the same in all kinds. */
const ofKinds: Texts = {
  apiVersion: 'The group and version of the object, such as apps/v1.',
  kind: 'The kind of the object.',
  metadata: 'Name, namespace, labels and what else all objects have.',
  spec: 'What is wanted.',
  status: 'What is; written by controllers.',
};

/** Fields that mean the same in the status of all kinds. */
const ofStatus: Texts = {
  conditions: 'What holds for the object, each with its type, status and reason.',
  observedGeneration: 'The generation of the object that the status is about.',
};

let texts: Promise<ReadonlyMap<string, { readonly kind?: string; readonly fields: Texts }>> | undefined;

/** The schemas with their descriptions, which are loaded with the first call. */
export async function described(schemas: Schemas): Promise<Schemas> {
  const known = await (texts ??= loadTexts());
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const found = known.get(name) ?? (name.endsWith('Status') ? { fields: ofStatus } : undefined);
      return [name, found === undefined ? schema : withTexts(schema, found.kind, found.fields)];
    }),
  );
}

async function loadTexts() {
  const { allDescriptions } = await import('./descriptions/all.ts');
  const found = new Map<string, { readonly kind?: string; readonly fields: Texts }>();
  for (const { prefix, kinds, fields } of allDescriptions) {
    for (const [name, own] of Object.entries(fields))
      found.set(prefix + name, { fields: { ...(name.endsWith('Status') && ofStatus), ...own } });
    for (const [name, kind] of Object.entries(kinds))
      found.set(prefix + name, { kind, fields: { ...ofKinds, ...fields[name] } });
  }
  return found;
}

function withTexts(schema: OpenApiSchema, description: string | undefined, fields: Texts): OpenApiSchema {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, object>>).map(
    ([field, of]) => [field, fields[field] === undefined ? of : { ...of, description: fields[field] }] as const,
  );
  return {
    ...schema,
    ...(description !== undefined && { description }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
  };
}
