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
import {
  dnsLabel,
  forbiddenField,
  invalid,
  labelValue,
  pathSegment,
  pathSegmentPrefix,
  qualifiedName,
  required,
  tooLong,
  type FieldError,
} from '@reeve/registry';

type Meta = DeepReadonly<ObjectMeta>;

const none: readonly never[] = [];

/** What may be a name, or the beginning of one that is generated. */
export type NameRule = (name: string, isPrefix: boolean) => readonly string[];

/** The least that every name is: a part of a path. */
export const segmentProblems: NameRule = (name, isPrefix) => (isPrefix ? pathSegmentPrefix(name) : pathSegment(name));

/** Problems of metadata by itself. */
export function metaProblems(meta: Meta, isNamespaced: boolean, rule: NameRule): FieldError[] {
  return [
    ...nameProblems(meta, rule),
    ...namespaceProblems(meta, isNamespaced),
    ...((meta.generation ?? 0) < 0
      ? [invalid('metadata.generation', meta.generation, 'must be greater than or equal to 0')]
      : none),
    ...labelProblems(meta.labels ?? {}, 'metadata.labels'),
    ...annotationProblems(meta.annotations ?? {}),
    ...ownerProblems(meta),
    ...finalizerProblems(meta.finalizers ?? none),
  ];
}

/** Problems of the name alone. */
export function nameProblems({ name, generateName }: Meta, rule: NameRule): readonly FieldError[] {
  const ofPrefix = generateName
    ? rule(generateName, true).map((text) => invalid('metadata.generateName', generateName, text))
    : none;
  if (!name) return [...ofPrefix, required('metadata.name', 'name or generateName is required')];
  return [...ofPrefix, ...rule(name, false).map((text) => invalid('metadata.name', name, text))];
}

/** Problems of metadata given what it was. */
export function metaUpdateProblems(meta: Meta, old: Meta): FieldError[] {
  const added = old.deletionTimestamp
    ? (meta.finalizers ?? []).filter((name) => !(old.finalizers ?? []).includes(name))
    : none;
  return [
    ...(added.length > 0
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
export function immutable(field: string, value: unknown, old: unknown): readonly FieldError[] {
  return deepEqual(value ?? null, old ?? null) ? none : [invalid(field, value ?? null, 'field is immutable')];
}

export function labelProblems(labels: Readonly<Record<string, string>>, field: string): FieldError[] {
  const problems: FieldError[] = [];
  for (const [key, value] of Object.entries(labels)) {
    for (const text of qualifiedName(key)) problems.push(invalid(field, key, text));
    for (const text of labelValue(value)) problems.push(invalid(field, value, text));
  }
  return problems;
}

function namespaceProblems(meta: Meta, isNamespaced: boolean): FieldError[] {
  if (!isNamespaced) return meta.namespace ? [forbiddenField('metadata.namespace', 'not allowed on this type')] : [];
  if (!meta.namespace) return [required('metadata.namespace', '')];
  return dnsLabel(meta.namespace).map((text) => invalid('metadata.namespace', meta.namespace, text));
}

function annotationProblems(annotations: Readonly<Record<string, string>>): readonly FieldError[] {
  if (Object.keys(annotations).length === 0) return none;
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
  for (const [index, owner] of ownerReferences.entries()) {
    problems.push(...ownerReferenceProblems(owner, `${field}[${index}]`));
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
  const missing = (['apiVersion', 'kind', 'name', 'uid'] as const).filter((name) => !owner[name]);
  return [
    ...(owner.apiVersion && !versionOf(owner.apiVersion)
      ? [invalid(`${field}.apiVersion`, owner.apiVersion, 'must be <group>/<version> or <version>')]
      : []),
    ...missing.map((name) => required(`${field}.${name}`, 'must not be empty')),
    ...(owner.apiVersion === 'v1' && owner.kind === 'Event'
      ? [invalid(field, owner, '/v1, Kind=Event is disallowed from being an owner')]
      : []),
  ];
}

function versionOf(apiVersion: string): string {
  try {
    return parseApiVersion(apiVersion).version;
  } catch {
    return '';
  }
}

function finalizerProblems(finalizers: readonly string[]): readonly FieldError[] {
  if (finalizers.length === 0) return none;
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
