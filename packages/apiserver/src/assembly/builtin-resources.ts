/**
 * The built-in resources, from the table of facts, with what is special about some of them.
 */
import {
  loadResources,
  loadSchemas,
  loadTypeTable,
  type GroupFacts,
  type KindFacts,
  type ResourceFacts,
} from '@reeve/kinds';
import { patchSchemaFromOpenApi, type OpenApiPatchSchema, type PatchSchema } from '@reeve/machinery';
import { builtinPrinter, builtinFieldValue, builtinStorage, builtinStrategy } from '@reeve/builtins';
import type { ServedGroup, ServedResource, ServedSubresource, Strategy, Verb } from '@reeve/registry';
import { definitionStrategy } from '../custom/definition-strategy.ts';
import { webhookStrategy } from '../webhooks/webhook-strategy.ts';
import { policyStrategy } from '../policy/policy-strategy.ts';
import { TypedCodecs } from '../codec/typed-codecs.ts';
import { ValueSchemas } from '../managed-fields/schema-from-openapi.ts';

export interface Builtins {
  readonly gitVersion: string;
  readonly groups: readonly ServedGroup[];
  readonly resources: readonly ServedResource[];
  readonly codecs: TypedCodecs;
  /** The types of all kinds as far as managers of fields are concerned. */
  readonly valueSchemas: ValueSchemas;
  /** The name of a kind's schema; empty where there is none. */
  schemaName(group: string, version: string, kind: string): string;
}

export async function loadBuiltins(): Promise<Builtins> {
  const [{ version, groups }, schemas, table] = await Promise.all([loadResources(), loadSchemas(), loadTypeTable()]);
  const codecs = new TypedCodecs(table);
  const schemaNames = schemaOfKind(schemas);
  const resolve = (ref: string) => schemas[ref.slice(ref.lastIndexOf('/') + 1)] as OpenApiPatchSchema | undefined;
  const patchSchemas = new Map<string, PatchSchema | undefined>();
  const patchSchemaOf = (key: string): PatchSchema | undefined => {
    if (!patchSchemas.has(key)) {
      const schema = schemas[schemaNames.get(key) ?? ''];
      patchSchemas.set(key, schema && patchSchemaFromOpenApi(schema, resolve));
    }
    return patchSchemas.get(key);
  };
  return {
    gitVersion: version,
    codecs,
    valueSchemas: new ValueSchemas((name) => schemas[name]),
    schemaName: (group, each, kind) => schemaNames.get(`${group}/${each}/${kind}`) ?? '',
    groups: groups.map(({ name, versions }) => ({ name, versions: versions.map((each) => each.version) })),
    resources: groups.flatMap((group) =>
      group.versions.flatMap(({ version: each, resources }) =>
        resources.map((facts) => builtin(group, each, facts, codecs, patchSchemaOf)),
      ),
    ),
  };
}

function builtin(
  group: GroupFacts,
  version: string,
  facts: ResourceFacts,
  codecs: TypedCodecs,
  patchSchemaOf: (key: string) => PatchSchema | undefined,
): ServedResource {
  const { name } = group;
  const kind: KindFacts = facts.responseKind ?? { group: name, version, kind: facts.kind };
  const key = `${kind.group}/${kind.version}/${kind.kind}`;
  return {
    group: name,
    version,
    apiVersion: name === '' ? version : `${name}/${version}`,
    plural: facts.plural,
    singular: facts.singular,
    kind: facts.kind,
    listKind: `${facts.kind}List`,
    scope: facts.scope,
    verbs: new Set(facts.verbs as Verb[]),
    shortNames: facts.shortNames ?? [],
    categories: facts.categories ?? [],
    storageVersionHash: facts.storageVersionHash,
    subresources: new Map((facts.subresources ?? []).map((each) => [each.name, subresource(each)])),
    isCustom: false,
    isKnownKind: (apiVersion, kindName) => codecs.hasKind(apiVersion, kindName),
    storage: builtinStorage(name, version, facts.plural),
    codec: codecs.forKind(kind.group, kind.version, kind.kind),
    strategy: completed(builtinStrategy(name, version, facts), facts.kind),
    columns: facts.columns ?? [],
    printer: builtinPrinter(name, facts.plural),
    fieldLabels: new Set(facts.fieldLabels ?? []),
    fieldValue: builtinFieldValue(name, facts.plural),
    get patchSchema() {
      return patchSchemaOf(key);
    },
  };
}

/** The strategy of a kind with what takes an engine: schemas and expressions. */
function completed(strategy: Strategy, kind: string): Strategy {
  switch (kind) {
    case 'CustomResourceDefinition':
      return definitionStrategy(strategy);
    case 'MutatingWebhookConfiguration':
    case 'ValidatingWebhookConfiguration':
      return webhookStrategy(strategy);
    case 'ValidatingAdmissionPolicy':
      return policyStrategy(strategy, 'validating');
    case 'MutatingAdmissionPolicy':
      return policyStrategy(strategy, 'mutating');
    default:
      return strategy;
  }
}

function subresource({ name, kind, verbs }: NonNullable<ResourceFacts['subresources']>[number]): ServedSubresource {
  return { name, kind, verbs: new Set(verbs as Verb[]) };
}

function schemaOfKind(schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Map<string, string> {
  return new Map(
    Object.entries(schemas).flatMap(([name, schema]) =>
      ((schema['x-kubernetes-group-version-kind'] as KindFacts[] | undefined) ?? []).map(
        ({ group, version, kind }) => [`${group}/${version}/${kind}`, name] as const,
      ),
    ),
  );
}
