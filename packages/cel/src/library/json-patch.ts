/**
 * `jsonpatch.escapeKey`, with which mutating admission policies make paths of JSON patches.
 * Upstream: apiserver/pkg/cel/library JSONPatch.
 */
import { types } from '../types/type.ts';
import { copiesFirst, functions, global } from './declare.ts';
import type { Library } from './library.ts';

const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** `jsonpatch.escapeKey`. */
export const jsonPatchLibrary: Library = {
  name: 'kubernetes.jsonpatch',
  functions: functions({
    'jsonpatch.escapeKey': global(
      'string_jsonpatch_escapeKey_string',
      [types.string],
      types.string,
      escapeKey,
      copiesFirst(),
    ),
  }),
};
