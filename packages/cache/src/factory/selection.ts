/**
 * Which objects of a kind an informer is about, in a form that can be compared: equal selections share an informer.
 */
import {
  FieldQuery,
  fieldsToQuery,
  formatGvk,
  LabelQuery,
  labelsToQuery,
  parseFieldSelector,
  parseLabelSelector,
  type AnyKind,
} from '@reeve/machinery';

/** A label selector in any of its forms. */
export type LabelsInput = string | LabelQuery | Readonly<Record<string, string>>;

/** A field selector in any of its forms. */
export type FieldsInput = string | FieldQuery | Readonly<Record<string, string>>;

/** Whole objects, or only their metadata. */
export type View = 'full' | 'metadata';

/** Which objects. */
export interface SelectionInput {
  /** Only this namespace; all of them unless given. */
  readonly namespace?: string | undefined;
  readonly labels?: LabelsInput | undefined;
  readonly fields?: FieldsInput | undefined;
}

/** The same, compiled. */
export interface Selection {
  readonly namespace: string | undefined;
  readonly labels: LabelQuery;
  readonly fields: FieldQuery;
}

export const toLabelQuery = (labels: LabelsInput | undefined): LabelQuery => {
  if (labels === undefined) return LabelQuery.everything;
  if (typeof labels === 'string') return parseLabelSelector(labels);
  return labels instanceof LabelQuery ? labels : labelsToQuery(labels);
};

export const toFieldQuery = (fields: FieldsInput | undefined): FieldQuery => {
  if (fields === undefined) return FieldQuery.everything;
  if (typeof fields === 'string') return parseFieldSelector(fields);
  return fields instanceof FieldQuery ? fields : fieldsToQuery(fields);
};

/** Compiles a selection. A field selector that names one namespace becomes that namespace, which servers find faster. */
export function toSelection(kind: AnyKind, { namespace, labels, fields }: SelectionInput): Selection {
  const query = toFieldQuery(fields);
  const pinned = query.requiresExactMatch('metadata.namespace');
  const isPinned = kind.scope === 'Namespaced' && pinned !== undefined && (namespace ?? pinned) === pinned;
  return {
    namespace: kind.scope === 'Namespaced' ? (namespace ?? (isPinned ? pinned : undefined)) : undefined,
    labels: toLabelQuery(labels),
    fields: isPinned ? withoutNamespace(query, pinned) : query,
  };
}

/** Two selections with the same text select the same objects. */
export const selectionKey = (kind: AnyKind, { namespace, labels, fields }: Selection): string =>
  JSON.stringify([formatGvk(kind.gvk), namespace ?? null, labels.toString(), fields.toString()]);

/** `Pods in namespace shop with labels app=web`: for messages. */
export function describeSelection(kind: AnyKind, { namespace, labels, fields }: Selection): string {
  const parts = [
    kind.kind,
    namespace === undefined ? '' : ` in namespace ${namespace}`,
    labels.isEverything ? '' : ` with labels ${labels.toString()}`,
    fields.isEverything ? '' : ` with fields ${fields.toString()}`,
  ];
  return parts.join('');
}

const withoutNamespace = (query: FieldQuery, namespace: string): FieldQuery =>
  FieldQuery.of(
    query.requirements.filter(
      ({ field, operator, value }) => field !== 'metadata.namespace' || operator !== '=' || value !== namespace,
    ),
  );
