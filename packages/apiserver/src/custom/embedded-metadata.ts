/**
 * The metadata of objects inside objects: as good as anybody's, but that a name and a namespace may be missing.
 */
import type { DeepReadonly, ObjectMeta } from '@reeve/machinery';
import type { FieldError, ObjectMetaValidator } from '@reeve/schema';
import { pathSegment, pathSegmentPrefix } from '@reeve/registry';
import { metaProblems } from '../write/meta-validation.ts';

/** What is wrong with the metadata at a field. */
export const embeddedMetaProblems: ObjectMetaValidator = (metadata, field) => {
  const meta = metadata as unknown as DeepReadonly<ObjectMeta>; // coerced before: it has the types of metadata
  const named = { ...meta, name: meta.name || 'unnamed', namespace: meta.namespace || 'default' };
  const problems = metaProblems(named, true, (name, isPrefix) =>
    isPrefix ? pathSegmentPrefix(name) : pathSegment(name),
  );
  return problems.map(({ type, field: own, body }) => ({
    type: type as FieldError['type'], // metadata is never looked up, so nothing in it is not found
    field: own.replace(/^metadata/, field),
    body,
    detail: '',
  }));
};
