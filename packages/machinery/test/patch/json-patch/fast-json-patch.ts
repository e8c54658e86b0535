/** The package fast-json-patch as an oracle, and JSON on which it has no rules of its own: no bigints, no `__proto__`. */
import type { JsonPatchOperation } from '@reeve/machinery';
import * as fc from 'fast-check';
import jsonpatch from 'fast-json-patch';

export const { plainJson, plainDocument } = fc.letrec<{ plainJson: unknown; plainDocument: unknown }>((tie) => ({
  plainJson: fc.oneof({ depthSize: 'small' }, fc.constantFrom(0, 1, 'a', null, true), tie('plainDocument')),
  plainDocument: fc.oneof(
    { depthSize: 'small' },
    fc.array(tie('plainJson'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '0', 'x/y', '~'), tie('plainJson'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
}));

/** What fast-json-patch makes of a patch, with all of its checks on. */
export function applyWithFastJsonPatch(document: unknown, patch: readonly JsonPatchOperation[]): unknown {
  const copy = structuredClone(patch) as jsonpatch.Operation[];
  return jsonpatch.applyPatch(structuredClone(document), copy, true, false).newDocument;
}
