import { applyStrategicMergePatch, deepFreeze, InvalidInputError, isJsonArray, isJsonObject } from '@reeve/machinery';
import type { JsonValue, PatchSchema } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { applyVectors } from './vectors.ts';
import { schemas } from './workload-schemas.ts';

/** Upstream's words, and ours for the same complaint. */
const complaints: [upstream: RegExp, ours: RegExp][] = [
  [/does not contain declared merge key: (\w+)/, /does not contain declared merge key: \w+/],
  [/^unknown patch type/, /unknown patch type/],
  [/^merging lists cannot yet be specified/, /merging lists cannot be specified/],
  [/^list element types are not identical/, /list element types are not identical/],
  [/^invalid patch format of retainKeys/, /invalid patch format of retainKeys/],
  [/^invalid patch format of primitive list/, /invalid patch format of primitive list/],
  [/^invalid patch format of setElementOrder list/, /invalid patch format of setElementOrder list/],
  [/^The order in patch list/, /the order in the patch list does not match/],
  [/^expected a \[\]interface/, /expected a list/],
];

describe('what upstream answers', () => {
  const accepted = applyVectors.filter(({ error }) => error === undefined);
  test.each(accepted)('$name: $kind', ({ kind, original, patch, result }) => {
    const patched = applyStrategicMergePatch(deepFreeze(original), deepFreeze(patch), schemas[kind]);

    expect(patched).toEqual(withoutLeftovers(result ?? {}));
  });

  const refused = applyVectors.filter(({ error }) => error !== undefined);
  test.each(refused)('$name: $kind, with an error', ({ kind, original, patch, error = '' }) => {
    const [, ours] = complaints.find(([upstream]) => upstream.test(error)) ?? [];

    expect(ours).toBeDefined();
    expect(() => applyStrategicMergePatch(original, patch, schemas[kind])).toThrow(ours);
    expect(() => applyStrategicMergePatch(original, patch, schemas[kind])).toThrow(InvalidInputError);
  });
});

/** Upstream leaves directives and nulls in maps that are new; decoding drops them there, here they never arise. */
function withoutLeftovers(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.filter((item) => !carriesPatch(item)).map(withoutLeftovers);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) => !key.startsWith('$') && inner !== null && !carriesPatch(inner),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutLeftovers(inner)]));
}

function carriesPatch(value: JsonValue): boolean {
  return isJsonObject(value) && Object.hasOwn(value, '$patch');
}

describe('sharing', () => {
  const original = deepFreeze({
    metadata: { labels: { a: '1' }, finalizers: ['b', 'a'] },
    spec: {
      containers: [
        { name: 'app', image: 'i:1' },
        { name: 'side', image: 'i:1' },
      ],
      tolerations: [{ key: 'k' }],
    },
  });

  test('a patch that changes nothing returns the very object it was given', () => {
    const patch = {
      metadata: { labels: { a: '1' }, finalizers: [], '$deleteFromPrimitiveList/finalizers': ['c'], missing: null },
      spec: {
        containers: [
          { name: 'side', image: 'i:1' },
          { name: 'gone', $patch: 'delete' },
        ],
      },
    };

    expect(applyStrategicMergePatch(original, patch, schemas.Pod)).toBe(original);
  });

  test('parts that the patch does not touch stay the same objects', () => {
    const patch = { spec: { containers: [{ name: 'app', image: 'i:2' }] } };

    const patched = applyStrategicMergePatch(original, patch, schemas.Pod);

    expect(patched.spec.containers[0]).toEqual({ name: 'app', image: 'i:2' });
    expect(patched.spec.containers[1]).toBe(original.spec.containers[1]);
    expect(patched.spec.tolerations).toBe(original.spec.tolerations);
    expect(patched.metadata).toBe(original.metadata);
  });
});

describe('order', () => {
  test('scalars are merged before they are deleted, whatever comes first in the patch', () => {
    const original = { metadata: { finalizers: ['a', 'b'] } };
    const patch = { '$deleteFromPrimitiveList/finalizers': ['a', 'c'], finalizers: ['c', 'd'] };

    const patched = applyStrategicMergePatch(original, { metadata: patch }, schemas.Pod);

    expect(patched.metadata.finalizers).toEqual(['d', 'b']);
  });

  test('a list that is replaced may also be ordered', () => {
    const patch = {
      containers: [{ name: 'c' }, { name: 'b' }, { $patch: 'replace' }],
      '$setElementOrder/containers': [{ name: 'c' }, { name: 'b' }],
    };

    const patched = applyStrategicMergePatch({ spec: { containers: [{ name: 'a' }] } }, { spec: patch }, schemas.Pod);

    expect(patched.spec.containers).toEqual([{ name: 'c' }, { name: 'b' }]);
  });

  test('ordering empty lists changes nothing', () => {
    const original = { spec: { containers: [] } };

    expect(applyStrategicMergePatch(original, { spec: { '$setElementOrder/containers': [] } }, schemas.Pod)).toBe(
      original,
    );
  });

  test('a big integer is the same merge key as a number of that value', () => {
    const original = { spec: { ports: [{ port: 80, name: 'a' }] } };

    const patched = applyStrategicMergePatch(
      original,
      { spec: { ports: [{ port: 80n, name: 'b' }] } },
      schemas.Service,
    );

    expect(patched.spec.ports).toEqual([{ port: 80n, name: 'b' }]);
  });
});

describe('fields without a schema', () => {
  test('maps are merged and lists replaced, with {} as with no schema for the field', () => {
    const original = { custom: { map: { a: 1 }, list: [1, 2] } };
    const patch = { custom: { map: { b: 2 }, list: [3] } };

    expect(applyStrategicMergePatch(original, patch, {})).toEqual({ custom: { map: { a: 1, b: 2 }, list: [3] } });
  });

  test('the schema of map values applies to every key that has none of its own', () => {
    const schema: PatchSchema = {
      values: { strategy: 'merge' },
      fields: { atomic: {} },
    };

    const patched = applyStrategicMergePatch({ a: [1], atomic: [1] }, { a: [2], atomic: [2] }, schema);

    expect(patched).toEqual({ a: [2, 1], atomic: [2] });
  });

  test('maps in a merged list need a merge key', () => {
    const schema: PatchSchema = { fields: { list: { strategy: 'merge' } } };

    expect(() => applyStrategicMergePatch({ list: [{ a: 1 }] }, { list: [{ a: 2 }] }, schema)).toThrow(
      'strategic merge patch at list: cannot merge lists of maps without merge key',
    );
  });
});

describe('hostile input', () => {
  const key = '__proto__';

  test('__proto__ and constructor are keys like others', () => {
    const patch = JSON.parse('{"labels":{"__proto__":{"polluted":true},"constructor":"x"}}') as object;

    const patched = applyStrategicMergePatch({ labels: { a: '1' } }, patch, {});

    expect(Object.keys(patched.labels)).toEqual(['a', key, 'constructor']);
    expect(Object.getPrototypeOf(patched.labels)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('polluted');
  });

  test('a field named after something every object inherits has the schema of any field', () => {
    const schema: PatchSchema = { fields: {}, values: { strategy: 'merge' } };

    expect(applyStrategicMergePatch({ toString: [1] }, { toString: [2] }, schema)).toEqual({ toString: [2, 1] });
  });

  test.each([10_000, 100_000])('%i levels are refused instead of exhausting the stack', (levels) => {
    let [patch, live]: object[] = [{ z: 1 }, { z: 2 }];
    for (let level = 0; level < levels; level += 1) [patch, live] = [{ a: patch }, { a: live }];

    expect(() => applyStrategicMergePatch({}, patch ?? {}, {})).toThrow(InvalidInputError);
    expect(() => applyStrategicMergePatch(live ?? {}, patch ?? {}, {})).toThrow(InvalidInputError);
  });

  test.each([[['a list']], [null], ['text']])('%j is no patch', (patch) => {
    expect(() => applyStrategicMergePatch({}, patch as object, {})).toThrow('must be a map');
  });

  test('the message names the place', () => {
    const original = { spec: { containers: [{ name: 'app', env: [{ name: 'A' }] }] } };
    const patch = { spec: { containers: [{ name: 'app', env: [{ value: '1' }] }] } };

    expect(() => applyStrategicMergePatch(original, patch, schemas.Pod)).toThrow(
      'strategic merge patch at spec.containers.app.env: map: {"value":"1"} does not contain declared merge key: name',
    );
  });

  test.each([
    ['null in a merged list', { finalizers: ['a'] }, { finalizers: [null] }, 'list element types are not identical'],
    ['only null in a merged list', { finalizers: [] }, { finalizers: [null] }, 'null cannot be an element'],
    ['only lists in a merged list', { finalizers: [] }, { finalizers: [['a']] }, 'lists of lists are not supported'],
    [
      'maps to delete',
      { finalizers: [] },
      { '$deleteFromPrimitiveList/finalizers': [{}] },
      'invalid patch format of primitive list',
    ],
    [
      'deletions that are no list',
      { finalizers: [] },
      { '$deleteFromPrimitiveList/finalizers': 'a' },
      'expected a list',
    ],
    [
      'an ordered field that is no list',
      { finalizers: [] },
      { '$setElementOrder/finalizers': [], finalizers: 'a' },
      'expected a list',
    ],
    [
      'a map as merge key',
      { ownerReferences: [] },
      { ownerReferences: [{ uid: {} }] },
      'the merge key uid must be a scalar',
    ],
  ])('%s is refused', (_, metadata, patch, message) => {
    expect(() => applyStrategicMergePatch({ metadata }, { metadata: patch }, schemas.Pod)).toThrow(message);
  });
});
