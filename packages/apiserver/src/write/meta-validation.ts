/**
 * What every object's metadata must satisfy, whatever its kind. Upstream: apimachinery api/validation objectmeta.
 */
import {
  annotationsBytes,
  deepEqual,
  maxAnnotationsBytes,
  parseApiVersion,
  type DeepReadonly,
  type ObjectMeta,
} from '@reeve/machinery';
import { dnsLabel, labelValue, qualifiedName } from '../builtin/wire-words.ts';
import { forbiddenField, invalid, required, tooLong, type FieldError } from '../error/field-error.ts';

type Meta = DeepReadonly<ObjectMeta>;

/** Problems of metadata by itself. */
export function metaProblems(
  meta: Meta,
  isNamespaced: boolean,
  nameProblems: (name: string, isPrefix: boolean) => readonly string[],
): FieldError[] {
  return [
    ...(meta.generateName
      ? nameProblems(meta.generateName, true).map((text) => invalid('metadata.generateName', meta.generateName, text))
      : []),
    ...(meta.name
      ? nameProblems(meta.name, false).map((text) => invalid('metadata.name', meta.name, text))
      : [required('metadata.name', 'name or generateName is required')]),
    ...namespaceProblems(meta, isNamespaced),
    ...((meta.generation ?? 0) < 0
      ? [invalid('metadata.generation', meta.generation, 'must be greater than or equal to 0')]
      : []),
    ...labelProblems(meta.labels ?? {}, 'metadata.labels'),
    ...annotationProblems(meta.annotations ?? {}),
    ...ownerProblems(meta),
    ...finalizerProblems(meta.finalizers ?? []),
  ];
}

/** Problems of metadata given what it was. */
export function metaUpdateProblems(meta: Meta, old: Meta): FieldError[] {
  const added = (meta.finalizers ?? []).filter((name) => !(old.finalizers ?? []).includes(name));
  return [
    ...(old.deletionTimestamp && added.length > 0
      ? [
          forbiddenField(
            'metadata.finalizers',
            `no new finalizers can be added if the object is being deleted, found new finalizers ${goStrings([...new Set(added)].toSorted())}`,
          ),
        ]
      : []),
    ...(meta.resourceVersion
      ? []
      : [invalid('metadata.resourceVersion', meta.resourceVersion ?? 0, 'must be specified for an update')]),
    ...((meta.generation ?? 0) < (old.generation ?? 0)
      ? [invalid('metadata.generation', meta.generation ?? 0, 'must not be decremented')]
      : []),
    ...immutable('metadata.name', meta.name, old.name),
    ...immutable('metadata.namespace', meta.namespace, old.namespace),
    ...immutable('metadata.uid', meta.uid, old.uid),
    ...immutable('metadata.creationTimestamp', meta.creationTimestamp, old.creationTimestamp),
    ...immutable('metadata.deletionTimestamp', meta.deletionTimestamp, old.deletionTimestamp),
    ...immutable(
      'metadata.deletionGracePeriodSeconds',
      meta.deletionGracePeriodSeconds,
      old.deletionGracePeriodSeconds,
    ),
  ];
}

/** A field that may not change. */
export function immutable(field: string, value: unknown, old: unknown): FieldError[] {
  return deepEqual(value ?? null, old ?? null) ? [] : [invalid(field, value ?? null, 'field is immutable')];
}

export function labelProblems(labels: Readonly<Record<string, string>>, field: string): FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...qualifiedName(key).map((text) => invalid(field, key, text)),
    ...labelValue(value).map((text) => invalid(field, value, text)),
  ]);
}

function namespaceProblems(meta: Meta, isNamespaced: boolean): FieldError[] {
  if (!isNamespaced) return meta.namespace ? [forbiddenField('metadata.namespace', 'not allowed on this type')] : [];
  if (!meta.namespace) return [required('metadata.namespace', '')];
  return dnsLabel(meta.namespace).map((text) => invalid('metadata.namespace', meta.namespace, text));
}

function annotationProblems(annotations: Readonly<Record<string, string>>): FieldError[] {
  return [
    ...Object.keys(annotations).flatMap((key) =>
      qualifiedName(key.toLowerCase()).map((text) => invalid('metadata.annotations', key, text)),
    ),
    ...(annotationsBytes(annotations) > maxAnnotationsBytes
      ? [tooLong('metadata.annotations', maxAnnotationsBytes)]
      : []),
  ];
}

function ownerProblems({ ownerReferences = [] }: Meta): FieldError[] {
  const field = 'metadata.ownerReferences';
  const problems: FieldError[] = [];
  let controller: string | undefined;
  for (const owner of ownerReferences) {
    problems.push(...ownerReferenceProblems(owner, field));
    if (!owner.controller) continue;
    const name = `${owner.kind}/${owner.name}`;
    if (controller === undefined) controller = name;
    else
      problems.push(
        invalid(
          field,
          ownerReferences,
          `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`,
        ),
      );
  }
  return problems;
}

function ownerReferenceProblems(owner: NonNullable<Meta['ownerReferences']>[number], field: string): FieldError[] {
  const version = versionOf(owner.apiVersion);
  return [
    ...(version ? [] : [invalid(`${field}.apiVersion`, owner.apiVersion ?? '', 'version must not be empty')]),
    ...(owner.kind ? [] : [invalid(`${field}.kind`, owner.kind ?? '', 'must not be empty')]),
    ...(owner.name ? [] : [invalid(`${field}.name`, owner.name ?? '', 'must not be empty')]),
    ...(owner.uid ? [] : [invalid(`${field}.uid`, owner.uid ?? '', 'must not be empty')]),
    ...(owner.apiVersion === 'v1' && owner.kind === 'Event'
      ? [invalid(field, owner, '/v1, Kind=Event is disallowed from being an owner')]
      : []),
  ];
}

function versionOf(apiVersion: string | undefined): string {
  try {
    return parseApiVersion(apiVersion ?? '').version;
  } catch {
    return '';
  }
}

function finalizerProblems(finalizers: readonly string[]): FieldError[] {
  return [
    ...finalizers.flatMap((name) => qualifiedName(name).map((text) => invalid('metadata.finalizers', name, text))),
    ...(finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')
      ? [invalid('metadata.finalizers', finalizers, 'finalizer orphan and foregroundDeletion cannot be both set')]
      : []),
  ];
}

/** A list of strings as Go's %#v prints it. */
function goStrings(values: readonly string[]): string {
  return `[]string{${values.map((value) => JSON.stringify(value)).join(', ')}}`;
}
