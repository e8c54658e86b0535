import {
  applyStrategicMergePatch,
  createStrategicMergePatch,
  createThreeWayStrategicMergePatch,
  deepFreeze,
  InvalidInputError,
  isJsonArray,
  isJsonObject,
  PatchConflictError,
} from '@reeve/machinery';
import type { ReadonlyJson } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { threeWayVectors, twoWayVectors } from './vectors.ts';
import { schemas } from './workload-schemas.ts';

describe('two-way patches are those of upstream', () => {
  const made = twoWayVectors.filter(({ error }) => error === undefined);
  test.each(made)('$name: $kind', ({ kind, original, modified, result }) => {
    expect(createStrategicMergePatch(deepFreeze(original), deepFreeze(modified), schemas[kind])).toEqual(result);
  });

  const refused = twoWayVectors.filter(({ error }) => error !== undefined);
  test.each(refused)('$name: $kind, with an error', ({ kind, original, modified }) => {
    expect(() => createStrategicMergePatch(original, modified, schemas[kind])).toThrow(
      'does not contain declared merge key: name',
    );
  });
});

describe('three-way patches are those of upstream', () => {
  const made = threeWayVectors.filter(({ conflict }) => conflict !== true);
  test.each(made)('$name: $kind', ({ kind, original, modified, current, overwrite, result = {} }) => {
    const documents = deepFreeze([original, modified, current] as const);
    const patch = createThreeWayStrategicMergePatch(...documents, schemas[kind], { overwrite });

    const effect = applyStrategicMergePatch(current, result, schemas[kind]);
    expect(applyStrategicMergePatch(current, patch, schemas[kind])).toEqual(effect);
    expect(withoutLoneOrders(patch)).toEqual(withoutLoneOrders(result));
  });

  const conflicting = threeWayVectors.filter(({ conflict }) => conflict === true);
  test.each(conflicting)('$name: $kind, with a conflict', ({ kind, original, modified, current, overwrite }) => {
    expect(() => createThreeWayStrategicMergePatch(original, modified, current, schemas[kind], { overwrite })).toThrow(
      PatchConflictError,
    );
  });

  test('and delete nothing when nothing was applied before', () => {
    const patch = createThreeWayStrategicMergePatch(undefined, { a: 1 }, { b: 2 }, {});

    expect(patch).toEqual({ a: 1 });
  });

  test('but say nothing about the order of a list where others only added elements', () => {
    const mine = { metadata: { finalizers: ['a', 'b'] }, spec: { containers: [{ name: 'a' }, { name: 'b' }] } };
    const live = {
      metadata: { finalizers: ['a', 'other', 'b'] },
      spec: { containers: [{ name: 'other' }, { name: 'a' }, { name: 'b' }] },
    };

    expect(createThreeWayStrategicMergePatch(mine, mine, live, schemas.Pod)).toEqual({});
  });

  test('and do so where others changed the order', () => {
    const mine = { spec: { containers: [{ name: 'a' }, { name: 'b' }] } };
    const live = { spec: { containers: [{ name: 'b' }, { name: 'other' }, { name: 'a' }] } };

    const patch = createThreeWayStrategicMergePatch(mine, mine, live, schemas.Pod);

    expect(patch).toEqual({ spec: { '$setElementOrder/containers': [{ name: 'a' }, { name: 'b' }] } });
  });
});

/** Takes out `$setElementOrder/x` where the patch says nothing else about x, and what is empty then. */
function withoutLoneOrders(patch: ReadonlyJson): ReadonlyJson {
  if (!isJsonObject(patch)) return isJsonArray(patch) ? patch.map(withoutLoneOrders) : patch;
  const kept = Object.entries(patch).filter(([key]) => {
    const field = /^\$setElementOrder\/(.*)/.exec(key)?.[1];
    return field === undefined || field in patch || `$deleteFromPrimitiveList/${field}` in patch;
  });
  const entries = kept.map(([key, value]) => [key, withoutLoneOrders(value)] as const);
  return Object.fromEntries(entries.filter(([key, value]) => !isEmptied(patch[key], value)));
}

function isEmptied(before: ReadonlyJson | undefined, after: ReadonlyJson): boolean {
  return (
    isJsonObject(before) && isJsonObject(after) && Object.keys(before).length > 0 && Object.keys(after).length === 0
  );
}

describe('where upstream errs', () => {
  test('a set of scalars that is not sorted and has not changed gives no patch', () => {
    const document = { metadata: { finalizers: ['b', 'a'] } };

    expect(createStrategicMergePatch(document, structuredClone(document), schemas.Pod)).toEqual({});
  });

  test('a set of scalars in another order gives a patch that puts it in order', () => {
    const [original, modified] = [{ metadata: { finalizers: ['b', 'a'] } }, { metadata: { finalizers: ['a', 'b'] } }];

    const patch = createStrategicMergePatch(original, modified, schemas.Pod);

    expect(patch).toEqual({ metadata: { '$setElementOrder/finalizers': ['a', 'b'] } });
    expect(applyStrategicMergePatch(original, patch, schemas.Pod)).toEqual(modified);
  });

  test('an unchanged map with the replace strategy gives no patch', () => {
    const budget = { spec: { selector: { matchLabels: { a: '1' } } } };

    expect(createStrategicMergePatch(budget, structuredClone(budget), schemas.PodDisruptionBudget)).toEqual({});
  });

  test('items with the same merge key survive a two-way patch, as the list is replaced', () => {
    const [tcp, udp] = [
      { port: 53, protocol: 'TCP' },
      { port: 53, protocol: 'UDP' },
    ];
    const [original, modified] = [{ spec: { ports: [tcp, udp] } }, { spec: { ports: [udp, { port: 80 }] } }];

    const patch = createStrategicMergePatch(original, modified, schemas.Service);

    expect(patch).toEqual({ spec: { ports: [{ $patch: 'replace' }, udp, { port: 80 }] } });
    expect(applyStrategicMergePatch(original, patch, schemas.Service)).toEqual(modified);
  });

  test('unchanged items with the same merge key give no patch', () => {
    const service = {
      spec: {
        ports: [
          { port: 53, protocol: 'TCP' },
          { port: 53, protocol: 'UDP' },
        ],
      },
    };

    expect(createStrategicMergePatch(service, structuredClone(service), schemas.Service)).toEqual({});
    expect(createThreeWayStrategicMergePatch(service, service, structuredClone(service), schemas.Service)).toEqual({});
  });
});

describe('documents', () => {
  test('a property that is undefined counts as absent', () => {
    const patch = createStrategicMergePatch(
      { metadata: { labels: { a: '1' }, name: undefined } },
      { metadata: { labels: undefined, name: undefined } },
      schemas.Pod,
    );

    expect(patch).toEqual({ metadata: { labels: null } });
  });

  test.each(['$patch', '$retainKeys', '$setElementOrder/list', '$deleteFromPrimitiveList/list'])(
    'a document with %s in it is refused, as the patch would act on it',
    (directive) => {
      const modified = { spec: { list: [{ [directive]: 'replace' }] } };

      expect(() => createStrategicMergePatch({}, modified, {})).toThrow(
        `strategic merge patch at spec.list.0: ${directive} is a patch directive, not data`,
      );
    },
  );

  test('too deep a document is refused instead of exhausting the stack', () => {
    let deep: object = { z: 1 };
    for (let level = 0; level < 10_000; level += 1) deep = { a: deep };

    expect(() => createStrategicMergePatch({}, deep, {})).toThrow(InvalidInputError);
    expect(() => createThreeWayStrategicMergePatch({}, {}, deep, {})).toThrow(InvalidInputError);
  });

  test('a key named __proto__ is patched as any other', () => {
    const original = JSON.parse('{"data":{"__proto__":"a"}}') as { data: object };
    const modified = JSON.parse('{"data":{"__proto__":"b"}}') as { data: object };

    const patch = createStrategicMergePatch(original, modified, {});

    expect(JSON.stringify(patch)).toBe('{"data":{"__proto__":"b"}}');
    expect(JSON.stringify(applyStrategicMergePatch(original, patch, {}))).toBe(JSON.stringify(modified));
  });
});
