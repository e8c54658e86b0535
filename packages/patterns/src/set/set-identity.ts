/**
 * The identity of a set: a hash of who owns it and of its id. A set without an id has the identity that kubectl computes for an ApplySet; with an id the fields are hashed as
 * a JSON array, so that no two different sets are ever written the same way.
 * Upstream: KEP-3659; rancher/wrangler's object set hash, which joins its fields without separators.
 */
import { createHash } from 'node:crypto';
import { InvalidInputError, canonicalJson, formatGroupKind, isQualifiedName, objectKey } from '@reeve/machinery';
import type { GroupKind } from '@reeve/machinery';

/** The object that a set belongs to. */
export interface SetOwner extends GroupKind {
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** What identifies a set. */
export interface SetName {
  /** Tells sets of one owner apart; absent for the only one. */
  readonly id?: string | undefined;
  readonly owner: SetOwner;
}

/** The value of the label on all members. */
export function setIdentity({ id, owner }: SetName): string {
  const { name, namespace = '', kind, group } = owner;
  const hashed =
    id === undefined ? [name, namespace, kind, group].join('.') : canonicalJson([id, name, namespace, kind, group]);
  return `applyset-${createHash('sha256').update(hashed).digest('base64url')}-v1`;
}

/** The owner as members name it, and as messages show it: `App.apps.example.com/default/web`. */
export const formatSetOwner = ({ name, namespace, ...groupKind }: SetOwner): string =>
  `${formatGroupKind(groupKind)}/${objectKey(namespace, name)}`;

/** An id becomes part of an annotation's name. */
export function checkSetId(id: string): void {
  if (id.includes('/') || !isQualifiedName(id))
    throw new InvalidInputError(
      id,
      `"${id}" cannot be the id of an object set: write at most 63 letters, digits, dashes, dots and underscores, as in web-set`,
    );
}
