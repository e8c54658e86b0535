import { InvalidInputError, nestedField, removeNestedField, setNestedField } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

const object = {
  spec: { replicas: 0, template: { labels: { app: 'web' } }, ports: [80], empty: null },
  status: { phase: 'Ready' },
};

describe('reading', () => {
  test.each([
    ['a scalar', ['spec', 'replicas'], 0],
    ['a map', ['spec', 'template', 'labels'], { app: 'web' }],
    ['a list', ['spec', 'ports'], [80]],
    ['null', ['spec', 'empty'], null],
    ['the object itself', [], object],
  ])('finds %s', (_, path, value) => {
    expect(nestedField(object, path)).toEqual({ found: true, value });
  });

  test.each([
    ['a missing field', ['spec', 'image']],
    ['below a missing field', ['metadata', 'labels', 'app']],
    ['below null', ['spec', 'empty', 'deep']],
    ['what every JavaScript object inherits', ['spec', 'toString']],
  ])('does not find %s', (_, path) => {
    expect(nestedField(object, path)).toEqual({ found: false });
  });

  test.each([
    ['a scalar', ['spec', 'replicas', 'count'], '.spec.replicas is a number'],
    ['a list', ['spec', 'ports', '0'], '.spec.ports is a list'],
  ])('says so when %s is in the way', (_, path, text) => {
    expect(() => nestedField(object, path)).toThrow(text);
    expect(() => nestedField(object, path)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  });
});

describe('writing', () => {
  test('sets a field in a copy that shares everything off the path', () => {
    const changed = setNestedField(object, ['spec', 'template', 'labels', 'app'], 'db');

    expect(changed.spec.template.labels).toEqual({ app: 'db' });
    expect(changed.spec.ports).toBe(object.spec.ports);
    expect(changed.status).toBe(object.status);
    expect(object.spec.template.labels).toEqual({ app: 'web' });
  });

  test('makes the maps that are missing', () => {
    expect(setNestedField({}, ['a', 'b', 'c'], 1)).toEqual({ a: { b: { c: 1 } } });
  });

  test.each([
    ['a scalar', ['spec', 'replicas', 'count'], '.spec.replicas is a number'],
    ['a list', ['spec', 'ports', '0'], '.spec.ports is a list'],
    ['null', ['spec', 'empty', 'deep'], '.spec.empty is null'],
  ])('fails when %s is in the way', (_, path, text) => {
    expect(() => setNestedField(object, path, 1)).toThrow(text);
    expect(() => setNestedField(object, path, 1)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  });

  test('needs a path', () => {
    expect(() => setNestedField(object, [], 1)).toThrow('path to a nested field is empty');
  });

  test('does not mistake what every JavaScript object inherits for a field', () => {
    expect(setNestedField({}, ['toString', 'x'], 1)).toEqual({ toString: { x: 1 } });
    expect(removeNestedField(object, ['spec', 'toString'])).toBe(object);
  });

  test('takes __proto__ for a field like any other', () => {
    const changed = setNestedField({}, ['__proto__', 'polluted'], true);

    expect(Object.hasOwn(changed, '__proto__')).toBe(true);
    expect(nestedField(changed, ['__proto__', 'polluted'])).toEqual({ found: true, value: true });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('goes as deep as the path is long', () => {
    const path = Array.from({ length: 20_000 }, () => 'a');

    const deep = setNestedField({}, path, 1);

    expect(nestedField(deep, path)).toEqual({ found: true, value: 1 });
    expect(nestedField(removeNestedField(deep, path), path)).toEqual({ found: false });
  });
});

describe('removing', () => {
  test('takes a field away in a copy', () => {
    const changed = removeNestedField(object, ['spec', 'template', 'labels']);

    expect(changed.spec.template).toEqual({});
    expect(changed.spec.ports).toBe(object.spec.ports);
    expect(object.spec.template).toEqual({ labels: { app: 'web' } });
    expect(removeNestedField({ a: 1, b: 2 }, ['a'])).toEqual({ b: 2 });
  });

  test.each([
    ['missing', ['spec', 'image']],
    ['below something that is missing', ['metadata', 'labels']],
    ['below a scalar', ['spec', 'replicas', 'count']],
    ['nameless', []],
  ])('leaves the very same object when the field is %s', (_, path) => {
    expect(removeNestedField(object, path)).toBe(object);
  });
});

describe('arguments in another order', () => {
  const swapped: [string, () => unknown, string][] = [
    ['setNestedField', () => setNestedField(object, 3 as never, ['spec', 'replicas']), 'a number'],
    ['setNestedField', () => setNestedField(object, 'spec.replicas' as never, 3), 'a string'],
    ['setNestedField', () => setNestedField(object, null as never, ['spec']), 'null'],
    [
      'setNestedField',
      () => setNestedField(object, [{ a: 1 }] as never, ['spec']),
      'a list with other things than texts',
    ],
    ['nestedField', () => nestedField(object, 'spec' as never), 'a string'],
    ['removeNestedField', () => removeNestedField(object, {} as never), 'an object'],
  ];
  test.each(swapped)('%s says what a path is and in which order it takes them', (name, call, found) => {
    expect(call).toThrow(InvalidInputError);
    expect(call).toThrow(`The path to a nested field is ${found}: it is a list of texts such as ['spec', 'replicas']`);
    expect(call).toThrow(`the order is ${name}(object, path`);
  });
});
