import { FieldSet, InvalidInputError } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

describe('what is not FieldsV1', () => {
  test.each([
    ['a text', 'x', 'the top'],
    ['null', null, 'the top'],
    ['a list', [], 'the top'],
    ['a number as a level', { 'f:a': { 'f:b': 5 } }, 'f:a f:b'],
    ['null as a level', { 'f:a': null }, 'f:a'],
    ['an unknown prefix', { 'f:a': { 'x:b': {} } }, 'f:a x:b'],
    ['a key without a prefix', { spec: {} }, 'spec'],
    ['a key that is too short', { f: {} }, 'f'],
    ['an empty key', { '': {} }, ''],
    ['broken JSON after k:', { 'k:{': {} }, 'k:{'],
    ['JSON and more after k:', { 'k:{"a":1}x': {} }, 'k:{"a":1}x'],
    ['a scalar after k:', { 'k:5': {} }, 'k:5'],
    ['a list after k:', { 'k:[1]': {} }, 'k:[1]'],
    ['nothing after v:', { 'v:': {} }, 'v:'],
    ['broken JSON after v:', { 'v:tru': {} }, 'v:tru'],
    ['a text after i:', { 'i:x': {} }, 'i:x'],
    ['a fraction after i:', { 'i:1.5': {} }, 'i:1.5'],
  ])('%s is refused with its place', (_, fields, place) => {
    expect(() => FieldSet.fromFieldsV1(fields)).toThrow(InvalidInputError);
    expect(() => FieldSet.fromFieldsV1(fields)).toThrow(`FieldsV1 at ${place}: `);
  });

  test('levels beyond the limit are refused instead of exhausting the stack', () => {
    let fields = {};
    for (let level = 0; level < 10_000; level += 1) fields = { 'f:a': fields };

    expect(() => FieldSet.fromFieldsV1(fields)).toThrow(InvalidInputError);
  });

  test.each(['v:%', 'k:{"a":%}'])('values nested too deep in %s are refused, with a short message', (token) => {
    const fields = { [token.replace('%', `${'['.repeat(10_000)}${']'.repeat(10_000)}`)]: {} };

    expect(() => FieldSet.fromFieldsV1(fields)).toThrow(/^FieldsV1 at .{80}…: .{1,120}$/);
  });
});

test('elements that only a newer server knows can be ignored, with what is below them', () => {
  const fields = { 'f:a': { 'x:new': { 'f:b': {} } }, 'z:': {}, 'f:c': {} };

  const set = FieldSet.fromFieldsV1(fields, { unknownElements: 'ignore' });

  expect(set.toFieldsV1()).toEqual({ 'f:a': {}, 'f:c': {} });
});

test('a dot says that a field with others below it is a member', () => {
  const [withDot, without] = [{ 'f:a': { '.': {}, 'f:b': {} } }, { 'f:a': { 'f:b': {} } }];

  expect(FieldSet.fromFieldsV1(withDot).size).toBe(2);
  expect(FieldSet.fromFieldsV1(without).size).toBe(1);
  expect(FieldSet.fromFieldsV1(withDot).toFieldsV1()).toEqual(withDot);
});

test('a dot beside nothing, or at the top, says nothing', () => {
  expect(FieldSet.fromFieldsV1({ 'f:a': { '.': {} } }).toFieldsV1()).toEqual({ 'f:a': {} });
  expect(FieldSet.fromFieldsV1({ '.': {} })).toBe(FieldSet.empty);
});

test('one element written in two ways is one element', () => {
  const set = FieldSet.fromFieldsV1({ 'k:{"a":1,"b":2}': { 'f:x': {} }, 'k:{ "b": 2, "a": 1.0 }': { 'f:y': {} } });

  expect(set.toFieldsV1()).toEqual({ 'k:{"a":1,"b":2}': { 'f:x': {}, 'f:y': {} } });
});

test('integers beyond 2^53 keep their digits', () => {
  const fields = { 'k:{"id":9007199254740993}': {}, 'v:9007199254740993': {} };

  expect(FieldSet.fromFieldsV1(fields).toFieldsV1()).toEqual(fields);
});

test('a field may be named __proto__', () => {
  const fields = { 'f:__proto__': { 'f:constructor': {} } };

  expect(FieldSet.fromFieldsV1(fields).toFieldsV1()).toEqual(fields);
});
