/**
 * The options of a definition by name: one that nobody reads is a problem, with what was probably meant.
 */
import { unknownOptions } from '@reeve/machinery';
import type { AdmissionFunctions, ConversionFunctions } from '@reeve/machinery';
import type { Problems } from '../problem/definition-problem.ts';
import type { ResourceOptions, ServedVersionOptions, VersionOptions } from './resource-options.ts';

/** Notes the options of a definition and of its versions that nobody knows. */
export function noteUnknownOptions(
  options: ResourceOptions & { readonly versions?: Readonly<Record<string, object>> | undefined },
  problems: Problems,
): void {
  const { versions } = options;
  const known =
    versions === undefined
      ? { ...resource, ...admission, ...version, version: true }
      : { ...resource, ...admission, versions: true, hub: true };
  note(options, known, '', problems);
  note(options.names ?? {}, names, 'names.', problems);
  for (const [name, one] of Object.entries(versions ?? {}))
    note(one, { ...version, ...served, ...conversion }, `versions.${name}.`, problems);
}

function note(given: object, known: Readonly<Record<string, unknown>>, path: string, problems: Problems): void {
  for (const { name, meant } of unknownOptions(given, known)) {
    const advice = Object.hasOwn(names, name)
      ? `write names: { ${name}: … }`
      : meant === undefined
        ? `the options are ${Object.keys(known).join(', ')}`
        : `did you mean ${meant}?`;
    problems.add(`${path}${name}`, 'there is no such option', advice);
  }
}

// The compiler sees to it that all are here.
const names: Readonly<Record<keyof NonNullable<ResourceOptions['names']>, true>> = {
  plural: true,
  singular: true,
  listKind: true,
  shortNames: true,
  categories: true,
};
const resource: Readonly<Record<keyof ResourceOptions, true>> = {
  group: true,
  kind: true,
  scope: true,
  names: true,
  conversion: true,
  labels: true,
  annotations: true,
  onWarning: true,
};
const admission: Readonly<Record<keyof AdmissionFunctions, true>> = { default: true, validate: true };
const conversion: Readonly<Record<keyof ConversionFunctions, true>> = { from: true, to: true, lossless: true };
const version: Readonly<Record<keyof VersionOptions, true>> = {
  spec: true,
  status: true,
  fields: true,
  required: true,
  keywords: true,
  columns: true,
  scale: true,
  selectableFields: true,
  rules: true,
  name: true,
  description: true,
  statusSubresource: true,
};
const served: Readonly<Record<Exclude<keyof ServedVersionOptions, keyof VersionOptions>, true>> = {
  storage: true,
  served: true,
  deprecated: true,
};
