/**
 * The modules of `@reeve/kinds` that programs import: per group and version one with the types, one per kind with its `Kind` value, and one that names them all.
 * Importing a single kind loads no other; types cost nothing at run time.
 */
import { knownType, placeOf } from './schema-name.mjs';
import { members, typeOf } from './type-script.mjs';

/**
 * @typedef {import('./type-script.mjs').Schema} Schema
 * @typedef {import('./type-script.mjs').Gvk} Gvk
 * @typedef {{ group: string, version: string, resource: any, schemaName: string }} ServedKind
 * @typedef {{ schemas: Record<string, Schema>, groups: readonly any[] }} Facts
 */

const banner = '// Written by `npm run facts:kinds`: do not edit.\n';

/**
 * Every module by its path below `generated/kinds`.
 * @param {Facts} facts
 * @returns {Map<string, string>}
 */
export function kindModules(facts) {
  const kinds = servedKinds(facts);
  const modules = new Map();
  for (const [module, schemaNames] of byModule(facts.schemas)) {
    const served = kinds.filter(({ schemaName }) => placeOf(schemaName).module === module);
    modules.set(`${module}/types.ts`, typesModule(module, schemaNames, facts, kinds));
    for (const kind of served) modules.set(`${module}/${fileName(kind)}.ts`, kindModule(kind));
    modules.set(`${module}.ts`, indexModule(module, schemaNames, served));
  }
  return modules;
}

/** @param {Facts} facts @returns {ServedKind[]} */
function servedKinds({ schemas, groups }) {
  const nameOfKind = new Map(
    Object.entries(schemas).flatMap(([name, schema]) =>
      (schema['x-kubernetes-group-version-kind'] ?? []).map((gvk) => [`${gvk.group}/${gvk.version}/${gvk.kind}`, name]),
    ),
  );
  return groups.flatMap(({ name: group, versions }) =>
    versions.flatMap((/** @type {any} */ { version, resources }) =>
      resources.map((/** @type {any} */ resource) => {
        const schemaName = nameOfKind.get(`${group}/${version}/${resource.kind}`);
        if (!schemaName) throw new Error(`no schema for ${group}/${version} ${resource.kind}`);
        return { group, version, resource, schemaName };
      }),
    ),
  );
}

/** @param {Record<string, Schema>} schemas @returns {Map<string, string[]>} */
function byModule(schemas) {
  /** @type {Map<string, string[]>} */
  const modules = new Map();
  for (const name of Object.keys(schemas)) {
    if (knownType(name) || isList(name, schemas)) continue;
    const { module } = placeOf(name);
    modules.set(module, [...(modules.get(module) ?? []), name]);
  }
  return modules;
}

/** @param {string} name @param {Record<string, Schema>} schemas A list of objects is an `ObjectList` of their kind. */
const isList = (name, schemas) =>
  name.endsWith('List') && schemas[name]?.properties?.['items'] && schemas[name]?.properties?.['metadata'];

/**
 * @param {string} module
 * @param {readonly string[]} schemaNames
 * @param {Facts} facts
 * @param {readonly ServedKind[]} kinds
 */
function typesModule(module, schemaNames, { schemas }, kinds) {
  /** @type {Map<string, Set<string>>} */
  const imports = new Map();
  const local = new Set(schemaNames.map((name) => placeOf(name).name));
  const from = (/** @type {string} */ path, /** @type {string} */ name) =>
    imports.set(path, (imports.get(path) ?? new Set()).add(name));
  const nameOf = (/** @type {string} */ schemaName) => {
    const known = knownType(schemaName);
    if (known?.type) return known.type;
    if (known?.machinery) return (from('@reeve/machinery', known.machinery), known.machinery);
    const place = placeOf(schemaName);
    if (place.module === module) return place.name;
    if (local.has(place.name)) throw new Error(`${module} has a ${place.name} of its own`);
    from(`../../${place.module}/types.ts`, place.name);
    return place.name;
  };
  const bodies = schemaNames.map((schemaName) => {
    const kind = kinds.find((one) => one.schemaName === schemaName);
    return interfaceOf(schemaName, kind, nameOf, schemas);
  });
  return [banner, importLines(imports), ...bodies].join('\n');
}

/**
 * @param {string} schemaName
 * @param {ServedKind | undefined} kind
 * @param {import('./type-script.mjs').NameOf} nameOf
 * @param {Record<string, Schema>} schemas
 */
function interfaceOf(schemaName, kind, nameOf, schemas) {
  const { name } = placeOf(schemaName);
  const schema = schemas[schemaName] ?? {};
  if (schema.type !== 'object') return `export type ${name} = ${typeOf(schema, nameOf)};\n`;
  const gvk = onlyOne(schema['x-kubernetes-group-version-kind'] ?? []) ?? kindOf(kind);
  const always = alwaysThere(name, schema, kind, schemas);
  const lines = members(schema, nameOf, (field) => always.has(field)).map((line) => literal(line, gvk));
  return lines.length === 0
    ? `export type ${name} = Record<string, never>;\n`
    : `export interface ${name} {\n${lines.join('\n')}\n}\n`;
}

/** @param {readonly Gvk[]} gvks Some types, such as DeleteOptions, are of every group. */
const onlyOne = (gvks) => (gvks.length === 1 ? gvks[0] : undefined);

/** @param {ServedKind | undefined} kind */
const kindOf = (kind) => kind && { group: kind.group, version: kind.version, kind: kind.resource.kind };

/**
 * The fields that an object must have: what the schema requires, the metadata of a kind, a spec in which something is required, and the type and status of
 * a condition, which Kubernetes 1.37 no longer requires in the conditions of apps/v1 although nobody writes one without.
 * @param {string} name
 * @param {Schema} schema
 * @param {ServedKind | undefined} kind
 * @param {Record<string, Schema>} schemas
 */
function alwaysThere(name, schema, kind, schemas) {
  const required = new Set(schema.required ?? []);
  if (name.endsWith('Condition')) for (const field of ['type', 'status']) required.add(field);
  if (!kind) return required;
  required.add('metadata');
  const spec = schema.properties?.['spec']?.allOf?.[0]?.$ref.split('/').at(-1) ?? '';
  if (schemas[spec]?.required) required.add('spec');
  return required;
}

/** @param {string} line @param {Gvk | undefined} gvk */
function literal(line, gvk) {
  if (!gvk) return line;
  const apiVersion = gvk.group === '' ? gvk.version : `${gvk.group}/${gvk.version}`;
  if (line === '  apiVersion?: string;') return `  apiVersion?: '${apiVersion}';`;
  return line === '  kind?: string;' ? `  kind?: '${gvk.kind}';` : line;
}

/** @param {Map<string, Set<string>>} imports */
function importLines(imports) {
  return [...imports]
    .toSorted(([one], [other]) => inOrder(one, other))
    .map(([path, names]) => `import type { ${[...names].toSorted(inOrder).join(', ')} } from '${path}';\n`)
    .join('');
}

/** @param {string} one @param {string} other */
const inOrder = (one, other) => (one < other ? -1 : 1);

/** @param {ServedKind} kind */
function kindModule({ group, version, resource }) {
  const { kind, plural, singular, scope, shortNames, categories, subresources = [] } = resource;
  const names = subresources.map((/** @type {any} */ { name }) => name);
  const union = names.map((/** @type {string} */ name) => `'${name}'`).join(' | ') || 'never';
  const facts = { group, version, kind, plural, singular, scope, shortNames, categories, subresources: names };
  const fields = Object.entries(facts)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([field, value]) => `  ${field}: ${JSON.stringify(value).replaceAll('"', "'").replaceAll(',', ', ')},`);
  return [
    banner,
    `import { defineKind } from '@reeve/machinery';\nimport type { Kind } from '@reeve/machinery';\nimport type * as types from './types.ts';\n`,
    `export type ${kind} = types.${kind};\n`,
    `export const ${kind}: Kind<${kind}, '${scope}', ${union}> = /* @__PURE__ */ defineKind({\n${fields.join('\n')}\n});\n`,
  ].join('\n');
}

/** @param {string} module @param {readonly string[]} schemaNames @param {readonly ServedKind[]} served */
function indexModule(module, schemaNames, served) {
  const folder = module.slice(module.indexOf('/') + 1);
  const kinds = served.map((kind) => `export { ${kind.resource.kind} } from './${folder}/${fileName(kind)}.ts';`);
  const values = new Set(served.map(({ schemaName }) => schemaName));
  const types = schemaNames.filter((name) => !values.has(name)).map((name) => placeOf(name).name);
  const named = types.length === 0 ? '' : `export type { ${types.join(', ')} } from './${folder}/types.ts';\n`;
  return [banner, ...kinds, named].join('\n');
}

/** @param {ServedKind} kind `ConfigMap` is in `config-map.ts`, `CSIDriver` in `csi-driver.ts`. */
const fileName = ({ resource }) =>
  resource.kind
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/gu, '$1-$2')
    .toLowerCase();
