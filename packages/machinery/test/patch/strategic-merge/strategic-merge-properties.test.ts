import {
  applyStrategicMergePatch,
  createStrategicMergePatch,
  createThreeWayStrategicMergePatch,
  deepFreeze,
} from '@reeve/machinery';
import type { PatchSchema } from '@reeve/machinery';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

/** A schema with every kind of field, and items that hold such fields again. */
const schema: PatchSchema = {
  fields: {
    set: { strategy: 'merge' },
    items: {
      strategy: 'merge',
      mergeKey: 'id',
      items: { fields: { parts: { strategy: 'merge', mergeKey: 'id' }, union: { retainKeys: true } } },
    },
    volumes: { strategy: 'merge', mergeKey: 'id', retainKeys: true },
    union: { retainKeys: true },
    whole: { strategy: 'replace' },
  },
};

const scalar = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('x', 'y', '__proto__'), fc.boolean());
const map = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'constructor'), scalar, { maxKeys: 3 });
const set = fc.uniqueArray(fc.constantFrom('p', 'q', 'r', 's', 't'), { maxLength: 4 });
const listOf = (item: fc.Arbitrary<object>) =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 5 }), item), { maxLength: 4, selector: ([id]) => id })
    .map((items) => items.map(([id, rest]) => ({ id, ...rest })));
const part = fc.record({ size: scalar, options: map }, { requiredKeys: [] });
const item = fc.record(
  { image: scalar, parts: listOf(part), union: map, args: fc.array(scalar) },
  { requiredKeys: [] },
);
const fields = { set, items: listOf(item), volumes: listOf(map), union: map, whole: map, map, list: fc.array(map) };
const frozen = fc.record(fields, { requiredKeys: [] }).map((document) => deepFreeze(document));

const runs = { seed: 42, numRuns: 300 };

test('a patch made from two documents turns the first into the second, order included', () => {
  const turns = fc.property(frozen, frozen, (original, modified) => {
    const patch = deepFreeze(createStrategicMergePatch(original, modified, schema));

    expect(applyStrategicMergePatch(original, patch, schema)).toEqual(modified);
  });

  fc.assert(turns, runs);
});

test('applying a patch again changes nothing', () => {
  const repeats = fc.property(frozen, frozen, (original, modified) => {
    const patch = createStrategicMergePatch(original, modified, schema);
    const once = applyStrategicMergePatch(original, patch, schema);

    expect(applyStrategicMergePatch(once, patch, schema)).toEqual(once);
  });

  fc.assert(repeats, runs);
});

test('equal documents give an empty patch, and an empty patch gives the very document', () => {
  const rests = fc.property(frozen, (document) => {
    const patch = createStrategicMergePatch(document, structuredClone(document), schema);

    expect(patch).toEqual({});
    expect(applyStrategicMergePatch(document, patch, schema)).toBe(document);
  });

  fc.assert(rests, runs);
});

test('after a three-way patch there is nothing left to apply', () => {
  const converges = fc.property(frozen, frozen, frozen, (original, modified, current) => {
    const patch = deepFreeze(createThreeWayStrategicMergePatch(original, modified, current, schema));
    const live = applyStrategicMergePatch(current, patch, schema);

    expect(createThreeWayStrategicMergePatch(modified, modified, live, schema)).toEqual({});
  });

  fc.assert(converges, runs);
});

test('a three-way patch of a document that nobody else touched is as good as a two-way patch', () => {
  const agrees = fc.property(frozen, frozen, (original, modified) => {
    const patch = createThreeWayStrategicMergePatch(original, modified, original, schema);

    expect(applyStrategicMergePatch(original, patch, schema)).toEqual(modified);
  });

  fc.assert(agrees, runs);
});
