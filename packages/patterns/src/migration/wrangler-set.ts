/**
 * Reads what rancher/wrangler's apply has written on objects: which set they belong to, and what was applied last. An operator takes the objects over with it and deletes nothing.
 * Nothing of it is ever written.
 * Upstream: rancher/wrangler pkg/apply.
 */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { InvalidInputError, annotationsOf, isJsonObject, keyOf, labelsOf, parseJson } from '@reeve/machinery';
import type { DeepReadonly, HasMetadata, ReadonlyJsonObject } from '@reeve/machinery';

const prefix = 'objectset.rio.cattle.io';

/** The label with the hash of a set. */
export const wranglerHashLabel = `${prefix}/hash`;
/** The label that keeps an object from being pruned when its value is `false`. */
export const wranglerPruneLabel = `${prefix}/prune`;
const appliedAnnotation = `${prefix}/applied`;
/** What is unpacked of an annotation, which may have 256 KiB, at most: far more than an object can have. */
const mostBytes = 16 * 1024 * 1024;

/** What names a set in wrangler. */
export interface WranglerSet {
  readonly id: string;
  /** Absent for sets without an owner. */
  readonly owner?: {
    /** As `apps/v1`. */
    readonly apiVersion: string;
    readonly kind: string;
    readonly name: string;
    readonly namespace?: string;
  };
}

/** The value of the hash label on the objects of a set. */
export function wranglerSetHash({ id, owner }: WranglerSet): string {
  const gvk = owner === undefined ? '' : goGvk(owner.apiVersion, owner.kind);
  return createHash('sha1')
    .update(`${id}${gvk}${owner?.name ?? ''}${owner?.namespace ?? ''}`)
    .digest('hex');
}

/** The set that an object says it belongs to; undefined where wrangler has not applied it. */
export function wranglerSetOf(object: HasMetadata): (WranglerSet & { readonly hash: string }) | undefined {
  const hash = labelsOf(object)[wranglerHashLabel];
  if (hash === undefined) return undefined;
  const annotations = annotationsOf(object);
  const [id = '', gvk = '', name = '', namespace = ''] = ['id', 'owner-gvk', 'owner-name', 'owner-namespace'].map(
    (field) => annotations[`${prefix}/${field}`],
  );
  const [, apiVersion, kind] = /^([^,]*), Kind=(.*)$/.exec(gvk) ?? [];
  if (apiVersion === undefined || kind === undefined) return { hash, id };
  const versioned = apiVersion.replace(/^\//, '');
  return { hash, id, owner: { apiVersion: versioned, kind, name, ...(namespace !== '' && { namespace }) } };
}

/** What was applied last, as the annotation has it: compressed or plain. Long texts in it may have been cut by wrangler. Undefined without the annotation. */
export function wranglerApplied(object: HasMetadata): DeepReadonly<ReadonlyJsonObject> | undefined {
  const text = annotationsOf(object)[appliedAnnotation];
  if (text === undefined || text === '') return undefined;
  try {
    const applied = parseJson(text.startsWith('{') ? text : unpacked(text));
    if (isJsonObject(applied)) return applied;
  } catch (cause) {
    throw unreadable(object, { cause });
  }
  throw unreadable(object);
}

const unpacked = (text: string): string =>
  gunzipSync(Buffer.from(text, 'base64'), { maxOutputLength: mostBytes }).toString('utf8');

const unreadable = (object: HasMetadata, options?: ErrorOptions): InvalidInputError =>
  new InvalidInputError(
    appliedAnnotation,
    `the annotation ${appliedAnnotation} of ${keyOf(object)} is neither JSON nor compressed JSON: remove it, or take the object over without its former state`,
    options,
  );

/** A kind as Go prints it: `apps/v1, Kind=Deployment`, and `/v1, Kind=Secret` for the core group. */
const goGvk = (apiVersion: string, kind: string): string =>
  `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
