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

/** Fields that mean the same in the conditions of all kinds. */
const ofConditions: Texts = {
  lastHeartbeatTime: 'When the condition was last looked at.',
  lastProbeTime: 'When the condition was last looked at.',
  lastTransitionTime: 'When the status of the condition last changed.',
  lastUpdateTime: 'When the condition was last written.',
  message: 'Details, for people.',
  observedGeneration: 'The generation of the object that the condition is about.',
  reason: 'Why the status last changed, as one word for programs.',
  status: 'True, False or Unknown.',
  type: 'The name of the condition, unique in the object.',
};

let texts: Promise<ReadonlyMap<string, { readonly kind?: string; readonly fields: Texts }>> | undefined;

/** The schemas with their descriptions, which are loaded with the first call. */
export async function described(schemas: Schemas): Promise<Schemas> {
  const known = await (texts ??= loadTexts());
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const found = known.get(name) ?? { fields: sharedFields(name) };
      return [name, withTexts(schema, found.kind, found.fields)];
    }),
  );
}

async function loadTexts() {
  const { allDescriptions } = await import('./descriptions/all.ts');
  const found = new Map<string, { readonly kind?: string; readonly fields: Texts }>();
  for (const { prefix, kinds, fields } of allDescriptions) {
    for (const [name, own] of Object.entries(fields))
      found.set(prefix + name, { fields: { ...sharedFields(name), ...own } });
    for (const [name, kind] of Object.entries(kinds))
      found.set(prefix + name, { kind, fields: { ...ofKinds, ...fields[name] } });
  }
  return found;
}

function sharedFields(name: string): Texts {
  if (name.endsWith('Condition')) return ofConditions;
  return name.endsWith('Status') ? ofStatus : {};
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
