/**
 * What the definition of a custom resource must satisfy, its schemas included, in the words of the real server. Upstream: apiextensions validation.
 */
import { deepEqual, type ReadonlyJson } from '@reeve/machinery';
import { checkSelectableFields, structuralSchema } from '@reeve/schema';
import { dns1035Label, dnsSubdomain } from '../builtin/wire-words.ts';
import { invalid, notSupported, required, type FieldError } from '../error/field-error.ts';
import type { ApiObject } from '../resource/served-resource.ts';
import type { Strategy } from '../resource/strategy.ts';
import { immutable } from '../write/meta-validation.ts';
import { withCondition } from './conditions.ts';
import {
  cleanupFinalizer,
  isConditionTrue,
  specOf,
  statusOf,
  type DefinitionNames,
  type DefinitionSpec,
  type DefinitionVersion,
} from './definition.ts';

const approvalAnnotation = 'api-approved.kubernetes.io';
const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

function definitionProblems(definition: ApiObject): FieldError[] {
  const spec = givenSpec(definition);
  return [...specProblems(spec), ...approvalProblems(definition, spec), ...storedVersionProblems(definition, spec)];
}

function definitionUpdateProblems(definition: ApiObject, old: ApiObject): FieldError[] {
  const [spec, before] = [givenSpec(definition), specOf(old)];
  const settled = isConditionTrue(old, 'Established')
    ? [
        ...immutable('spec.scope', spec.scope, before.scope),
        ...immutable('spec.names.kind', spec.names?.kind, before.names?.kind),
      ]
    : [];
  return [
    ...definitionProblems(definition),
    ...settled,
    ...immutable('spec.group', spec.group, before.group),
    ...immutable('spec.names.plural', spec.names?.plural, before.names?.plural),
  ];
}

function specProblems(spec: DefinitionSpec): FieldError[] {
  const { group = '', names, scope, versions = [] } = spec;
  return [
    ...groupProblems(group),
    ...(scope === undefined || (scope as string) === ''
      ? [required('spec.scope', '')]
      : ['Cluster', 'Namespaced'].includes(scope)
        ? []
        : [notSupported('spec.scope', scope, ['Cluster', 'Namespaced'])]),
    ...versionsProblems(versions),
    ...namesProblems(names ?? {}),
    ...schemaProblems(versions),
  ];
}

function groupProblems(group: string): FieldError[] {
  if (group === '') return [required('spec.group', '')];
  const problems = dnsSubdomain(group);
  if (problems.length > 0) return [invalid('spec.group', group, problems.join(','))];
  return group.includes('.') ? [] : [invalid('spec.group', group, 'should be a domain with at least one dot')];
}

function versionsProblems(versions: readonly DefinitionVersion[]): FieldError[] {
  const names = versions.map(({ name }) => name);
  return [
    ...versions.flatMap(({ name }, index) => listed(`spec.versions[${index}].name`, name, dns1035Label(name))),
    ...(new Set(names).size < names.length
      ? [invalid('spec.versions', versions, 'must contain unique version names')]
      : []),
    ...(versions.filter(({ storage }) => storage).length === 1
      ? []
      : [invalid('spec.versions', versions, 'must have exactly one version marked as storage version')]),
    ...versions.flatMap((version, index) => columnProblems(version, `spec.versions[${index}]`)),
  ];
}

function columnProblems({ additionalPrinterColumns = [] }: DefinitionVersion, path: string): FieldError[] {
  return additionalPrinterColumns.flatMap(({ name, type, format, jsonPath }, index) => {
    const field = `${path}.additionalPrinterColumns[${index}]`;
    return [
      ...(name ? [] : [required(`${field}.name`, '')]),
      ...(type
        ? columnTypes.includes(type)
          ? []
          : [invalid(`${field}.type`, type, `must be one of ${columnTypes.join(',')}`)]
        : [required(`${field}.type`, `must be one of ${columnTypes.join(',')}`)]),
      ...(format && !columnFormats.includes(format)
        ? [invalid(`${field}.format`, format, `must be one of ${columnFormats.join(',')}`)]
        : []),
      ...(jsonPath ? [] : [required(`${field}.JSONPath`, '')]),
    ];
  });
}

function namesProblems({
  plural = '',
  singular = '',
  kind = '',
  listKind = '',
  shortNames = [],
  categories = [],
}: DefinitionNames): FieldError[] {
  const label = (field: string, value: string) =>
    value === '' ? [] : listed(`spec.names.${field}`, value, dns1035Label(value));
  const mixed = (field: string, value: string) => {
    const problems = value === '' ? [] : dns1035Label(value.toLowerCase());
    return problems.length === 0
      ? []
      : [
          invalid(
            `spec.names.${field}`,
            value,
            `may have mixed case, but should otherwise match: ${problems.join(',')}`,
          ),
        ];
  };
  return [
    ...(plural === '' ? [required('spec.names.plural', '')] : []),
    ...(singular === '' ? [required('spec.names.singular', '')] : []),
    ...(kind === '' ? [required('spec.names.kind', '')] : []),
    ...(listKind === '' ? [required('spec.names.listKind', '')] : []),
    ...label('plural', plural),
    ...label('singular', singular),
    ...mixed('kind', kind),
    ...mixed('listKind', listKind),
    ...shortNames.flatMap((name, index) => listed(`spec.names.shortNames[${index}]`, name, dns1035Label(name))),
    ...(kind !== '' && kind === listKind
      ? [invalid('spec.names.listKind', listKind, 'kind and listKind may not be the same')]
      : []),
    ...categories.flatMap((name, index) => listed(`spec.names.categories[${index}]`, name, dns1035Label(name))),
  ];
}

/** One schema for all versions stands at the top in what the server checks, and so do its messages. */
function schemaProblems(versions: readonly DefinitionVersion[]): FieldError[] {
  const schemas = versions.map(({ schema }) => schema?.openAPIV3Schema);
  const isShared =
    versions.length > 0 && schemas.every((schema) => schema !== undefined && deepEqual(schema, schemas[0]));
  return versions.flatMap((version, index) => {
    const path = isShared ? 'spec.validation.openAPIV3Schema' : `spec.versions[${index}].schema.openAPIV3Schema`;
    const schema = schemas[index];
    if (schema === undefined)
      return [required(`spec.versions[${index}].schema.openAPIV3Schema`, 'schemas are required')];
    if (isShared && index > 0) return [];
    const { violations, schema: structural } = structuralSchema(schema as unknown as ReadonlyJson, {
      path,
      statusSubresource: version.subresources?.status !== undefined,
    });
    const fields = version.selectableFields ?? [];
    return [
      ...violations,
      ...(structural && fields.length > 0
        ? checkSelectableFields(
            fields,
            structural,
            hasOneForm(versions) ? 'spec.selectableFields' : `spec.versions[${index}].selectableFields`,
          )
        : []),
    ];
  });
}

/** Groups of the project itself need its approval. */
function approvalProblems({ metadata }: ApiObject, { group = '' }: DefinitionSpec): FieldError[] {
  if (!isProtected(group)) return [];
  const value = metadata.annotations?.[approvalAnnotation];
  const isUnderstood = value?.startsWith('unapproved') || URL.canParse(value ?? '');
  if (value && !isUnderstood) {
    return [
      invalid(
        `metadata.annotations[${approvalAnnotation}]`,
        value,
        `protected groups must have approval annotation "${approvalAnnotation}" with either a URL or a reason starting with "unapproved", see https://github.com/kubernetes/enhancements/pull/1111`,
      ),
    ];
  }
  if (value) return [];
  return [
    required(
      `metadata.annotations[${approvalAnnotation}]`,
      `protected groups must have approval annotation "${approvalAnnotation}", see https://github.com/kubernetes/enhancements/pull/1111`,
    ),
  ];
}

export const isProtected = (group: string): boolean =>
  ['k8s.io', 'kubernetes.io'].some((domain) => group === domain || group.endsWith(`.${domain}`));

/** Versions that objects are stored in may not vanish. */
function storedVersionProblems(definition: ApiObject, { versions = [] }: DefinitionSpec): FieldError[] {
  return (statusOf(definition).storedVersions ?? []).flatMap((name, index) =>
    versions.some((version) => version.name === name)
      ? []
      : [
          invalid(
            `status.storedVersions[${index}]`,
            name,
            `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`,
          ),
        ],
  );
}

function listed(field: string, value: string, problems: readonly string[]): FieldError[] {
  return problems.length === 0 ? [] : [invalid(field, value, problems.join(','))];
}

/** The spec as it came, before anybody has looked at it. */
function givenSpec(definition: ApiObject): DefinitionSpec {
  const { versions, names, ...rest } = (definition['spec'] ?? {}) as DefinitionSpec;
  return { ...rest, versions: versions ?? [], names: names ?? {} };
}

/** The strategy of definitions: what every kind has, and these rules. */
export function definitionStrategy(plain: Strategy): Strategy {
  return {
    ...plain,
    validate: (object) => [...plain.validate(object), ...definitionProblems(object)],
    validateUpdate: (object, old) => [...plain.validateUpdate(object, old), ...definitionUpdateProblems(object, old)],
    isHeld: () => true,
    prepareForDelete: terminating,
  };
}

/** A definition that goes stays until its objects are gone, and says so. */
function terminating(definition: ApiObject): ApiObject {
  const { finalizers = [], deletionTimestamp = '' } = definition.metadata;
  if (finalizers.includes(cleanupFinalizer)) return definition;
  const verdict = {
    type: 'Terminating',
    status: 'True' as const,
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  };
  const conditions = withCondition(statusOf(definition).conditions ?? [], verdict, deletionTimestamp);
  return {
    ...definition,
    metadata: { ...definition.metadata, finalizers: [...finalizers, cleanupFinalizer] },
    status: { ...statusOf(definition), conditions },
  };
}

/** What all versions have in common stands at the top in what the server checks. */
const hasOneForm = (versions: readonly DefinitionVersion[]): boolean =>
  versions.every(({ selectableFields }) => deepEqual(selectableFields ?? null, versions[0]?.selectableFields ?? null));
