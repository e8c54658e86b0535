/**
 * What a list says about itself, beside its items. A response of another kind must not count as an empty list: it would empty the store, and
 * handlers would be told a deletion for every object.
 */
import { isJsonObject } from '@reeve/machinery';
import type { AnyKind } from '@reeve/machinery';
import { isTable } from './object-decoder.ts';
import { UnexpectedObjectError } from './unexpected-object-error.ts';

/** What a list has to be. */
export interface ExpectedList {
  /** What the items are; without it any list will do. */
  readonly kind?: AnyKind | undefined;

  /** True when the server was asked for PartialObjectMetadataList. One that does not know it answers with the list of the kind. */
  readonly metadataOnly?: boolean;

  /** False for lists of a function of the user's own, which may leave out `apiVersion`, `kind` and `metadata.resourceVersion`. */
  readonly isFromServer: boolean;
}

/** The metadata of a list that a reader needs. Empty where the list has none. */
export interface ListEnvelope {
  readonly resourceVersion: string;
  readonly continue: string;
}

/** Reads the metadata of a list. Throws `UnexpectedObjectError` for a Table, a Status, a list of another kind, or no list at all. Go writes null where there are no items. */
export function readListEnvelope(list: unknown, expected: ExpectedList): ListEnvelope {
  if (!isJsonObject(list) || isTable(list) || !(Array.isArray(list['items']) || list['items'] === null))
    throw new UnexpectedObjectError(describe(expected), list);
  if (!isOfKind(list, expected)) throw new UnexpectedObjectError(describe(expected), list);
  const metadata = isJsonObject(list['metadata']) ? list['metadata'] : {};
  const resourceVersion = word(metadata['resourceVersion']);
  if (expected.isFromServer && resourceVersion === '')
    throw new UnexpectedObjectError(`${describe(expected)} with metadata.resourceVersion`, list);
  return { resourceVersion, continue: word(metadata['continue']) };
}

function isOfKind(list: Readonly<Record<string, unknown>>, expected: ExpectedList): boolean {
  const { kind, metadataOnly = false, isFromServer } = expected;
  const { apiVersion, kind: listKind } = list;
  if (kind === undefined) return true;
  if (!isFromServer && apiVersion === undefined && listKind === undefined) return true;
  if (metadataOnly && listKind === 'PartialObjectMetadataList') return String(apiVersion).startsWith('meta.k8s.io/');
  return apiVersion === kind.apiVersion && listKind === kind.listKind;
}

const describe = ({ kind }: ExpectedList): string =>
  kind === undefined ? 'a list' : `${kind.apiVersion} ${kind.listKind}`;

const word = (value: unknown): string => (typeof value === 'string' ? value : '');
