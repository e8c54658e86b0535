/**
 * The options of which `defineResource` would make a given CustomResourceDefinition: the way back from the definition object to the definition.
 */
import { isJsonObject } from '@reeve/machinery';
import { json } from '../k/objects.ts';
import type { Rule } from '../k/rules.ts';
import type { CustomResourceDefinition, CustomResourceVersion } from '../resource/custom-resource-definition.ts';
import type { SeveralVersionsOptions } from '../resource/define-resource.ts';
import type { ScalePaths, ServedVersionOptions } from '../resource/resource-options.ts';

/** Reads a definition object. Its schemas are taken as they are. */
export function optionsFromCrd({ metadata, spec }: CustomResourceDefinition): SeveralVersionsOptions {
  const { kind, ...names } = spec.names;
  return {
    group: spec.group,
    kind,
    names,
    scope: spec.scope,
    ...present({ conversion: spec.conversion, labels: metadata.labels, annotations: metadata.annotations }),
    versions: Object.fromEntries(spec.versions.map((version) => [version.name, versionOptions(version)])),
  };
}

function versionOptions(version: CustomResourceVersion): ServedVersionOptions {
  const { type: _, properties, required, description, ...keywords } = version.schema?.openAPIV3Schema ?? anything;
  const { 'x-kubernetes-validations': rules, ...others } = keywords;
  return {
    ...parts(isJsonObject(properties) ? properties : {}),
    ...present({
      required: Array.isArray(required) ? required.map(String) : [],
      description: typeof description === 'string' ? description : undefined,
      rules: Array.isArray(rules) ? (rules as Rule[]) : undefined, // whatever they say, a server judges them
      keywords: others,
      columns: version.additionalPrinterColumns,
      selectableFields: version.selectableFields?.map(({ jsonPath }) => jsonPath),
      scale: scaleOf(version),
      deprecated: version.deprecationWarning ?? version.deprecated,
    }),
    storage: version.storage,
    served: version.served,
    statusSubresource: version.subresources?.status !== undefined,
  };
}

const anything: Record<string, unknown> = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

function parts(
  properties: Readonly<Record<string, unknown>>,
): Pick<ServedVersionOptions, 'spec' | 'status' | 'fields' | 'name'> {
  const { apiVersion: _a, kind: _k, metadata, spec, status, ...fields } = properties;
  const schema = (value: unknown) => (isJsonObject(value) ? json<unknown>(value) : undefined);
  const others = Object.entries(fields).map(([name, value]) => [name, json<unknown>(isJsonObject(value) ? value : {})]);
  return present({
    spec: schema(spec),
    status: schema(status),
    fields: others.length === 0 ? undefined : Object.fromEntries(others),
    name: nameRestrictions(metadata),
  });
}

function nameRestrictions(metadata: unknown): ServedVersionOptions['name'] {
  const properties = isJsonObject(metadata) ? metadata['properties'] : undefined;
  const name = isJsonObject(properties) ? properties['name'] : undefined;
  if (!isJsonObject(name)) return undefined;
  const { type: _, ...restrictions } = name;
  return restrictions;
}

function scaleOf({ subresources }: CustomResourceVersion): ScalePaths | undefined {
  const scale = subresources?.scale;
  if (scale === undefined) return undefined;
  return {
    specReplicas: scale.specReplicasPath,
    statusReplicas: scale.statusReplicasPath,
    ...present({ labelSelector: scale.labelSelectorPath }),
  };
}

/** Without the fields that have no value. */
const present = <T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as never; // what is left is what was there
