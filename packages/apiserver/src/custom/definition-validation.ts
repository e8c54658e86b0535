/**
 * What the definition of a custom resource must satisfy, in the words and in the order of the real server. Upstream: apiextensions validation.
 */
import { deepEqual, isJsonArray, isJsonObject } from '@reeve/machinery';
import {
  dns1035Label,
  dnsSubdomain,
  invalid,
  notSupported,
  required,
  type ApiObject,
  type FieldError,
} from '@reeve/registry';
import { immutable } from '../write/meta-validation.ts';
import { allowsOddBundle, conversionProblems } from './conversion-problems.ts';
import { approvalProblems } from './definition-approval.ts';
import { formOf, printedVersions, type DefinitionForm } from './definition-form.ts';
import { isConditionTrue, specOf, statusOf, type DefinitionSpec, type DefinitionVersion } from './definition.ts';
import { listed, missingNames, namesProblems } from './names-problems.ts';
import { partProblems, versionProblems } from './version-problems.ts';

const scopes = ['Cluster', 'Namespaced'];

/** The problems of a new definition. */
export function definitionProblems(definition: ApiObject): FieldError[] {
  const form = formOf(definition);
  return [
    ...nameProblems(definition, form.spec),
    ...specProblems(form, undefined, true),
    ...settledProblems(definition, form, undefined),
  ];
}

/** The problems of a definition that replaces another one. */
export function definitionUpdateProblems(definition: ApiObject, old: ApiObject): FieldError[] {
  const form = formOf(definition);
  const { spec } = form;
  const before = specOf(old);
  const isEstablished = isConditionTrue(old, 'Established');
  return [
    ...specProblems(form, before, allowsOddBundle(isEstablished, before.conversion)),
    ...(isEstablished
      ? [
          ...immutable('spec.scope', spec.scope, before.scope),
          ...immutable('spec.names.kind', spec.names?.kind, before.names.kind),
        ]
      : []),
    ...immutable('spec.group', spec.group, before.group),
    ...immutable('spec.names.plural', spec.names?.plural, before.names.plural),
    ...settledProblems(definition, form, old),
  ];
}

/** The problems of a status that is written through its subresource. */
export const definitionStatusProblems = (definition: ApiObject): FieldError[] =>
  namesProblems(statusOf(definition).acceptedNames ?? {}, 'status.acceptedNames');

/** A definition is called after what it defines. */
function nameProblems({ metadata: { name = '', generateName = '' } }: ApiObject, { names, group }: DefinitionSpec) {
  const expected = `${names?.plural ?? ''}.${group ?? ''}`;
  return [
    ...(generateName === '' || generateName === expected ? [] : [misnamed('metadata.generateName', generateName)]),
    ...(name === '' || name === expected ? [] : [misnamed('metadata.name', name)]),
  ];
}

const misnamed = (field: string, name: string): FieldError =>
  invalid(field, name, 'must be spec.names.plural+"."+spec.group');

function specProblems(form: DefinitionForm, before: DefinitionSpec | undefined, allowsOdd: boolean): FieldError[] {
  const { spec, versions } = form;
  const { group = '', scope = '', names = {}, conversion, preserveUnknownFields = false } = spec;
  const hasAnyStatus = [form, ...versions].some(hasStatus);
  const isUnchanged = unchangedSchemas(spec, before);
  return [
    ...groupProblems(group),
    ...(scope === '' ? [required('spec.scope', '')] : []),
    ...(scope === '' || scopes.includes(scope) ? [] : [notSupported('spec.scope', scope, scopes)]),
    ...missingSchemas(form),
    ...(preserveUnknownFields && hasDefaults(spec)
      ? [invalid('spec.preserveUnknownFields', true, 'must be false in order to use defaults in the schema')]
      : []),
    ...versionListProblems(form, isUnchanged),
    ...missingNames(names),
    ...namesProblems(names, 'spec.names'),
    ...partProblems(form, {
      path: 'spec',
      schema: 'validation',
      hasStatus: hasAnyStatus,
      isUnchanged: isUnchanged(versions[0]?.name),
    }),
    ...(preserveUnknownFields && conversion && conversion.strategy !== 'None'
      ? [invalid('spec.conversion.strategy', conversion.strategy, 'must be None if spec.preserveUnknownFields is true')]
      : []),
    ...conversionProblems(conversion, allowsOdd),
  ];
}

/** Whether a version had the schema before that it has now. */
type UnchangedTest = (version: string | undefined) => boolean;

function unchangedSchemas(spec: DefinitionSpec, before: DefinitionSpec | undefined): UnchangedTest {
  const schemaOf = ({ versions }: DefinitionSpec, name: string | undefined) =>
    versions?.find((version) => version.name === name)?.schema?.openAPIV3Schema;
  return (name) => {
    const old = before && schemaOf(before, name);
    return old !== undefined && deepEqual(old, schemaOf(spec, name));
  };
}

function groupProblems(group: string): FieldError[] {
  if (group === '') return [required('spec.group', '')];
  const problems = dnsSubdomain(group);
  if (problems.length > 0) return listed('spec.group', group, problems);
  return group.includes('.') ? [] : [invalid('spec.group', group, 'should be a domain with at least one dot')];
}

function missingSchemas({ schema, versions }: DefinitionForm): FieldError[] {
  if (schema?.openAPIV3Schema) return [];
  return versions.flatMap((version, index) =>
    version.schema?.openAPIV3Schema ? [] : [required(`spec.versions[${index}].schema.openAPIV3Schema`, '')],
  );
}

/** The first version is checked a second time, as the one that definitions once had. */
function versionListProblems(form: DefinitionForm, isUnchanged: UnchangedTest): FieldError[] {
  const { versions } = form;
  const names = versions.map(({ name }) => name);
  return [
    ...versions.flatMap((version, index) => [
      ...listed(`spec.versions[${index}].name`, version.name, dns1035Label(version.name)),
      ...versionProblems(version, {
        path: `spec.versions[${index}]`,
        hasStatus: hasStatusOf(form, version),
        isUnchanged: isUnchanged(version.name),
      }),
    ]),
    ...(new Set(names).size < names.length
      ? [invalid('spec.versions', printedVersions(form), 'must contain unique version names')]
      : []),
    ...(versions.filter(({ storage }) => storage).length === 1
      ? []
      : [invalid('spec.versions', printedVersions(form), 'must have exactly one version marked as storage version')]),
    ...(names[0] ? listed('spec.version', names[0], dns1035Label(names[0])) : []),
  ];
}

const hasStatus = ({ subresources }: Pick<DefinitionVersion, 'subresources'>): boolean =>
  isJsonObject(subresources?.status);

/** Subresources are those of the version as soon as any version has its own. */
const hasStatusOf = (form: DefinitionForm, version: DefinitionVersion): boolean =>
  hasStatus(form.versions.some(({ subresources }) => subresources) ? version : form);

/** What is checked after the spec: the status, its stored versions, the approval, and a field of old. */
function settledProblems(definition: ApiObject, form: DefinitionForm, old: ApiObject | undefined): FieldError[] {
  const { spec } = form;
  return [
    ...definitionStatusProblems(definition),
    ...storedVersionProblems(definition, form),
    ...approvalProblems(definition, spec.group ?? '', old),
    ...(spec.preserveUnknownFields
      ? [
          invalid(
            'spec.preserveUnknownFields',
            true,
            'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
          ),
        ]
      : []),
  ];
}

/** Versions that objects are stored in may not vanish, and the present one must be among them. */
function storedVersionProblems(definition: ApiObject, { versions }: DefinitionForm): FieldError[] {
  const field = 'status.storedVersions';
  const { storedVersions: stored } = statusOf(definition);
  if (stored === undefined || stored === null || stored.length === 0)
    return [invalid(field, null, 'must have at least one stored version')];
  return [
    ...versions.flatMap(({ name, storage }) =>
      storage && !stored.includes(name) ? [invalid(field, stored, `must have the storage version ${name}`)] : [],
    ),
    ...stored.flatMap((name, index) =>
      versions.some((version) => version.name === name)
        ? []
        : [
            invalid(
              `${field}[${index}]`,
              name,
              `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`,
            ),
          ],
    ),
  ];
}

/** Whether any schema has a default, looked for without recursion. A list of versions that was not sent is null. */
function hasDefaults({ versions }: DefinitionSpec): boolean {
  const waiting: unknown[] = (versions ?? []).map(({ schema }) => schema?.openAPIV3Schema);
  for (let value = waiting.pop(); waiting.length > 0 || value !== undefined; value = waiting.pop()) {
    if (isJsonObject(value) && Object.hasOwn(value, 'default') && !isJsonObject(value['default'])) return true;
    if (isJsonArray(value) || isJsonObject(value)) for (const item of Object.values(value)) waiting.push(item);
  }
  return false;
}
