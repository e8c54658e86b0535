/**
 * What a review of access must say: about whom, and about what. Upstream: kubernetes pkg/apis/authorization/validation.
 */
import { isJsonObject } from '@reeve/machinery';
import {
  forbiddenField,
  invalid,
  itemsAt,
  labelValue,
  listAt,
  qualifiedName,
  required,
  textAt,
  textsAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';

export type ReviewKind = 'self' | 'subject' | 'local';

const attributes = 'spec.resourceAttributes';

/** The problems of a review. */
export function accessReviewProblems(review: ApiObject, kind: ReviewKind): FieldError[] {
  const spec = (review['spec'] ?? {}) as Fields;
  const { resourceAttributes: resource, nonResourceAttributes: other } = spec;
  return [
    ...(Boolean(resource) === Boolean(other)
      ? [
          invalid(
            'spec',
            other ? goAttributes(other) : null,
            'exactly one of nonResourceAttributes or resourceAttributes must be specified',
          ),
        ]
      : []),
    ...(kind === 'self' || textAt(spec, 'user') !== '' || listAt(spec, 'groups').length > 0
      ? []
      : [invalid('spec.user', '', 'at least one of user or group must be specified')]),
    ...selectorProblems(isJsonObject(resource) ? resource : {}),
    ...(kind === 'local' ? localProblems(review, spec) : metadataProblems(review.metadata)),
  ];
}

/** A review in a namespace is about that namespace. */
function localProblems(
  { metadata }: ApiObject,
  { resourceAttributes: resource, nonResourceAttributes: other }: Fields,
): FieldError[] {
  const { namespace: _own, ...others } = metadata;
  return [
    ...metadataProblems(others),
    ...(isJsonObject(resource) && (resource['namespace'] ?? '') !== (metadata.namespace ?? '')
      ? [invalid(`${attributes}.namespace`, resource['namespace'] ?? '', 'must match metadata.namespace')]
      : []),
    ...(other
      ? [invalid('spec.nonResourceAttributes', goAttributes(other), 'disallowed on this kind of request')]
      : []),
  ];
}

/** A question has no name; who asks it is noted all the same. */
function metadataProblems(metadata: ApiObject['metadata']): FieldError[] {
  const { managedFields: _managed, ...rest } = metadata;
  return Object.keys(rest).length === 0 ? [] : [invalid('metadata', metadata, 'must be empty')];
}

const goAttributes = (value: unknown): object => ({ Path: textAt(value, 'path'), Verb: textAt(value, 'verb') });

function selectorProblems(resource: Fields): FieldError[] {
  return (['fieldSelector', 'labelSelector'] as const).flatMap((name) => {
    const selector = resource[name];
    if (!isJsonObject(selector)) return [];
    const field = `${attributes}.${name}`;
    const [raw, requirements] = [textAt(selector, 'rawSelector'), itemsAt(selector, 'requirements')];
    return [
      ...(raw !== '' && requirements.length > 0
        ? [invalid(`${field}.rawSelector`, raw, 'may not specified at the same time as requirements')]
        : []),
      ...(raw === '' && requirements.length === 0
        ? [required(`${field}.requirements`, `when ${field} is specified, requirements or rawSelector is required`)]
        : []),
      ...requirements.flatMap((requirement, index) =>
        requirementProblems(requirement, `${field}.requirements[${index}]`, name === 'labelSelector'),
      ),
    ];
  });
}

/** Operators that nobody knows are let through: newer clients may know more of them. */
function requirementProblems(requirement: Fields, field: string, isLabel: boolean): FieldError[] {
  const [key, operator] = [textAt(requirement, 'key'), textAt(requirement, 'operator')];
  const values = textsAt(requirement, 'values');
  const valueProblems =
    ['In', 'NotIn'].includes(operator) && values.length === 0
      ? [required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'")]
      : ['Exists', 'DoesNotExist'].includes(operator) && values.length > 0
        ? [forbiddenField(`${field}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")]
        : [];
  if (!isLabel) return [...(key === '' ? [required(`${field}.key`, 'must be specified')] : []), ...valueProblems];
  return [
    ...valueProblems,
    ...qualifiedName(key).map((problem) => invalid(`${field}.key`, key, problem)),
    ...values.flatMap((value, index) =>
      labelValue(value).map((problem) => invalid(`${field}.values[${index}]`, value, problem)),
    ),
  ];
}
