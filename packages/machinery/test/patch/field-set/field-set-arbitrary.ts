/**
 * Random paths over few elements, so that sets overlap, and sets of them.
 */
import { FieldSet, fieldElement, indexElement, keyElement, valueElement } from '@reeve/machinery';
import type { FieldPath } from '@reeve/machinery';
import * as fc from 'fast-check';

const element = fc.oneof(
  fc.constantFrom('a', 'b', 'c.d', '').map(fieldElement),
  fc.constantFrom('x', 'y"]').map((name) => keyElement({ name })),
  fc.constantFrom<string | number | boolean | null>('a', 1, 1.5, true, null).map(valueElement),
  fc.integer({ min: 0, max: 2 }).map(indexElement),
);

/** A path of one to four elements. */
export const anyPath: fc.Arbitrary<FieldPath> = fc.array(element, { minLength: 1, maxLength: 4 });

/** A set of up to fifteen paths. */
export const anySet: fc.Arbitrary<FieldSet> = fc
  .array(anyPath, { maxLength: 15 })
  .map((paths) => FieldSet.of(...paths));
