/**
 * What is published about what is served: the operations and schemas of each group and version, as made from the registry.
 */
import type { KindFacts, OpenApiSchema } from '@reeve/kinds';
import type { ResourceRegistry, ServedResource } from '@reeve/registry';
import { customSchemaName, customSchemas } from './custom-schema.ts';
import { fixedDocuments, groupOperation, versionOperation } from './document-operations.ts';
import { documentSchemas } from './document-schemas.ts';
import type { Operation } from './operation.ts';
import { resourceOperations, type SchemaOf } from './resource-operations.ts';

export type Schemas = Readonly<Record<string, OpenApiSchema>>;

/** One document of version 3, or a part of the one of version 2. */
export interface PublishedPart {
  /** Its place in the index: `apis/apps/v1`. */
  readonly path: string;
  readonly isCustom: boolean;
  readonly operations: readonly Operation[];
  readonly schemas: Schemas;
  /** Which of the schemas are written by people. */
  readonly customNames: ReadonlySet<string>;
}

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
/** Kinds that every group has; documents say which groups those are. */
const everywhere = ['DeleteOptions', 'WatchEvent'];

/** All parts, in the order of the index, with the schemas of built-in kinds as given. A group of definitions has no document of its own, only its versions have. */
export function publishedParts(registry: ResourceRegistry, builtin: Schemas): PublishedPart[] {
  const schemas = { ...builtin, ...documentSchemas };
  const ofOperation = (path: string, operation: Operation): PublishedPart => ({
    path,
    isCustom: false,
    operations: [operation],
    schemas,
    customNames: new Set(),
  });
  const groups = registry
    .groups()
    .flatMap(({ name, versions }) => [
      ...(name === '' || registry.isCustomGroup(name) ? [] : [ofOperation(`apis/${name}`, groupOperation(name))]),
      ...versions.map((version) => versionPart(registry, name, version, schemas)),
    ]);
  return [...[...fixedDocuments].map(([path, operation]) => ofOperation(path, operation)), ...groups].toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  );
}

function versionPart(registry: ResourceRegistry, group: string, version: string, builtin: Schemas): PublishedPart {
  const resources = registry.inVersion(group, version);
  const isCustom = resources.every((resource) => resource.isCustom);
  const own = resources.filter((resource) => resource.isCustom);
  const custom = Object.assign({}, ...own.map(customSchemas)) as Schemas;
  const groups = isCustom
    ? servedVersions(registry)
    : [
        { group: '', version: 'v1' },
        { group, version },
      ];
  const schemaOf = schemaNames(builtin, own);
  return {
    path: group === '' ? `api/${version}` : `apis/${group}/${version}`,
    isCustom,
    operations: [
      ...(isCustom ? [] : [versionOperation(group, version)]),
      ...resources.flatMap((resource) => resourceOperations(resource, schemaOf)),
    ],
    schemas: { ...builtin, ...withKinds(builtin, groups), ...custom },
    customNames: new Set(Object.keys(custom)),
  };
}

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

const servedVersions = (registry: ResourceRegistry): GroupVersion[] =>
  registry.groups().flatMap(({ name, versions }) => versions.map((version) => ({ group: name, version })));

function withKinds(builtin: Schemas, groups: readonly GroupVersion[]): Schemas {
  const unique = [...new Map(groups.map((each) => [`${each.group}/${each.version}`, each])).values()];
  return Object.fromEntries(
    everywhere.map((kind) => [
      `${meta}.${kind}`,
      {
        ...builtin[`${meta}.${kind}`],
        'x-kubernetes-group-version-kind': unique.map(({ group, version }) => ({ group, kind, version })),
      },
    ]),
  );
}

function schemaNames(builtin: Schemas, custom: readonly ServedResource[]): SchemaOf {
  const names = builtinNames(builtin);
  const own = new Map(custom.map((resource) => [keyOf(resource), customSchemaName(resource)]));
  return (kind) => own.get(keyOf(kind)) ?? names.get(keyOf(kind));
}

const known = new WeakMap<Schemas, ReadonlyMap<string, string>>();

function builtinNames(schemas: Schemas): ReadonlyMap<string, string> {
  let names = known.get(schemas);
  if (names === undefined) {
    names = new Map(
      Object.entries(schemas).flatMap(([name, schema]) =>
        ((schema['x-kubernetes-group-version-kind'] as KindFacts[] | undefined) ?? []).map(
          (kind) => [keyOf(kind), name] as const,
        ),
      ),
    );
    known.set(schemas, names);
  }
  return names;
}

const keyOf = ({ group, version, kind }: KindFacts): string => `${group}/${version}/${kind}`;
