/**
 * One served version of a custom resource, made from its definition.
 */
import { printAge, stableHash } from '@reeve/machinery';
import type { SchemaEngine } from '@reeve/schema';
import {
  asPrefix,
  dnsSubdomain,
  plainStrategy,
  type ApiObject,
  type ScalePaths,
  type ServedResource,
  type ServedSubresource,
  type StorageLocation,
  type Strategy,
  type Verb,
} from '@reeve/registry';
import { convertedStorage } from '../conversion/converted-storage.ts';
import type { ConverterFor } from '../conversion/webhook-converter.ts';
import { asJson, customCodec } from './custom-codec.ts';
import { specOf, statusOf, type DefinitionVersion, type PrinterColumn } from './definition.ts';
import { compileJsonPath } from './json-path.ts';
import type { VersionEngines } from './version-engines.ts';

const allVerbs: readonly Verb[] = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const subresourceVerbs: ReadonlySet<Verb> = new Set(['get', 'patch', 'update']);
const defaultColumns: readonly PrinterColumn[] = [
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
];

export function customResource(
  definition: ApiObject,
  version: DefinitionVersion,
  engines: VersionEngines,
  converterFor: ConverterFor,
): ServedResource {
  const { group, scope, versions, conversion } = specOf(definition);
  const names = statusOf(definition).acceptedNames ?? {};
  const { plural = '', kind = '' } = names;
  const apiVersion = `${group}/${version.name}`;
  const engine = engines.of(version);
  const columns = version.additionalPrinterColumns ?? defaultColumns;
  const printers = columns.map(printer);
  const selectable = new Map(
    (version.selectableFields ?? []).map(({ jsonPath }) => [jsonPath.replace(/^\./, ''), compileJsonPath(jsonPath)]),
  );
  const hasStatus = version.subresources?.status !== undefined;
  const storage = versions.find((each) => each.storage)?.name ?? version.name;
  const stored = `${group}/${storage}`;
  const plain = storageOf(`${group}/${plural}`, apiVersion, stored, engines);
  const conform = (object: ApiObject, fillsDefaults: boolean) =>
    conformed(object, engines.ofStored(object.apiVersion), fillsDefaults);
  const converted =
    conversion?.strategy === 'Webhook'
      ? convertedStorage({
          plain,
          served: apiVersion,
          stored,
          group,
          plural,
          converter: converterFor(conversion),
          complete: (object) => conform(object, true),
          prune: (object) => conform(object, true),
        })
      : plain;
  return {
    group,
    version: version.name,
    apiVersion,
    plural,
    singular: names.singular ?? '',
    kind,
    listKind: names.listKind ?? `${kind}List`,
    scope,
    verbs: new Set(allVerbs),
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    storageVersionHash: stableHash([group, storage, kind]),
    subresources: new Map(subresourcesOf(version, kind).map((each) => [each.name, each])),
    isCustom: true,
    isTerminating: Boolean(definition.metadata.deletionTimestamp),
    storage: converted,
    codec: customCodec(engine, kind, version.name),
    strategy: strategyOf(engine, hasStatus, version, apiVersion, kind),
    columns: [
      { name: 'Name', type: 'string', format: 'name', priority: 0 },
      ...columns.map(({ name, type, format = '', priority = 0, description = '' }) => ({
        name,
        type,
        format,
        priority,
        description,
      })),
    ],
    printer: (object, now) => [object.metadata.name ?? '', ...printers.map((print) => print(object, now))],
    fieldLabels: new Set(['metadata.name', 'metadata.namespace', ...selectable.keys()]),
    fieldValue: (object, label) => fieldValue(object, label, selectable),
    schema: version.schema?.openAPIV3Schema,
    unservedSchemas: new Map(
      versions.filter(({ served }) => !served).map(({ name, schema }) => [name, schema?.openAPIV3Schema]),
    ),
    scalePaths: scalePathsOf(version),
    patchSchema: undefined,
  };
}

function strategyOf(
  engine: SchemaEngine,
  hasStatus: boolean,
  version: DefinitionVersion,
  apiVersion: string,
  kind: string,
): Strategy {
  return {
    ...plainStrategy,
    nameProblems: (name, isPrefix) => dnsSubdomain(isPrefix ? asPrefix(name) : name),
    updatesUnconditionally: false,
    countsGenerations: true,
    ...(!hasStatus && { substance: withoutMetadata }),
    hasStatus,
    defaults: (object) => engine.default(asJson(object)) as unknown as ApiObject,
    prepareForCreate: (object) => {
      if (!hasStatus) return object;
      const { status: _status, ...rest } = object;
      return rest;
    },
    validate: (object) => engine.validate(asJson(object)),
    validateUpdate: (object, old, warn) =>
      engine.validateUpdate(asJson(object), asJson(old), { ...(warn && { warn }) }),
    validateStatusUpdate: (object, old, warn) =>
      engine.validateStatusUpdate(asJson(object), asJson(old), { ...(warn && { warn }) }),
    ...(version.deprecated && { deprecation: version.deprecationWarning ?? `${apiVersion} ${kind} is deprecated` }),
  };
}

/**
 * Versions without a conversion differ in their apiVersion, and in what their schemas make of an object. One that is read is pruned and defaulted by the
 * schema it was stored by, and pruned by the one it is read by, so that a change of the schema applies to what was stored before. An object that needs
 * nothing is given out as it is stored.
 */
function storageOf(table: string, served: string, stored: string, engines: VersionEngines): StorageLocation {
  const read = new WeakMap<ApiObject, ApiObject>();
  const show = (object: ApiObject) => {
    const filled = conformed(object, engines.ofStored(object.apiVersion), true);
    return object.apiVersion === served ? filled : renamed(filled, served, engines);
  };
  return {
    table,
    fromStorage(object) {
      let shown = read.get(object);
      if (shown === undefined) read.set(object, (shown = show(object)));
      return shown;
    },
    toStorage: (object) => (object.apiVersion === stored ? object : renamed(object, stored, engines)),
  };
}

const renamed = (object: ApiObject, apiVersion: string, engines: VersionEngines): ApiObject =>
  conformed({ ...object, apiVersion }, engines.ofStored(apiVersion), false);

function conformed(object: ApiObject, engine: SchemaEngine | undefined, fillsDefaults: boolean): ApiObject {
  if (engine === undefined) return object;
  const options = { malformedMetadata: 'drop', fillsDefaults } as const;
  return engine.conform(asJson(object), options).object as unknown as ApiObject;
}

function subresourcesOf({ subresources = {} }: DefinitionVersion, kind: string): ServedSubresource[] {
  return [
    ...(subresources.status
      ? [{ name: 'status', kind: { group: '', version: '', kind }, verbs: subresourceVerbs }]
      : []),
    ...(subresources.scale
      ? [{ name: 'scale', kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' }, verbs: subresourceVerbs }]
      : []),
  ];
}

function scalePathsOf({ subresources }: DefinitionVersion): ScalePaths | undefined {
  const scale = subresources?.scale;
  const members = (path: string) => path.split('.').filter((name) => name !== '');
  return (
    scale && {
      specReplicas: members(scale.specReplicasPath),
      statusReplicas: members(scale.statusReplicasPath),
      selector: scale.labelSelectorPath ? members(scale.labelSelectorPath) : undefined,
      isDeclared: true,
    }
  );
}

function fieldValue(
  object: ApiObject,
  label: string,
  selectable: ReadonlyMap<string, (value: unknown) => unknown[]>,
): string {
  if (label === 'metadata.name') return object.metadata.name ?? '';
  if (label === 'metadata.namespace') return object.metadata.namespace ?? '';
  const [value] = selectable.get(label)?.(object) ?? [];
  return value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

/** A cell: nothing when the field is absent, an age for dates, the value as its type says otherwise. */
function printer({ jsonPath, type }: PrinterColumn): (object: ApiObject, now: number) => unknown {
  const find = compileJsonPath(jsonPath);
  return (object, now) => {
    const [value] = find(object);
    if (value === undefined || value === null) return null;
    switch (type) {
      case 'integer':
        return typeof value === 'number' ? Math.trunc(value) : null;
      case 'number':
        return typeof value === 'number' ? value : null;
      case 'boolean':
        return typeof value === 'boolean' ? value : null;
      case 'date':
        return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? printAge(value, now) : '<invalid>';
      default:
        return typeof value === 'string' ? value : JSON.stringify(value);
    }
  };
}

/** Without a status of its own, a change of a field called status counts like any other. */
function withoutMetadata({ metadata: _metadata, apiVersion: _apiVersion, kind: _kind, ...rest }: ApiObject): unknown {
  return rest;
}
